import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { SHIPPED_DOCUMENT } from '../../openapi/contract';
import { temporaryFolder } from '../../openapi/program/testing/folder';

/** A document that a test edits: plain objects and arrays. */
// biome-ignore lint/suspicious/noExplicitAny: an edit reaches deep into a document whose shape is the test's business
export type Draft = any;

const folder = temporaryFolder();
let written = 0;

/** The shipped document with one edit, as YAML. */
export function editedText(edit: (document: Draft) => void): string {
  const document = load(readFileSync(SHIPPED_DOCUMENT, 'utf8'));
  edit(document);
  return dump(document, { noRefs: true });
}

/** Writes a copy of the shipped document with one edit, and returns the file's path. */
export const editedDocument = (edit: (document: Draft) => void): string => writeFile('yaml', editedText(edit));

/** Writes a text to a file that is removed when the tests end, and returns its path. */
export function writeFile(extension: string, text: string): string {
  written += 1;
  const file = join(folder, `${written}.${extension}`);
  writeFileSync(file, text);
  return file;
}
