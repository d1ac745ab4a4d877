import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentName } from '../../openapi/contract';
import type { ReportContext } from './context';
import { documentLines } from './document-lines';
import type { Environment } from './report';

/** Where a sentence of the contract stands. */
export interface Place {
  /** From the folder of the repository, parted by slashes; undefined where the document is no file of it. */
  readonly path: string | undefined;
  /** A URL of the document, of the shipped one its place in the package; undefined for standard input. */
  readonly url: string | undefined;
  /** From 1; undefined where there is no file. */
  readonly line: number | undefined;
  /** For people: the document and the pointer. */
  readonly text: string;
}

/** Finds the places of a contract's document by JSON pointer. It reads the text's lines for the first of them. */
export function placesOf(
  { contract: { source }, redact }: Pick<ReportContext, 'contract' | 'redact'>,
  { GITHUB_WORKSPACE: workspace = process.cwd() }: Environment,
): (pointer: string) => Place {
  const known = documentName(source);
  const isUrl = /^https?:/i.test(source.name);
  const isFile = !isUrl && source.name !== '-';
  const file = resolve(source.name);
  const path = relative(resolve(workspace), file);
  const isInside = isFile && path !== '' && !path.startsWith('..') && !isAbsolute(path);
  const url = isUrl
    ? redact(source.name)
    : isFile
      ? known === source.name
        ? pathToFileURL(file).href
        : known
      : undefined;
  const relativePath = isInside ? path.split(sep).join('/') : undefined;
  const name = source.name === '-' ? 'standard input' : known === source.name ? (relativePath ?? known) : known;
  return (pointer) => ({
    path: relativePath,
    url,
    line: isFile ? documentLines(source)(pointer) : undefined,
    text: redact(`${name}#${pointer}`),
  });
}
