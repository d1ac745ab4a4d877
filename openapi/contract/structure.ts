import { pathToFileURL } from 'node:url';
import type { ErrorObject } from 'ajv';
import { ContractError } from './contract-error';
import type { Source } from './model';
import { isObject } from './object';
import { pointerTo } from './pointer';
import { parseYaml } from './yaml';

const REMEDY = 'See the OpenAPI specification, 3.0 or 3.1.';

/**
 * Checks a document against OpenAPI's own schema and follows every `$ref`; a reference that stands in several places
 * becomes the same object in each.
 *
 * @param known whether this text has passed OpenAPI's schema before
 * @throws ContractError that names the pointer of the deepest fault
 */
export async function dereference(source: Source, known: boolean): Promise<Readonly<Record<string, unknown>>> {
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
  // Loaded here, since it takes a fifth of the start.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const parser = new SwaggerParser();
  const options = {
    // Our own YAML reader, so that integers keep their digits in files that the document refers to.
    parse: { yaml: { order: 1, parse: ({ url, data }: FileInfo) => parseYaml(url, String(data)) }, json: false },
    resolve: { http: { safeUrlResolver: false } },
    validate: { schema: !known, spec: false },
  };
  try {
    // A copy: the parser replaces references in place, and `json` is served as the author wrote it.
    const api = structuredClone(json);
    return (await parser.validate(baseOf(name), api as never, options as never)) as unknown as Record<string, unknown>;
  } catch (error) {
    throw translate(source, error);
  }
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
  const pointer = findReference(json, error.message) ?? '';
  return new ContractError(name, pointer, `${firstLine(error.message)}.`, 'Mend the reference there.');
}

/** The first `$ref` whose target a message speaks of. */
function findReference(value: unknown, message: string, pointer = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    if (name === '$ref' && typeof child === 'string' && message.includes(child.replace(/^\.\//, ''))) return at;
    const below = findReference(child, message, at);
    if (below !== undefined) return below;
  }
  return undefined;
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
