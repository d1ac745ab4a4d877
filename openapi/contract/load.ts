import { setImmediate } from 'node:timers/promises';
import { packageFile } from '../package/package-file';

import { madeConsistent } from './consistency/operations';
import { cutCircles, cutWeight } from './consistency/schemas';
import { reportSecurity } from './consistency/security';
import { withoutBrokenValues } from './consistency/values';
import { readSource, toSource } from './document/source';
import { chainTooLong, type Dereferencing, dereference, NO_OPERATION, ownPlace } from './document/structure';
import { dropBrokenExtensions, readLeftOpen, readPlans } from './extensions/extensions';
import { stringifyJson } from './json/json';
import { type JsonObject, objectOrEmpty, stringOrUndefined } from './json/value';
import type { Contract, Source } from './model/contract';
import type { Operation } from './model/operation';
import { ContractError, type DocumentProblem, type Fault, MOST_WARNINGS, type ReportFault } from './model/problem';
import { findEnvelope } from './operations/envelope';
import { readOperations } from './operations/operations';
import { prefixOf, readServers } from './operations/paths';
import { findAllowanceHeaders } from './operations/replies';
import { readSecuritySchemes } from './operations/security';
import { isPrevalidated } from './prevalidated';
import { findResources } from './resources/resources';
import { findSingletons } from './resources/singletons';

const SHIPPED = 'openapi/animal-store.yaml';

/** The document that comes with the project. */
export const SHIPPED_DOCUMENT = packageFile(SHIPPED);

/** The document of the mock's own control plane. */
export const CONTROL_DOCUMENT = packageFile('openapi/control.yaml');

/** What to call a document to people: the shipped one by its place in the package, wherever that is installed. */
export const documentName = ({ name }: Pick<Source, 'name'>): string => (name === SHIPPED_DOCUMENT ? SHIPPED : name);

export interface Reading {
  /** Whether a document with faults is refused. */
  readonly strict?: boolean;
}

/**
 * Reads an OpenAPI document (3.0 or 3.1, YAML or JSON) into a contract. What is wrong with it is left out or put right, as
 * the contract's `warnings` say.
 *
 * @param named a file's path, an `http(s)` URL, `-` for standard input, or the document itself
 * @param allowRefs folders, files and origins that references may lead to, besides the document's own
 * @throws ContractError with the place, the fault and the remedy, when the document can't be used, or has faults and is read
 *   strictly; it then has all of them
 */
export async function loadContract(
  named: string | JsonObject,
  allowRefs: readonly string[] = [],
  { strict = false }: Reading = {},
): Promise<Contract> {
  const source = typeof named === 'string' ? await readSource(named) : sourceOf(named);
  const faults: Fault[] = [];
  const contract = await read(source, { allowRefs, strict, report: (fault) => faults.push(fault) }).catch(
    (error: unknown) => {
      throw error instanceof RangeError ? chainTooLong(source) : error;
    },
  );
  const [first, ...others] = faults;
  if (strict && first !== undefined) throw refusal(source, first, others);
  if (contract.operations.length === 0)
    throw new ContractError(source.name, '/paths', 'has no operation.', NO_OPERATION);
  return { ...contract, warnings: warningsOf(source, faults) };
}

/** What a document is called that has no file. */
const NAMELESS = 'document';

const sourceOf = (document: JsonObject): Source => toSource(NAMELESS, { text: stringifyJson(document), url: NAMELESS });

/** The same of a text that refers to no other file, in several turns of the event loop: others are served meanwhile. */
export async function contractFrom(name: string, text: string): Promise<Contract> {
  const source = toSource(name, { text, url: name });
  await setImmediate();
  const refuse = (fault: Fault): never => {
    throw refusal(source, fault);
  };
  return { ...(await read(source, { allowRefs: [], strict: true, report: refuse }, setImmediate)), warnings: [] };
}

/** Each fault at its own place once, however many operations share what it is a fault of. */
function warningsOf({ json }: Source, faults: readonly Fault[]): readonly DocumentProblem[] {
  const found = new Map<string, DocumentProblem>();
  for (const { correction: _, ...warning } of faults) {
    if (found.size === MOST_WARNINGS) break;
    const pointer = warning.file === undefined ? ownPlace(json, warning.pointer) : warning.pointer;
    found.set(`${warning.file} ${pointer} ${warning.problem}`, { ...warning, pointer });
  }
  return [...found.values()];
}

/** What a document is refused with that is read strictly. */
function refusal({ name }: Source, first: Fault, others: readonly Fault[] = []): ContractError {
  const errorOf = ({ file, pointer, problem, correction }: Fault, more?: readonly string[]): ContractError =>
    new ContractError(file ?? name, pointer, problem, correction, more);
  return errorOf(
    first,
    others.map((fault) => errorOf(fault).message),
  );
}

/** @param pause waited for where others may be served */
async function read(
  source: Source,
  reading: Omit<Dereferencing, 'isPrevalidated'>,
  pause: () => Promise<void> = async () => {},
): Promise<Omit<Contract, 'warnings'>> {
  const { name } = source;
  const { report } = reading;
  const known = isPrevalidated(source);
  const { document: followed, sha256 } = await dereference(source, { ...reading, isPrevalidated: known });
  await pause();
  if (!known) dropBrokenExtensions(followed, report);

  const { document, operations: read } = known
    ? { document: followed, operations: readOperations(followed) }
    : withoutBroken(name, followed, report);
  const servers = readServers(document);
  await pause();
  const info = objectOrEmpty(document.info);
  const parts = { operations: read, plans: readPlans(document) };
  const { operations, plans } = known ? parts : madeConsistent(parts, report);
  const resources = findResources(operations);
  const contract = {
    title: stringOrUndefined(info.title) ?? '',
    version: stringOrUndefined(info.version) ?? '',
    description: stringOrUndefined(info.description) ?? '',
    source,
    sha256,
    servers,
    prefix: prefixOf(servers, report),
    operations,
    securitySchemes: [...readSecuritySchemes(document).values()],
    resources,
    singletons: findSingletons(operations, resources),
    plans,
    allowanceHeaders: findAllowanceHeaders(operations),
    envelope: findEnvelope(operations),
    leftOpen: readLeftOpen(document),
  };
  if (!known) reportSecurity(document, report);
  return contract;
}

/** A document and its operations without the values that break their schemas. */
function withoutBroken(
  name: string,
  document: JsonObject,
  report: ReportFault,
): { readonly document: JsonObject; readonly operations: readonly Operation[] } {
  const operations = readOperations(document);
  cutCircles(operations, report);
  cutWeight(name, operations, report);
  const left = withoutBrokenValues(document, operations, report);
  return left === undefined ? { document, operations } : { document: left, operations: readOperations(left) };
}
