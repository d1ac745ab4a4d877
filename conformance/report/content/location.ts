import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as YamlParser from '@stoplight/yaml-ast-parser';
import { documentName, isObject, memoized, own, pointerTokens, type Source } from '../../../openapi/contract';
import type { Environment, ReportContext } from './context';

/** Where a sentence of the contract stands. */
export interface SourceLocation {
  /** From the folder of the repository, parted by slashes; undefined where the document is no file of it. */
  readonly path: string | undefined;
  /** A URL of the document, of the shipped one its place in the package; undefined for standard input. */
  readonly url: string | undefined;
  /** From 1; undefined where there is no file. */
  readonly line: number | undefined;
  /** For people: the document and the pointer. */
  readonly text: string;
}

/** Where JSON pointers of a contract's document lead. The first of them has the text's lines read. */
export function locationsOf(
  { contract: { source }, redact }: Pick<ReportContext, 'contract' | 'redact'>,
  { GITHUB_WORKSPACE: workspace = process.cwd() }: Environment,
): (pointer: string) => SourceLocation {
  const isUrl = /^https?:/i.test(source.name);
  const isFile = !isUrl && source.name !== '-';
  const file = resolve(source.name);
  const path = relative(resolve(workspace), file);
  const isInside = isFile && path !== '' && !path.startsWith('..') && !isAbsolute(path);
  const relativePath = isInside ? path.split(sep).join('/') : undefined;
  // Of the shipped document its place in the package.
  const known = documentName(source);
  const isShipped = known !== source.name;
  const url = isUrl ? redact(source.name) : isShipped ? known : isFile ? pathToFileURL(file).href : undefined;
  const name = source.name === '-' ? 'standard input' : isShipped ? known : (relativePath ?? known);
  return (pointer) => ({
    path: relativePath,
    url,
    line: isFile ? documentLines(source)(pointer) : undefined,
    text: redact(`${name}#${pointer}`),
  });
}

type Node = YamlParser.YAMLNode;

/**
 * Where the places of a document stand in its text, YAML or JSON. A place beyond a `$ref` within the document is looked for
 * where that leads to; of one that is not in the text, the nearest place above it is given.
 *
 * Several reports of one run ask for the same.
 *
 * @returns a function of JSON pointers that gives lines from 1
 */
export const documentLines = memoized(linesOf);

function linesOf({ text, json }: Pick<Source, 'text' | 'json'>): (pointer: string) => number {
  // Few runs name lines, and reading the parser takes longer than all else of a report.
  const { Kind, load } = require('@stoplight/yaml-ast-parser') as typeof YamlParser;
  const root = load(text, { ignoreDuplicateKeys: true });
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];

  const lineAt = (position: number): number => {
    let [first, last] = [0, starts.length];
    while (last - first > 1) {
      const middle = (first + last) >> 1;
      if ((starts[middle] ?? 0) <= position) first = middle;
      else last = middle;
    }
    return first + 1;
  };

  /** What a node stands for: an alias for what its anchor names. */
  const meant = (node: Node | undefined): Node | undefined => (node?.kind === Kind.ANCHOR_REF ? node.value : node);

  const step = (node: Node | undefined, token: string): Node | undefined => {
    const inner = meant(node);
    if (inner?.kind === Kind.MAP)
      // The parser's types leave this open; a map's members are mappings.
      return (inner.mappings as readonly YamlParser.YAMLMapping[]).findLast(({ key }) => key.value === token);
    // Of its kinds this one alone has items.
    return inner?.kind === Kind.SEQ ? (inner as YamlParser.YAMLSequence).items[Number(token)] : undefined;
  };

  return (pointer) => {
    let node: Node | undefined = root;
    let line = 1;
    for (const token of inText(json, pointerTokens(pointer))) {
      const found: Node | undefined = step(node, token);
      if (found === undefined) break;
      line = lineAt(found.startPosition);
      node = found.kind === Kind.MAPPING ? found.value : found;
    }
    return line;
  };
}

/** References may lead in a circle. */
const MOST_REFERENCES = 100;

/** The tokens of a place in the text, with what a `$ref` leads to in the place of what stands before it. */
function inText(json: unknown, tokens: readonly string[], left = MOST_REFERENCES): readonly string[] {
  let value = json;
  for (const [index, token] of tokens.entries()) {
    const reference = isObject(value) ? own(value, '$ref') : undefined;
    if (typeof reference === 'string' && left > 0)
      return reference.startsWith('#/')
        ? inText(json, [...pointerTokens(decoded(reference)), ...tokens.slice(index)], left - 1)
        : tokens.slice(0, index);
    value = Array.isArray(value) ? value[Number(token)] : isObject(value) ? own(value, token) : undefined;
  }
  return tokens;
}

/** A fragment is percent-encoded (RFC 6901 §6). */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
