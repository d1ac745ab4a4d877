/** `npm run documents`: starts the mock on each document of a folder, and has the suite judge it. */
import { readdir } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';
import { readFlags } from '../../openapi/program/command';
import { endWith, UsageError } from '../../openapi/program/failure';
import { printable } from '../../openapi/program/printable';
import { surviveLostOutput } from '../../openapi/program/process';
import { OPTIONS } from './options';
import { judgeDocument } from './round';
import { STORIES } from './stories';

const PROGRAM = {
  name: 'documents',
  description:
    "Starts the mock on each OpenAPI document of a folder, uses it as a client of some of them would, and has the suite judge it: nobody's contract may lead to a violation.",
  epilogue: `
Examples:
  $ npm run documents                                    those of ../shared/documents
  $ npm run documents -- --dir my-apis --only shop`,
};

/** @returns the exit status: 1 where a document was not read, or the suite found a violation or could not judge */
async function main(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  const { dir, only, maxTime } = readFlags(PROGRAM, OPTIONS, args);
  const found = await readdir(dir).catch(() => undefined);
  if (found === undefined)
    throw new UsageError(`--dir: there is no folder ${dir}. Name one that has OpenAPI documents in it`);
  const files = found
    .filter((file) => ENDINGS.includes(extname(withoutGzip(file))))
    .filter((file) => only.length === 0 || only.includes(nameOf(file)))
    .sort();
  if (files.length === 0)
    throw new UsageError(`--dir: ${dir} has no such document. Expected files that end with ${ENDINGS.join(', ')}`);
  let clean = 0;
  for (const file of files) {
    const stories = STORIES.filter(({ document }) => document === nameOf(file));
    const { exitCode, text, otherwise } = await judgeDocument(join(dir, file), stories, maxTime);
    const isClean = exitCode === 0 && otherwise.length === 0;
    if (isClean) clean += 1;
    const told =
      stories.length === 0 ? '' : `, ${stories.length - otherwise.length} of ${stories.length} stories as told`;
    for (const line of [`${nameOf(file)}  ${isClean ? 'clean' : 'NOT CLEAN'}  ${text}${told}`, ...otherwise])
      process.stdout.write(`${printable(line)}\n`);
  }
  process.stdout.write(`${clean} of ${files.length} are clean\n`);
  return clean === files.length ? 0 : 1;
}

const ENDINGS: readonly string[] = ['.json', '.yaml', '.yml'];

const withoutGzip = (file: string): string => file.replace(/\.gz$/, '');
const nameOf = (file: string): string => parse(withoutGzip(file)).name;

endWith(main(process.argv.slice(2)));
