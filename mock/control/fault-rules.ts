import { validateHeaderName, validateHeaderValue } from 'node:http';
import { pointerTo } from '../../openapi/contract';
import type { FaultRule } from '../../openapi/types/control';
import type { Engine } from '../pipeline/model';
import { repliesByItself } from '../world/rules/striking';
import type { FaultReply } from '../world/stores/faults';
import type { World } from '../world/stores/model';
import { checkNames } from './names';
import { invalidControl, quoted } from './problems';

/**
 * Checks of a rule what a schema can't say.
 *
 * @param pointer where the rule is in the request's body
 * @throws Problem 400 for unknown names, for a name that is given twice, and for a reply that HTTP does not allow
 */
export function checkRule(engine: Engine, world: World, rule: FaultRule, pointer: string): void {
  const { match = {}, delayMs } = rule;
  checkNames(engine, world, rule, pointer);
  checkNames(engine, world, match, `${pointer}/match`);
  for (const name of ['operationId', 'key'] as const) {
    if (rule[name] !== undefined && match[name] !== undefined) {
      throw invalidControl(`${pointer}/match/${name}`, `must be absent, since ${pointer}/${name} has it`);
    }
  }
  if (typeof delayMs === 'object' && delayMs.from > delayMs.to) {
    throw invalidControl(
      `${pointer}/delayMs/to`,
      `must be at least ${delayMs.from}, as ${pointer}/delayMs/from, not ${delayMs.to}`,
    );
  }
  checkReply(rule, pointer);
}

function checkReply(reply: FaultReply, pointer: string): void {
  const { status, headers = {}, mediaType } = reply;
  const hasBody = reply.body !== undefined || reply.text !== undefined;
  if (!hasBody && mediaType !== undefined) {
    throw invalidControl(`${pointer}/mediaType`, 'must be absent without a body: give /body or /text, too');
  }
  if (reply.headers !== undefined && !repliesByItself(reply)) {
    throw invalidControl(`${pointer}/headers`, 'must be absent without a reply: give /status, /body or /text, too');
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
