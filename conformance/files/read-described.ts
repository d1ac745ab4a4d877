import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  bytesUpTo,
  isObject,
  JsonError,
  parseJson,
  readTextFile,
  reasonOf,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { UsageError } from '../../openapi/program/failure';

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
  throw new UsageError(`${what} ${name} is none: ${sentenceOf(violation, 'the file')}. See ${schema}.`);
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
    throw new UsageError(`${what} ${name} is no JSON: ${error.message}`);
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
