import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isObject, pointerTo } from '../../openapi/contract';
import { nearest } from '../../openapi/program/nearest';
import type { Fault, FaultRule, Plain } from '../../openapi/types/control';
import type { Secrets } from '../observe/secrets';
import type { Engine } from '../pipeline/model';
import { repliesByItself } from '../world/rules/faults';
import { ANY, mayMatch } from '../world/rules/patterns';
import { createPauses } from '../world/rules/pauses';
import type { FaultReply } from '../world/stores/faults';
import type { World } from '../world/stores/model';
import { invalidControl, noSuch, quoted } from './problems';
import { checkNames } from './requests';

/** The faults that are on, as they are shown; with pauses for other work, as their bodies may be long. */
export async function listFaults({ secrets }: Engine, { state: { faults } }: World): Promise<readonly Fault[]> {
  const pause = createPauses();
  const shown: Fault[] = [];
  for (const fault of await faults.list()) {
    shown.push(shownFault(secrets, fault));
    await pause();
  }
  return shown;
}

/** Switches a fault on. */
export async function addFault(engine: Engine, world: World, rule: FaultRule): Promise<Fault> {
  checkRule(engine, world, rule, '');
  return shownFault(engine.secrets, await world.state.faults.add(rule));
}

/** @throws Problem 404 for an unknown id */
export async function removeFault({ state: { faults } }: World, id: string): Promise<void> {
  if (await faults.remove(id)) return;
  const left = await faults.list();
  throw noSuch(
    'fault',
    id,
    left.map((fault) => fault.id),
  );
}

/**
 * Checks of a rule what a schema can't say.
 *
 * @param pointer where the rule is in the request's body
 * @throws Problem 400 for unknown names and paths, for a name that is given twice, and for a reply that HTTP does not allow
 */
export function checkRule(engine: Engine, world: World, rule: FaultRule, pointer: string): void {
  const { match = {}, delayMs } = rule;
  checkNames(engine, world, rule, pointer);
  checkNames(engine, world, match, `${pointer}/match`);
  for (const name of ['operationId', 'key'] as const) {
    if (rule[name] !== undefined && match[name] !== undefined) {
      throw invalidControl(`${pointer}/match/${name}`, `must be absent, since "${name}" has it`);
    }
  }
  checkPath(engine, rule, `${pointer}/match/path`);
  if (typeof delayMs === 'object' && delayMs.from > delayMs.to) {
    throw invalidControl(
      `${pointer}/delayMs/to`,
      `must be at least ${delayMs.from}, as "delayMs.from", not ${delayMs.to}`,
    );
  }
  checkReply(rule, pointer);
}

/** A path that no operation has is misspelt. Requests that no operation has are not the API's: rules without a path go to them, too. */
function checkPath({ contract: { operations, prefix } }: Engine, rule: FaultRule, pointer: string): void {
  const { path, operationId = rule.operationId } = rule.match ?? {};
  if (path === undefined) return;
  const known = operations.filter(({ id }) => operationId === undefined || id === operationId).map((one) => one.path);
  if (known.length === 0 || known.some((template) => mayMatch(path, template, prefix))) return;
  const whose = operationId ?? 'an operation';
  const meant = nearestPath(path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path, known);
  throw invalidControl(
    pointer,
    `must match the path of ${whose}, such as ${meant}, not ${quoted(path)}; /docs shows all`,
  );
}

/** The template that is nearest to a path where its parameters have the values of the path; the first where none is near. */
function nearestPath(path: string, templates: readonly string[]): string | undefined {
  const segments = path.split('/');
  const filled = (template: string): string =>
    template
      .split('/')
      .map((part, place) => (part.includes('{') && segments[place]) || part)
      .join('/');
  const byText = new Map(templates.map((template) => [filled(template), template]));
  return byText.get(nearest(path, [...byText.keys()]) ?? '') ?? templates[0];
}

function checkReply(reply: FaultReply, pointer: string): void {
  const { status, headers = {}, mediaType } = reply;
  const hasBody = reply.body !== undefined || reply.text !== undefined;
  if (!hasBody && mediaType !== undefined) {
    throw invalidControl(`${pointer}/mediaType`, 'must be absent without a body: give "body" or "text", too');
  }
  if (reply.headers !== undefined && !repliesByItself(reply)) {
    throw invalidControl(`${pointer}/headers`, 'must be absent without a reply: give "status", "body" or "text", too');
  }
  if (hasBody && status !== undefined && BARE.has(status)) {
    const part = reply.text === undefined ? 'body' : 'text';
    throw invalidControl(`${pointer}/${part}`, `must be absent: HTTP allows no body with the status ${status}`);
  }
  if (mediaType !== undefined) checkHeader('Content-Type', mediaType, `${pointer}/mediaType`);
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) checkHeader(name, String(value), pointerTo(pointer, 'headers', name));
  }
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const BARE: ReadonlySet<number> = new Set([204, 205, 304]);

/** They belong to the connection and to the framing of a message (RFC 9110 §7.6.1, RFC 9112 §6), which is the server's. */
const FRAMING: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'keep-alive', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

function checkHeader(name: string, value: string, pointer: string): void {
  if (FRAMING.has(name.toLowerCase())) {
    throw invalidControl(pointer, 'must be absent: the server itself writes this header');
  }
  if (fails(() => validateHeaderName(name))) {
    throw invalidControl(pointer, "is no name of a header: HTTP allows letters, digits and !#$%&'*+.^_`|~- there");
  }
  if (fails(() => validateHeaderValue(name, value))) {
    throw invalidControl(pointer, `must have no character that HTTP forbids in a header, not ${quoted(value)}`);
  }
}

function fails(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

/**
 * A fault as lists show it: credentials that its rule has in the headers of `match`, and known values anywhere in it, are
 * hidden. The state of a world has the rule as it is.
 */
function shownFault(secrets: Secrets, fault: Fault): Fault {
  const { match, ...rule } = fault.rule;
  const shown = match === undefined ? rule : { ...rule, match: { ...match, ...headersOf(secrets, match) } };
  // The cast is true: no text becomes anything but a text.
  return { ...fault, rule: withoutValues(secrets, shown) as FaultRule };
}

function headersOf(secrets: Secrets, { headers }: NonNullable<FaultRule['match']>): Pick<FaultRule, 'headers'> {
  if (headers === undefined) return {};
  const shown = ([name, value]: readonly [string, Plain]) => [
    name,
    value === ANY ? value : hidden(secrets, name, value),
  ];
  return { headers: Object.fromEntries(Object.entries(headers).map(shown)) };
}

function hidden(secrets: Secrets, name: string, value: Plain): Plain {
  const shown = secrets.inHeader(name, String(value));
  return shown === String(value) ? value : shown;
}

/** A JSON value without known values in its texts and names. */
function withoutValues(secrets: Secrets, value: unknown): unknown {
  if (typeof value === 'string') return secrets.inText(value);
  if (Array.isArray(value)) return value.map((item) => withoutValues(secrets, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [secrets.inText(name), withoutValues(secrets, item)]),
  );
}
