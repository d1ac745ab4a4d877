import { ancestorsOf, isObject, type JsonObject, own, pointerTo, pointerTokens } from '../json/value';
import type { Contract, Source } from '../model/contract';
import { ContractError, type ReportFault } from '../model/problem';
import { CORRECT } from '../repair/draft';
import { noteNames } from '../repair/names';
import { followReferences } from './follow';
import { placesOf } from './places';
import { createReferencedFiles } from './referenced-files';
import { baseOf } from './source';
import { structureFaults } from './validate';

export interface Dereferencing {
  /** Whether the document is refused anyhow once a URL can't be read, so that others need not be waited for. */
  readonly strict: boolean;
  /** Whether this text has passed every check in the build. */
  readonly isPrevalidated: boolean;
  /** Folders, files and origins that references may lead to, besides the document's own. */
  readonly allowRefs: readonly string[];
  readonly report: ReportFault;
}

/**
 * Follows every `$ref` of a document: one that stands in several places becomes the same object in each. Faults are reported.
 *
 * @throws ContractError for what is no document of OpenAPI 3, and for one beyond the bounds
 */
export async function dereference(
  source: Source,
  given: Dereferencing,
): Promise<Pick<Contract, 'sha256'> & { readonly document: JsonObject }> {
  /** Where something was found already; what OpenAPI's own schema says of it adds nothing. */
  const known = new Set<string>();
  const report: ReportFault = (fault) => {
    known.add(fault.pointer.replace(/\/\$ref$/, ''));
    given.report(fault);
  };
  const document = begun(source, report);
  const base = baseOf(source.name);
  const places = await placesOf(source, given.allowRefs);
  const files = createReferencedFiles(source, { base, places, strict: given.strict });
  const reportIn = (file: string): ReportFault =>
    file === base ? report : (fault) => report({ ...fault, file: fault.file ?? file });
  try {
    await followReferences(document, { base, files, report: reportIn, repairs: !given.isPrevalidated });
  } finally {
    files.close();
  }
  const sha256 = files.sha256();
  if (given.isPrevalidated) return { document, sha256 };
  for (const fault of await structureFaults(source.name, document, sha256)) {
    const place = ownPlace(source.json, fault.pointer);
    if (![...ancestorsOf(place), place].some((one) => known.has(one))) given.report(fault);
  }
  noteNames(document);
  return { document, sha256 };
}

/** A copy of a document, which is served as its author wrote it, with what no document can do without. */
function begun({ json, name }: Source, report: ReportFault): Record<string, unknown> {
  if (!isObject(json)) {
    throw new ContractError(name, '', `expected an OpenAPI document, found ${kindOf(json)}.`, CORRECT);
  }
  const { openapi, swagger } = json;
  if (openapi === undefined && swagger !== undefined)
    throw new ContractError(name, '/swagger', `expected OpenAPI 3, found Swagger ${String(swagger)}.`, CONVERT);
  if (openapi === undefined || !/^3(\.|$)/.test(String(openapi))) {
    const found = openapi === undefined ? 'none' : JSON.stringify(openapi);
    throw new ContractError(name, '/openapi', `expected a version "3.0.x" or "3.1.x", found ${found}.`, CORRECT);
  }
  const document = structuredClone(json) as Record<string, unknown>;
  if (typeof openapi !== 'string' || !/^3\.(0\.\d|1\.\d+)(-.+)?$/.test(openapi)) {
    const read = /^3(\.0|$)/.test(String(openapi)) ? '3.0.3' : '3.1.0';
    const problem = `expected a version "3.0.x" or "3.1.x", found ${JSON.stringify(openapi)}.`;
    report({ pointer: '/openapi', problem, remedy: `It is read as ${read}.`, correction: CORRECT });
    document.openapi = read;
  }
  if (!isObject(json.paths)) {
    throw new ContractError(name, '/paths', `expected the paths, found ${kindOf(json.paths)}.`, NO_OPERATION);
  }
  return document;
}

/** Webhooks, components and callbacks are nothing that a client calls. */
export const NO_OPERATION = 'Describe an operation: without one there is nothing to serve, and nothing to judge.';

const CONVERT = 'Convert it first, as by npx swagger2openapi, or at editor.swagger.io by "Convert to OpenAPI 3".';

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** What goes through chains of references by itself may find V8's stack too small: of `allOf` that brings in `allOf`, some thousand times. */
export const chainTooLong = ({ name }: Source): ContractError =>
  new ContractError(name, '', 'has references that lead on through too many levels of it.', 'Make it flatter.');

/** References may lead in a circle. */
const MOST_REFERENCES = 100;

/** Where a place of a followed document stands in its text; one in another file, or nowhere, stays as it is. */
export function ownPlace(json: unknown, pointer: string): string {
  let at = '';
  let value = json;
  let references = 0;
  const tokens = [...pointerTokens(pointer)];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (isObject(value) && typeof value.$ref === 'string' && token !== '$ref') {
      references += 1;
      if (!value.$ref.startsWith('#/') || references > MOST_REFERENCES) return pointer;
      tokens.unshift(...pointerTokens(value.$ref.slice(1)), token);
      [at, value] = ['', json];
      continue;
    }
    at = pointerTo(at, token);
    // An array has its members under their places, as an object has them under their names.
    value =
      typeof value === 'object' && value !== null ? own(value as Readonly<Record<string, unknown>>, token) : undefined;
  }
  return at;
}
