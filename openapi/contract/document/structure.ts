import { pathToFileURL } from 'node:url';
import { ancestorsOf } from '../json/pointer';
import { isObject, type JsonObject } from '../json/value';
import type { Contract, Source } from '../model/contract';
import { ContractError, type ReportFault } from '../model/problem';

import { reportStructure } from './check-structure';
import { type FileReference, followReferences } from './follow';
import { MAX_VALUES } from './limits';
import { Unread } from './nowhere';
import { ownPlace } from './own-place';
import { placesOf } from './places';
import { createReferenceReader } from './reference-reader';
import { isUrl } from './source';
import { REMEDY, refuseLongChains } from './structure-error';
import { createTextsDigest } from './texts-digest';
import { TooMuch } from './too-much';
import { parseYaml } from './yaml';

export interface Dereferencing {
  /** Whether the document is refused anyhow once a URL can't be read, so that others need not be waited for. */
  readonly strict: boolean;
  /** Whether this text has passed every check before. */
  readonly isVouchedFor: boolean;
  /** Folders, files and origins that references may lead to, besides the document's own. */
  readonly allowRefs: readonly string[];
  readonly report: ReportFault;
}

export interface Dereferenced {
  readonly document: JsonObject;
  readonly sha256: Contract['sha256'];
}

/**
 * Follows every `$ref` of a document; a reference that stands in several places becomes the same object in each. What is not as
 * OpenAPI has it is reported, and put right or left out.
 *
 * @throws ContractError for what is no document of OpenAPI 3, and for one beyond the bounds
 */
export async function dereference(source: Source, given: Dereferencing): Promise<Dereferenced> {
  /** Where something was found already; what OpenAPI's own schema says of it adds nothing. */
  const known = new Set<string>();
  const report: ReportFault = (fault) => {
    known.add(fault.pointer.replace(/\/\$ref$/, ''));
    given.report(fault);
  };
  const document = begun(source, report);
  const base = baseOf(source.name);
  const reader = createReferenceReader(source, base, await placesOf(source, given.allowRefs));
  const values = { left: MAX_VALUES };
  const texts = createTextsDigest(source, base);
  const read = async (reference: FileReference): Promise<unknown> => {
    try {
      const text = await reader.read(reference);
      texts.add(reference.url, text);
      // Our own YAML reader, so that integers keep their digits in files that the document refers to.
      return TEXTS.test(reference.url) ? text : parseYaml(reference.url, text, values);
    } catch (error) {
      const isRefused = error instanceof ContractError && given.strict && isUrl(reference.url);
      if (!(error instanceof ContractError) || isRefused || error.cause instanceof TooMuch) throw error;
      const { source: file, problem, remedy: correction } = error;
      return new Unread({ problem, correction, ...(file === reference.url ? { file } : {}) });
    }
  };
  const reportIn = (file: string): ReportFault =>
    file === base ? report : (fault) => report({ ...fault, file: fault.file ?? file });
  try {
    await followReferences({ url: base, root: document }, { read, report: reportIn, mends: !given.isVouchedFor });
  } finally {
    reader.close();
  }
  const dereferenced = { document, sha256: texts.sha256() };
  if (given.isVouchedFor) return dereferenced;
  refuseLongChains(source, document);
  reportStructure(source, document, (fault) => {
    const place = ownPlace(source.json, fault.pointer);
    if (![...ancestorsOf(place), place].some((one) => known.has(one))) given.report(fault);
  });
  return dereferenced;
}

/**
 * A copy of a document, which is served as its author wrote it, with what no document can do without.
 *
 * @throws ContractError for what is no document of OpenAPI 3
 */
function begun({ json, name }: Source, report: ReportFault): Record<string, unknown> {
  if (!isObject(json)) {
    throw new ContractError(name, '', `expected an OpenAPI document, found ${kindOf(json)}.`, REMEDY);
  }
  const { openapi, swagger } = json;
  if (openapi === undefined && swagger !== undefined)
    throw new ContractError(name, '/swagger', `expected OpenAPI 3, found Swagger ${String(swagger)}.`, CONVERT);
  if (openapi === undefined || !/^3(\.|$)/.test(String(openapi))) {
    const found = openapi === undefined ? 'none' : JSON.stringify(openapi);
    throw new ContractError(name, '/openapi', `expected a version "3.0.x" or "3.1.x", found ${found}.`, REMEDY);
  }
  const document = structuredClone(json) as Record<string, unknown>;
  if (typeof openapi !== 'string' || !/^3\.[01]\.\d+/.test(openapi)) {
    const read = /^3(\.0|$)/.test(String(openapi)) ? '3.0.3' : '3.1.0';
    const problem = `expected a version "3.0.x" or "3.1.x", found ${JSON.stringify(openapi)}.`;
    report({ pointer: '/openapi', problem, remedy: `It is read as ${read}.`, correction: REMEDY });
    document.openapi = read;
  }
  if (!isObject(json.paths)) {
    const isFault = json.paths !== undefined || !String(document.openapi).startsWith('3.1');
    const problem = `expected the paths, found ${kindOf(json.paths)}.`;
    if (isFault) report({ pointer: '/paths', problem, remedy: 'Nothing is served.', correction: REMEDY });
    document.paths = {};
  }
  return document;
}

const CONVERT = 'Convert it first, as by npx swagger2openapi, or at editor.swagger.io by "Convert to OpenAPI 3".';

/** What is a text, not YAML or JSON. */
const TEXTS = /\.(txt|htm|html|md|xml|js|min|map|css|scss|less|svg)$/i;

/** What relative references in the document are relative to. */
function baseOf(name: string): string {
  if (isUrl(name)) return name;
  return pathToFileURL(name === '-' ? 'standard-input.yaml' : name).href;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
