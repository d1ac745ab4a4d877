import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject } from '../json/object';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import { checkStructure } from './check-structure';
import { MAX_VALUES } from './limits';
import { placesOf } from './places';
import { createReferenceReader, type Reference } from './reference-reader';
import { isUrl } from './source';
import { REMEDY, toContractError } from './structure-error';
import { parseYaml } from './yaml';

/**
 * Follows every `$ref` of a document, and checks the whole against OpenAPI's own schema; a reference that stands in several
 * places becomes the same object in each.
 *
 * @param known whether this text has passed OpenAPI's schema before
 * @param allowRefs folders, files and origins that references may lead to, besides the document's own
 * @throws ContractError with the place of the first problem
 */
export async function dereference(source: Source, known: boolean, allowRefs: readonly string[]): Promise<JsonObject> {
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
  const document = await follow(source, json, allowRefs);
  if (!known) await checkStructure(source, document);
  return document;
}

async function follow(source: Source, json: JsonObject, allowRefs: readonly string[]): Promise<JsonObject> {
  // Loaded here, since it takes a fifth of the start.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const base = baseOf(source.name);
  const reader = createReferenceReader(source, base, await placesOf(source, allowRefs));
  const values = { left: MAX_VALUES };
  let broken: unknown;
  /** Keeps what is thrown first, since the parser wraps it into an error of its own. */
  const kept = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      broken ??= error;
      throw error;
    }
  };
  const options = {
    parse: {
      // Our own YAML reader, so that integers keep their digits in files that the document refers to.
      yaml: {
        canParse: ({ url }: FileInfo) => !TEXTS.test(url),
        parse: ({ url, data }: FileInfo) => kept(() => parseYaml(url, String(data), values)),
      },
      json: false,
      binary: false,
    },
    resolve: {
      file: false,
      http: false,
      contained: { order: 1, canRead: true, read: (reference: Reference) => kept(() => reader.read(reference)) },
    },
  };
  try {
    // A copy: the parser replaces references in place, and `json` is served as the author wrote it.
    const api = structuredClone(json);
    // Its types know neither a document that is yet to be checked nor every option that it has.
    type Follow = (base: string, api: unknown, options: unknown) => Promise<JsonObject>;
    const parser = new SwaggerParser();
    return await (parser.dereference as Follow).call(parser, base, api, options);
  } catch (error) {
    throw broken ?? toContractError(source, error);
  } finally {
    reader.close();
  }
}

/** What the parser takes for a text, not for YAML or JSON. */
const TEXTS = /\.(txt|htm|html|md|xml|js|min|map|css|scss|less|svg)$/i;

interface FileInfo {
  readonly url: string;
  readonly data: unknown;
}

/** What relative references in the document are relative to. */
function baseOf(name: string): string {
  if (isUrl(name)) return name;
  return pathToFileURL(name === '-' ? 'standard-input.yaml' : name).href;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
