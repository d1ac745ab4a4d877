import { setImmediate } from 'node:timers/promises';
import { packageFile } from '../package/package-file';
import { checkConsistency } from './consistency/consistency';
import { checkWeight } from './consistency/weight';
import { readSource, toSource } from './document/source';
import { dereference } from './document/structure';
import { chainTooLong } from './document/structure-error';
import { checkExtensions } from './extensions/check';
import { readPlans } from './extensions/plans';
import { objectOrEmpty, stringOrUndefined } from './json/narrow';
import type { Contract, Source } from './model/contract';
import { findAllowanceHeaders } from './operations/allowance-headers';
import { findEnvelope } from './operations/envelope';
import { readOperations } from './operations/operations';
import { prefixOf, readServers } from './paths/servers';
import { findResources } from './resources/resources';
import { isVouchedFor } from './vouched';

const SHIPPED = 'openapi/animal-store.yaml';

/** The document that comes with the project. */
export const SHIPPED_DOCUMENT = packageFile(SHIPPED);

/** The document of the mock's own control plane. */
export const CONTROL_DOCUMENT = packageFile('openapi/control.yaml');

/** What to call a document to people: the shipped one by its place in the package, wherever that is installed. */
export const documentName = ({ name }: Pick<Source, 'name'>): string => (name === SHIPPED_DOCUMENT ? SHIPPED : name);

/**
 * Reads an OpenAPI document (3.0 or 3.1, YAML or JSON) into a contract.
 *
 * @param name a file's path, an `http(s)` URL, or `-` for standard input
 * @param allowRefs folders, files and origins that references may lead to, besides the document's own
 * @throws ContractError with the place, the fault and the remedy, when the document can't be used
 */
export async function loadContract(name: string, allowRefs: readonly string[] = []): Promise<Contract> {
  const source = await readSource(name);
  try {
    return await read(source, allowRefs);
  } catch (error) {
    throw error instanceof RangeError ? chainTooLong(source) : error;
  }
}

/**
 * The same of a file whose text has been read already, and which refers to no other, while others are served: in several
 * turns of the event loop.
 */
export async function contractFrom(name: string, text: string): Promise<Contract> {
  const source = toSource(name, { text, url: name });
  await setImmediate();
  return read(source, [], setImmediate);
}

/** @param pause waited for where others may be served */
async function read(
  source: Source,
  allowRefs: readonly string[],
  pause: () => Promise<void> = async () => {},
): Promise<Contract> {
  const { name } = source;
  const known = isVouchedFor(source);
  const document = await dereference(source, known, allowRefs);
  await pause();
  if (!known) checkExtensions(name, document);

  const operations = readOperations(document);
  if (!known) checkWeight(name, operations);
  const servers = readServers(document);
  await pause();
  const info = objectOrEmpty(document.info);
  const contract: Contract = {
    title: stringOrUndefined(info.title) ?? '',
    version: stringOrUndefined(info.version) ?? '',
    source,
    servers,
    prefix: prefixOf(name, servers),
    operations,
    resources: findResources(operations),
    plans: readPlans(document),
    allowanceHeaders: findAllowanceHeaders(operations),
    envelope: findEnvelope(operations),
  };
  if (!known) checkConsistency(contract, document);
  return contract;
}
