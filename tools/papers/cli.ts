/** `npm run tables`: writes the tables of the papers anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { packageFile } from '../../openapi/package/package-file';
import { endWith } from '../../openapi/program/failure';
import { papers, withTables } from './tables';

async function main(): Promise<number> {
  for (const paper of papers()) {
    const text = readFileSync(packageFile(paper), 'utf8');
    const made = await withTables(text);
    if (made === text) continue;
    writeFileSync(packageFile(paper), made);
    console.log(`${paper} is written`);
  }
  return 0;
}

endWith(main());
