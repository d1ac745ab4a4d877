import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  bytesUpTo,
  isObject,
  JsonError,
  parseJson,
  readTextFile,
  reasonOf,
  sentenceOf,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { UsageError } from '../../openapi/program/failure';
import { withoutUnseen } from '../../openapi/program/printable';

/** The text of a JSON file. JSON lets characters stand as they are that a terminal would obey, or not show. */
export const jsonText = (value: unknown): string => `${withoutUnseen(stringifyJson(value, 2), escaped)}\n`;

/** The same as a part of a text, in one line. */
export const jsonLine = (value: unknown): string => withoutUnseen(stringifyJson(value), escaped);

/** RFC 8259 §7: beyond 16 bits as the two halves of a surrogate pair. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Reports keep bodies in part, so that none comes near it. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * The value of a JSON file, integers exact. It fits the schema.
 *
 * @param file `-` is standard input
 * @param what the file is meant to be, for the message: `the baseline`
 * @param schema a file of this package, e.g. `conformance/baseline.schema.json`
 * @throws UsageError with the file and the place in it
 */
export async function readDescribed(file: string, what: string, schema: string): Promise<unknown> {
  const name = file === '-' ? 'of standard input' : file;
  const value = parsed(await textOf(file, what), name, what);
  const described: unknown = JSON.parse(readFileSync(packageFile(schema), 'utf8'));
  const violation = validatorOf(resolved(described), 'response')(value);
  if (violation === undefined) return value;
  throw new UsageError(`${what} ${name} is not valid: ${sentenceOf(violation, 'the file')}. See ${schema}.`);
}

async function textOf(file: string, what: string): Promise<string> {
  try {
    if (file === '-') return await text(process.stdin);
    return await readTextFile(file, bytesUpTo(MOST_BYTES));
  } catch (error) {
    throw new UsageError(`${what} ${file} can't be read: ${reasonOf(error)}`);
  }
}

function parsed(json: string, name: string, what: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`${what} ${name} is not JSON: ${error.message}`);
  }
}

/** A schema with its own definitions in the place of the references to them, as a contract's schemas are. */
function resolved(schema: unknown): Readonly<Record<string, unknown>> {
  const root = isObject(schema) ? schema : {};
  const definitions = isObject(root.$defs) ? root.$defs : {};
  const done = new Map<unknown, unknown>();
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    if (typeof node.$ref === 'string') return walk(definitions[node.$ref.replace('#/$defs/', '')]);
    const known = done.get(node);
    if (known !== undefined) return known;
    const copy: Record<string, unknown> = {};
    done.set(node, copy);
    for (const [name, part] of Object.entries(node)) if (name !== '$defs') copy[name] = walk(part);
    return copy;
  };
  const whole = walk(root);
  return isObject(whole) ? whole : {};
}

/**
 * Writes a file beside its place and then renames it, so that half of it is never seen.
 *
 * @param content a text, or its pieces in their order
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    const file = openSync(beside, 'w');
    try {
      for (const piece of typeof content === 'string' ? [content] : content) writeAll(file, Buffer.from(piece));
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A system may take less than it is given at once. */
function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
