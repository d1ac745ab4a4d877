import { checkConsistency } from './consistency/consistency';
import { readSource } from './document/source';
import { dereference } from './document/structure';
import { checkExtensions } from './extensions/check';
import { readPlans } from './extensions/plans';
import { isObject } from './json/object';
import type { AllowanceHeaders, AllowanceRole } from './model/allowance';
import type { Contract, Server } from './model/contract';
import { ContractError } from './model/contract-error';
import type { Operation } from './model/operation';
import { findEnvelope } from './operations/envelope';
import { readOperations } from './operations/operations';
import { findResources } from './resources/resources';
import { isVouchedFor } from './vouched';

/** The document that comes with the project. */
export const SHIPPED_DOCUMENT = require.resolve('#openapi/animal-store.yaml');

/** The document of the mock's own control plane. */
export const CONTROL_DOCUMENT = require.resolve('#openapi/control.yaml');

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

/** The path of the first server's URL, which may be relative (OpenAPI 3.0.3 §4.7.5). */
function prefixOf(source: string, [server]: readonly Server[]): string {
  if (server === undefined) return '';
  const base = 'http://relative.example';
  if (!URL.canParse(server.url, base)) {
    const remedy = 'Give an address such as https://api.example/v1, or a path such as /v1.';
    throw new ContractError(source, '/servers/0/url', `"${server.url}" is no address.`, remedy);
  }
  return new URL(server.url, base).pathname.replace(/\/+$/, '');
}

/** The header of each role; the first reply that has one names it for all. */
function findAllowanceHeaders(operations: readonly Operation[]): AllowanceHeaders {
  const headers = operations.flatMap(({ replies }) => replies).flatMap((reply) => reply.headers);
  const nameOf = (role: AllowanceRole) => headers.find(({ allowance }) => allowance === role)?.name;
  return { limit: nameOf('limit'), remaining: nameOf('remaining'), reset: nameOf('reset') };
}

function textOf(value: unknown, name: string): string {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : '';
}
