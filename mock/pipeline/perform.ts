import {
  fits,
  isObject,
  memoized,
  type Operation,
  type Purpose,
  partAt,
  propertiesOf,
  type Resource,
  type Role,
  type Steps,
  schemaAt,
  valueOfText,
} from '../../openapi/contract';
import { byIds } from '../actions/by-ids';
import { isVersioned, requirePrecondition, unlessKnown } from '../actions/conditional';
import { create } from '../actions/create';
import { answerCustom } from '../actions/custom/custom-operations';
import { otherwiseExample } from '../actions/example';
import { patch, read, remove, replace } from '../actions/item';
import { list } from '../actions/list';
import type { Action, Input, Task } from '../actions/model';
import { answerWithToken, givesTokens } from '../actions/token';
import { clientLeft, internal, Problem, storeFull, storeUnavailable } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { shape } from '../values/shape';
import { type MakeUp, type Source, seeded, sourceLike } from '../values/source';
import type { Moment } from '../world/stores/admission';
import type { Records } from '../world/stores/records';
import { type Awaitable, after, StoreFull, StoreUnavailable } from '../world/stores/store';
import { oncePerKey } from './idempotency';
import type { Context } from './model';
import { prefer } from './prefer';
import type { HttpRequest } from './request';
import { validate } from './validate';

/** The stage that answers with the documented reply that the request prefers, or else carries out its operation. */
export async function perform(context: Context): Promise<Outcome | Problem> {
  const { engine, call, caller, admitted } = context;
  const { operation } = call;
  if (operation === undefined) return internal();
  try {
    const preferred = prefer(context, operation);
    if (preferred !== undefined) return await preferred;
    const outcome = await (admitted.outcome?.() ?? carryOut(context, operation, caller.state.records, caller.source));
    // What is large waits for room before it is made: it would take memory meanwhile.
    const room = roomForReply(call.request, outcome);
    return room === undefined || (await call.deadline.excluded(room)) ? outcome : clientLeft();
  } catch (error) {
    if (error instanceof Problem) return error;
    if (error instanceof StoreFull) return storeFull(error, operation);
    if (error instanceof StoreUnavailable) return storeUnavailable(error, operation);
    engine.log.failed(error);
    return internal();
  }
}

/** Validates parameters and body against the contract, and carries out the operation on these records. */
export function carryOut(context: Context, operation: Operation, records: Records, moment: Moment): Awaitable<Outcome> {
  const { engine, call, caller } = context;
  const { behaviours } = caller;
  behaviours.query(call.query, { contract: engine.contract, operation });
  const isUndescribed = operation.body === undefined && WRITING.has(engine.purposes.get(operation)?.role);
  const input = validate(isUndescribed ? withAnyBody(operation) : operation, call, { behaviours });
  return after(input, (read) =>
    oncePerKey(context, operation, read, () => act(context, operation, read, records, moment)),
  );
}

const WRITING: ReadonlySet<Role | undefined> = new Set<Role>(['create', 'replace', 'patch']);

/** What writes a record takes a body, though its document forgot to describe it. */
const withAnyBody = memoized(
  (operation: Operation): Operation => ({
    ...operation,
    body: { required: false, pointer: '', content: [{ type: '*/*', schema: undefined, examples: [], pointer: '' }] },
  }),
);

/**
 * What a request says of a record whose operation describes no body: by a query with names of its properties, or by a body that the
 * document forgot, as far as a record may show it. Undefined where it says nothing.
 */
function sentFor({ input: { body, query }, source }: Task, { schema }: Resource): unknown {
  if (body !== undefined && !isObject(body)) return body;
  const properties = propertiesOf(schema);
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => properties.has(name)));
  const members = Object.entries({ ...asked, ...body }).flatMap(([name, sent]) => {
    const property = properties.get(name)?.schema ?? {};
    if (sent === undefined) return [];
    const value = shape(property, typeof sent === 'string' ? valueOfText(property, sent) : sent, source);
    return fits(property, 'response', value) ? [[name, value] as const] : [];
  });
  return body === undefined && members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * What each kind of operation does.
 *
 * To add a kind:
 * 1. Add its role to `Role` in `openapi/contract/model/resource.ts` and to `ROLES` in
 *    `openapi/contract/resources/resources.ts`, and how it is recognized to `readResource` in `read-resource.ts`
 *    there. TypeScript then asks for steps 2 and 3.
 * 2. Write an `Action` in `mock/actions/`, and add it here. What changes a record is one step of the store.
 * 3. Add what the suite learns of its replies to `LESSONS` in `conformance/judge/learn.ts`.
 * 4. Test it on an edited document (`mock/edited-documents.test.ts`), and many at once
 *    (`mock/actions/at-once.test.ts`).
 */
const ACTIONS: Readonly<Record<Role, Action>> = { list, create, read, replace, patch, delete: remove };

/** @throws Problem if the records do not allow it */
function act(
  { engine: { contract, purposes, makeUp, worlds }, call, caller }: Context,
  operation: Operation,
  input: Input,
  records: Records,
  moment: Moment,
): Awaitable<Outcome> {
  const { world, behaviours } = caller;
  const purpose = purposes.get(operation);
  const source = behaviours.source(sourceFor(operation, moment, makeUp), undefined);
  const task = { contract, records, source, now: () => moment.now, operation, input, call, behaviours };
  if (givesTokens(contract, operation)) return answerWithToken(task, worlds, world);
  return after(byIds(task), (named) => {
    if (!isVersioned(contract)(operation)) return actOn(named, purpose);
    requirePrecondition(named);
    return after(actOn(named, purpose), (outcome) => unlessKnown(named, outcome));
  });
}

function actOn(task: Task, purpose: Purpose | undefined): Awaitable<Outcome> {
  if (purpose === undefined) {
    judgeBody(task);
    return answerCustom(task);
  }
  const { role, resource } = purpose;
  const sent = task.operation.body === undefined && WRITING.has(role) ? sentFor(task, resource) : undefined;
  if (sent !== undefined) return ACTIONS[role]({ ...task, input: { ...task.input, body: sent } }, resource);
  const steps = resource.taken[role];
  const isWrapped = steps !== undefined && steps.length > 0;
  const unwrappedTask = isWrapped ? { ...task, input: unwrapped(task.input, steps) } : task;
  judgeBody(unwrappedTask);
  if (role === 'delete' || resource.guessed.includes(role))
    return otherwiseExample(ACTIONS[role], unwrappedTask, resource);
  return ACTIONS[role](unwrappedTask, resource);
}

/** @throws Problem where a behaviour refuses the body */
function judgeBody({ behaviours, input: { body, bodyType }, operation }: Task): void {
  behaviours.body(body, { schema: bodyType?.schema, operation });
}

/** What is made up for a question is the same each time, on one day: a client that asks twice would take it for a change. */
function sourceFor({ method, id }: Operation, moment: Moment, makeUp: MakeUp | undefined): Source {
  if (makeUp === undefined) return moment;
  const isQuestion = method === 'GET' || method === 'HEAD';
  return sourceLike(isQuestion ? seeded(0, moment.day, id) : moment, { makeUp });
}

/** What a request says, with the record alone in the place of a body that wraps it. */
function unwrapped(input: Input, steps: Steps): Input {
  const { body, bodyType } = input;
  // Operations of a JSON Patch are in no wrapper, whatever the operation's other bodies are in.
  if (bodyType?.schema === undefined || !isObject(body)) return input;
  return { ...input, body: partAt(body, steps), bodyType: { ...bodyType, schema: schemaAt(bodyType.schema, steps) } };
}

/** A reply up to this size takes no room: every connection may have one. */
export const SMALL_REPLY = 2 ** 16;

/** Takes room for the body of an outcome, if it may be large; the results are those of `HttpRequest.roomForReply`. */
export function roomForReply({ roomForReply }: HttpRequest, { body }: Outcome): Promise<boolean> | undefined {
  if (roomForReply === undefined || typeof body !== 'object' || body === null) return undefined;
  const bytes = Array.isArray(body) ? mostBytesOfList(body) : mostBytesOf(body);
  return bytes <= SMALL_REPLY ? undefined : roomForReply(bytes);
}

/** A store gives the same list again for as long as nothing in it has changed. */
const mostBytesOfList = memoized((list: readonly unknown[]): number => mostBytesOf(list));

/** How many bytes a value takes as JSON at the most. */
function mostBytesOf(value: unknown): number {
  if (typeof value === 'string') return mostBytesOfText(value);
  let bytes = PLAIN;
  if (Array.isArray(value)) for (const item of value) bytes += mostBytesOf(item);
  else if (isObject(value)) for (const name in value) bytes += mostBytesOfText(name) + mostBytesOf(value[name]);
  return bytes;
}

/** More than any number or literal takes, or a bracket and a comma. */
const PLAIN = 26;
/** `\u0001`. */
const ESCAPED = 6;
/** To look into a text that is no longer takes more time than it saves room. */
const SHORT = 64;

function mostBytesOfText(text: string): number {
  const { length } = text;
  return PLAIN + (length <= SHORT || WITH_ESCAPES.test(text) ? ESCAPED * length : Buffer.byteLength(text));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const WITH_ESCAPES = /["\\\u0000-\u001f\u007f\ud800-\udfff]/;
