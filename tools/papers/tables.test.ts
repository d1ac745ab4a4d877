import { readFileSync } from 'node:fs';
import { packageFile } from '../../openapi/package/package-file';
import { papers, withTables } from './tables';

test('the tables of the papers are those of the code', async () => {
  const stale: string[] = [];
  for (const paper of papers()) {
    const text = readFileSync(packageFile(paper), 'utf8');
    if ((await withTables(text)) !== text)
      stale.push(`${paper} has a table that is not the code's: run npm run tables`);
  }
  expect(stale).toEqual([]);
});

test('a table between its markers is made anew, and what stands around it stays', async () => {
  const page = 'Formats:\n\n<!-- table: reports -->\n| old |\n<!-- end -->\n\nThat is all.\n';
  const made = await withTables(page);
  expect(made).toMatch(/^Formats:\n\n<!-- table: reports -->\n\n\| format \| file \| for \|\n\|---\|---\|---\|\n/);
  expect(made).toMatch(/ \|\n\n<!-- end -->\n\nThat is all\.\n$/);
  expect(await withTables(made)).toBe(made);
  await expect(withTables(page.replace('reports', 'report'))).rejects.toThrow('there is no table "report"; there are ');
});
