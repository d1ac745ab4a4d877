import { pathToFileURL } from 'node:url';
import type { ErrorObject } from 'ajv';
import { isObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import { dropVariableDescriptions } from './server-variables';
import { parseYaml } from './yaml';

type JsonObject = Readonly<Record<string, unknown>>;

const REMEDY = 'See the OpenAPI specification, 3.0 or 3.1.';

/**
 * Checks a document against OpenAPI's own schema and follows every `$ref`; a reference that stands in several places
 * becomes the same object in each.
 *
 * @param known whether this text has passed OpenAPI's schema before
 * @throws ContractError that names the pointer of the deepest fault
 */
export async function dereference(source: Source, known: boolean): Promise<JsonObject> {
  const { json, name } = source;
  if (!isObject(json)) {
    throw new ContractError(name, '', `expected an OpenAPI document, found ${describe(json)}.`, REMEDY);
  }
  if (typeof json.openapi !== 'string' || !/^3\.[01]\.\d+$/.test(json.openapi)) {
    const found = json.openapi === undefined ? 'none' : JSON.stringify(json.openapi);
    throw new ContractError(name, '/openapi', `expected a version "3.0.x" or "3.1.x", found ${found}.`, REMEDY);
  }
  if (!isObject(json.paths)) {
    throw new ContractError(name, '/paths', `expected the paths, found ${describe(json.paths)}.`, REMEDY);
  }
  if (!known) await checkStructure(source, json);
  return follow(source, json, false);
}

/** OpenAPI's schema knows no bigint, so it sees integers beyond 2^53 rounded. */
async function checkStructure(source: Source, json: JsonObject): Promise<void> {
  const rounded = withoutBigints(json);
  if (/^3\.1\./.test(String(json.openapi))) dropVariableDescriptions(rounded);
  await follow(source, rounded, true);
}

async function follow(source: Source, json: JsonObject, isCheck: boolean): Promise<JsonObject> {
  // Loaded here, since it takes a fifth of the start.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  let broken: unknown;
  const parse = ({ url, data }: FileInfo): unknown => {
    try {
      // Our own YAML reader, so that integers keep their digits in files that the document refers to.
      const value = parseYaml(url, String(data));
      return isCheck ? withoutBigints(value) : value;
    } catch (error) {
      // Kept, since the parser wraps it into an error of its own.
      broken = error;
      throw error;
    }
  };
  const options = {
    parse: { yaml: { order: 1, parse }, json: false },
    resolve: { http: { safeUrlResolver: false } },
    validate: { schema: isCheck, spec: false },
  };
  try {
    // A copy: the parser replaces references in place, and `json` is served as the author wrote it.
    const api = structuredClone(json);
    // Its types know neither a document that is yet to be checked nor every option that it has.
    type Follow = (base: string, api: unknown, options: unknown) => Promise<JsonObject>;
    const parser = new SwaggerParser();
    return await (parser.validate as Follow).call(parser, baseOf(source.name), api, options);
  } catch (error) {
    throw broken ?? translate(source, error);
  }
}

function withoutBigints<T>(value: T): T {
  if (typeof value === 'bigint') return Number(value) as T;
  // Arrays and objects of the same members: of the same type but for the bigints.
  if (Array.isArray(value)) return value.map(withoutBigints) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutBigints(child)])) as T;
}

interface FileInfo {
  readonly url: string;
  readonly data: unknown;
}

/** What relative references in the document are relative to. */
function baseOf(name: string): string {
  if (/^https?:\/\//i.test(name)) return name;
  return pathToFileURL(name === '-' ? 'standard-input.yaml' : name).href;
}

function translate({ name, json }: Source, error: unknown): unknown {
  if (error instanceof ContractError || !(error instanceof Error)) return error;
  const details = (error as { details?: ErrorObject[] }).details;
  if (details !== undefined) {
    const deepest = mostTelling(details);
    return new ContractError(name, deepest.instancePath, `${sentence(deepest)}.`, REMEDY);
  }
  const pointer = findReference(json, error.message);
  const remedy = pointer === undefined ? REMEDY : 'Mend the reference there.';
  return new ContractError(name, pointer ?? '', `${firstLine(error.message)}.`, remedy);
}

/** The first `$ref` whose target a message of the parser speaks of. */
function findReference(value: unknown, message: string, pointer = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    if (name === '$ref' && typeof child === 'string' && speaksOf(message, child)) return at;
    const below = findReference(child, message, at);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** A pointer that leads nowhere is quoted in full; of a file that can't be read, its path is told. */
function speaksOf(message: string, reference: string): boolean {
  const [file = '', fragment = ''] = reference.split('#');
  if (message.startsWith('Missing $ref pointer')) return message.includes(`"#${fragment}"`);
  return file !== '' && message.includes(file.replace(/^(\.{1,2}\/)+/, ''));
}

/** Of all the errors that ajv's `oneOf` fans out into, the one that sits deepest and is about the thing itself. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject {
  const weight = (error: ErrorObject): number =>
    depth(error.instancePath) * 4 +
    (error.keyword === 'oneOf' || error.keyword === 'anyOf' ? 0 : 2) +
    (error.params.missingProperty === '$ref' ? -1 : 0);
  const [first, ...rest] = errors;
  if (first === undefined) throw new Error('a failed validation has at least one error');
  return rest.reduce((best, error) => (weight(error) > weight(best) ? error : best), first);
}

const depth = (pointer: string): number => pointer.split('/').length;

function sentence(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = error.params.additionalProperty ?? error.params.unevaluatedProperty;
    return `"${String(name)}" is not a word that OpenAPI knows here`;
  }
  if (error.keyword === 'required') return `"${String(error.params.missingProperty)}" is missing`;
  if (error.keyword === 'enum') return `expected one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  return error.message ?? 'not what OpenAPI asks for here';
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? text).replace(/\.$/, '');

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
