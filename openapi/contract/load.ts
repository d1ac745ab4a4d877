import { checkConsistency } from './consistency';
import { findEnvelope } from './envelope';
import { checkExtensions, readAllowanceRole, readPlans } from './extensions';
import type { AllowanceHeaders, Contract, Server } from './model';
import { isObject } from './object';
import { readOperations } from './operations';
import { findResources } from './resources';
import { readSource } from './source';
import { dereference } from './structure';
import { isVouchedFor } from './vouched';

/** The document that comes with the project. */
export const SHIPPED_DOCUMENT = require.resolve('#openapi/animal-store.yaml');

/**
 * Reads an OpenAPI document (3.0 or 3.1, YAML or JSON) into a contract.
 *
 * @param name a file's path, an `http(s)` URL, or `-` for standard input
 * @throws ContractError with the place, the fault and the remedy, when the document can't be used
 */
export async function loadContract(name: string): Promise<Contract> {
  const source = await readSource(name);
  const known = isVouchedFor(source);
  const document = await dereference(source, known);
  if (!known) checkExtensions(name, document);

  const operations = readOperations(document);
  const servers = readServers(document);
  const { info } = document;
  const contract: Contract = {
    title: textOf(info, 'title'),
    version: textOf(info, 'version'),
    source,
    servers,
    prefix: prefixOf(servers[0]),
    operations,
    resources: findResources(operations),
    plans: readPlans(document),
    allowanceHeaders: findAllowanceHeaders(document),
    envelope: findEnvelope(operations),
  };
  if (!known) checkConsistency(contract, document);
  return contract;
}

function readServers(document: Readonly<Record<string, unknown>>): readonly Server[] {
  const servers = Array.isArray(document.servers) ? document.servers : [];
  return servers.filter(isObject).map((server) => {
    const variables = isObject(server.variables) ? server.variables : {};
    const url = textOf(server, 'url').replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
      textOf(variables[name], 'default'),
    );
    return { url, description: textOf(server, 'description') };
  });
}

/** The path of a server's URL, which may be relative (OpenAPI 3.0.3 §4.7.5). */
function prefixOf(server: Server | undefined): string {
  if (server === undefined) return '';
  const { pathname } = new URL(server.url, 'http://relative.example');
  return pathname.replace(/\/+$/, '');
}

/** The header of each role; the first reply that has one names it for all. */
function findAllowanceHeaders(document: Readonly<Record<string, unknown>>): AllowanceHeaders {
  const found: { -readonly [role in keyof AllowanceHeaders]: string | undefined } = {
    limit: undefined,
    remaining: undefined,
    reset: undefined,
  };
  for (const [name, header] of responseHeaders(document)) {
    const role = readAllowanceRole(header);
    if (role !== undefined) found[role] ??= name;
  }
  return found;
}

function* responseHeaders(
  document: Readonly<Record<string, unknown>>,
): Generator<[string, Readonly<Record<string, unknown>>]> {
  for (const item of objectsIn(document.paths)) {
    for (const operation of objectsIn(item)) {
      for (const reply of objectsIn(operation.responses)) {
        for (const [name, header] of Object.entries(isObject(reply.headers) ? reply.headers : {})) {
          if (isObject(header)) yield [name, header];
        }
      }
    }
  }
}

const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  isObject(value) ? Object.values(value).filter(isObject) : [];

function textOf(value: unknown, name: string): string {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : '';
}
