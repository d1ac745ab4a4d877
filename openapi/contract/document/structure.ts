import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject } from '../json/object';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import { dropVariableDescriptions } from './server-variables';
import { REMEDY, toContractError } from './structure-error';
import { parseYaml } from './yaml';

/**
 * Checks a document against OpenAPI's own schema and follows every `$ref`; a reference that stands in several places
 * becomes the same object in each.
 *
 * @param known whether this text has passed OpenAPI's schema before
 * @throws ContractError with the place of the first problem
 */
export async function dereference(source: Source, known: boolean): Promise<JsonObject> {
  const { json, name } = source;
  if (!isObject(json)) {
    throw new ContractError(name, '', `expected an OpenAPI document, found ${kindOf(json)}.`, REMEDY);
  }
  if (typeof json.openapi !== 'string' || !/^3\.[01]\.\d+$/.test(json.openapi)) {
    const found = json.openapi === undefined ? 'none' : JSON.stringify(json.openapi);
    throw new ContractError(name, '/openapi', `expected a version "3.0.x" or "3.1.x", found ${found}.`, REMEDY);
  }
  if (!isObject(json.paths)) {
    throw new ContractError(name, '/paths', `expected the paths, found ${kindOf(json.paths)}.`, REMEDY);
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
    throw broken ?? toContractError(source, error);
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

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
