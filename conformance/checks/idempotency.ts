import { type Header, isObject, type Operation, own, replyFor } from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../exchange/exchange';
import { promisesOf, requestNameOf } from '../exchange/request-name';
import { bodyOf, memberedBodyOf } from '../exchange/subject';
import { isWrite } from '../records/deeds';
import { idOf, isReference, type JsonRecord, keyOf, recordOf, sameJson } from '../records/records';
import { newName, type RequestParts, toRequest } from '../requests/request';
import { fits, knownRecordBody } from '../requests/valid';
import type { Case, CaseContext, Check } from '../steps/check';
import { requestWholeList } from '../steps/lists';
import { subjectOf } from '../steps/own-things';
import { reached, readyPath, sendParts } from '../steps/paths';
import { recordMarkOf, refusedMark, tryToCreate } from '../steps/records';
import { requestListsForTrace } from '../steps/trace';
import { brief } from '../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, type Verdict } from '../verdict/verdict';
import { otherValues } from './changes/change';

const tellingCase = (name: string, run: Case['run']): Case => ({ name, tier: 1, run });

/** Oracles judge the replies to requests under a key; the cases send them, and look for what they have left as well. */
export const idempotencyKeys: Check = {
  id: 'idempotency.keys',
  title: 'A key names one request, which is done once',
  level: 'MUST',
  applies: ({ operation }) => isWrite(operation) && requestNameOf(operation) !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The same request with the same key again is not done again, and another one is.',
    pointer: requestNameOf(operation)?.pointer ?? operation.pointer,
  }),
  cases: ({ operation, purpose }, { parallel }) => [
    tellingCase(
      isOtherJudged(operation) ? 'the same request again, and another body under its key' : 'the same request again',
      sendAgain,
    ),
    ...(purpose?.role === 'create' ? [tellingCase('the same body under another key', sendUnderOther)] : []),
    ...(parallel < 2 ? [] : [tellingCase('the same request at once', sendAtOnce)]),
  ],
};

const isOtherJudged = (operation: Operation): boolean =>
  memberedBodyOf(operation) !== undefined && promisesOf(operation)?.otherBody !== undefined;

/** The next operation whose key is one of its own, where the document says that keys count by operation. */
function otherNamed(operations: readonly Operation[], operation: Operation): Operation | undefined {
  const all = operations.filter((one) => isWrite(one) && promisesOf(one)?.isOfOperation === true);
  return all.includes(operation) ? all[(all.indexOf(operation) + 1) % all.length] : undefined;
}

/** A request under a name of its own. */
interface Named extends RequestParts {
  /** The text in its body that no other has; undefined where there is no room for one. */
  readonly text?: string;
}

async function namedParts(context: CaseContext): Promise<Named> {
  // What the server takes is known from then on.
  if (context.subject.purpose?.role === 'create') await tryToCreate(context);
  return { path: await readyPath(context), ...newNameFor(context), ...markedBody(context) };
}

function newNameFor({ subject }: CaseContext): Pick<RequestParts, 'headers' | 'isNamed'> {
  const headers = newName(subject.operation);
  if (headers === undefined) throw new CannotJudge(skip('no key of a usual form fits its schema'));
  return { headers, isNamed: true };
}

function markedBody(context: CaseContext): Pick<Named, 'body' | 'text'> {
  const { subject } = context;
  if (memberedBodyOf(subject.operation) === undefined) return {};
  const mark = recordMarkOf(subject);
  if (mark === undefined) return { body: knownRecordBody(context, subject, {}).body };
  const text = refusedMark(context, subject);
  return { body: knownRecordBody(context, subject, { [mark]: text }).body, text };
}

/** @throws CannotJudge where it is not served */
async function served(context: CaseContext, parts: RequestParts): Promise<Exchange> {
  const first = reached(context, replied(await sendParts(context, parts)));
  if (!isSuccess(first)) throw new CannotJudge(skip(`it was not done: ${outcomeOf(first)}`));
  return first;
}

async function* sendAgain(context: CaseContext): AsyncGenerator<Verdict> {
  const named = await namedParts(context);
  const first = await served(context, named);
  const again = await sendParts(context, named);
  yield withoutSign(first, again) ?? (await twinsIn(context, named, [first, again])) ?? PASS;
  if (isOtherJudged(context.subject.operation)) yield await sendOther(context, named, first);
  yield await sendElsewhere(context, named, first);
}

/** Where a key counts within its operation, another one does what it is asked for. */
async function sendElsewhere(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const { contract, subject } = context;
  const operation = otherNamed(contract.operations, subject.operation);
  if (operation === undefined || operation === subject.operation) return PASS;
  const elsewhere = { ...context, subject: subjectOf(context, operation) };
  const other = await namedParts(elsewhere);
  const header = requestNameOf(subject.operation)?.name.toLowerCase() ?? '';
  const name = requestNameOf(operation)?.name.toLowerCase() ?? '';
  const headers = { ...other.headers, [name]: named.headers?.[header] ?? '' };
  const second = replied(await sendParts(elsewhere, { ...other, headers }));
  if (!isRefusal(second)) return PASS;
  // With a key of its own it is done.
  await served(elsewhere, other);
  return fail({
    expected: `what ${operation.id} does: ${subject.operation.id} alone has had the key`,
    actual: outcomeOf(second),
    exchanges: [first, second],
    key: 'elsewhere',
  });
}

/** Where a documented header tells that a reply comes again, it is there then, and not before. */
function withoutSign(first: Exchange, again: Exchange): Verdict | undefined {
  if (!isSuccess(again)) return undefined;
  const replies = [first, again].map(({ request, response }) => replyFor(request.operation, response?.status ?? 0));
  const header = replies.flatMap((reply) => reply?.headers ?? []).find((one) => isSign(one));
  if (header === undefined) return undefined;
  const [before, after] = [first, again].map(({ response }) => response?.headers.get(header.name.toLowerCase()));
  const isSaid = (value: string | undefined): boolean => value !== undefined && !/^(?:false|0|no)$/i.test(value);
  if (!isSaid(before) && isSaid(after)) return undefined;
  return fail({
    expected: `${header.name} in a reply that comes again, and in no other`,
    actual: `${header.name}: ${before ?? 'none'}, then ${after ?? 'none'}`,
    exchanges: [first, again],
    key: 'sign',
  });
}

const isSign = ({ name, schema }: Header): boolean =>
  /replay/i.test(name) || /\breplay|\bcomes? again\b|\brepeated request/i.test(String(schema.description ?? ''));

/** Equal requests at once: one alone is done, and the others are answered by what it has made, or are to wait. */
async function sendAtOnce(context: CaseContext): Promise<Verdict> {
  const named = await namedParts(context);
  const count = Math.min(context.options.parallel, MOST_AT_ONCE);
  const request = toRequest(context.subject.operation, named);
  const all = await context.sendTogether(Array.from({ length: count }, () => request));
  const done = all.filter(isSuccess);
  if (done.length === 0) throw new CannotJudge(skip('none of them was done'));
  const { resource } = context.subject.purpose ?? {};
  const ids = done.flatMap((one) => {
    const record = recordOf(one, resource);
    return record === undefined || resource === undefined ? [] : [keyOf(idOf(record, resource))];
  });
  const [id, other] = new Set(ids);
  if (other !== undefined)
    return fail({
      expected: `the record ${id} for each of ${count} equal requests at once with one key`,
      actual: `the record ${other} for another`,
      exchanges: done,
      key: 'at once',
    });
  return (await twinsIn(context, named, done)) ?? PASS;
}

const MOST_AT_ONCE = 4;

/** One request has made one record, whatever its replies show. */
async function twinsIn(context: CaseContext, { text }: Named, sent: readonly Exchange[]): Promise<Verdict | undefined> {
  const { subject } = context;
  const mark = recordMarkOf(subject);
  if (subject.purpose?.role !== 'create' || text === undefined || mark === undefined) return undefined;
  const { exchange, listing } = (await requestWholeList(context, subject.purpose.resource)) ?? {};
  const twins = listing?.records.filter((record) => own(record, mark) === text) ?? [];
  if (exchange === undefined || twins.length < 2) return undefined;
  return fail({
    expected: 'one record of equal requests with one key',
    actual: `${twins.length} records that have ${mark}: ${brief(text)}`,
    exchanges: [...sent, exchange],
    key: 'twins',
  });
}

/** The key makes a request the same, and not the body: under another key, and under none, another record is made. */
async function sendUnderOther(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const idIn = (exchange: Exchange): unknown => {
    const record = recordOf(exchange, purpose?.resource);
    return record === undefined || purpose === undefined ? undefined : idOf(record, purpose.resource);
  };
  const named = await namedParts(context);
  const first = await served(context, named);
  const { headers: _, isNamed: __, ...nameless } = named;
  const without = requestNameOf(operation)?.required === true ? [] : [nameless, nameless];
  const made = [first];
  for (const parts of [{ ...named, ...newNameFor(context) }, ...without]) {
    const next = replied(await sendParts(context, parts));
    // A server may have a rule against two of the same values.
    if (isRefusal(next)) return skip(`the same values are not taken twice: ${outcomeOf(next)}`);
    const id = idIn(next);
    const twin = id === undefined ? undefined : made.find((one) => keyOf(idIn(one)) === keyOf(id));
    if (twin !== undefined)
      return fail({
        expected: `another record, since the request has ${parts === nameless ? 'no key' : 'another key'}`,
        actual: `the record ${brief(id)} of the request before`,
        exchanges: [twin, next],
        key: parts === nameless ? 'no key' : 'another key',
      });
    made.push(next);
  }
  return PASS;
}

/** The oracle judges what is done; a refusal has the documented status, and leaves no trace. */
async function sendOther(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const marked = markedBody(context);
  const other = sameJson(named.body, marked.body) ? { body: otherThan(context, named.body) } : marked;
  if (other.body === undefined) throw new CannotJudge(skip('no other body is known'));
  const second = replied(await sendParts(context, { ...named, ...other }));
  if (!isRefusal(second)) return PASS;
  const statuses = (promisesOf(operation)?.otherBody ?? []).map((reply) => Number(reply.status));
  const { status } = second.response;
  if (statuses.length > 0 && !statuses.includes(status) && OF_BODIES.includes(status))
    return fail({
      expected: `the status ${statuses.join(' or ')}`,
      actual: outcomeOf(second),
      exchanges: [first, second],
      key: 'status',
      topic: { wanted: statuses[0] ?? 422 },
    });
  const mark = recordMarkOf(context.subject);
  if (purpose?.role !== 'create' || mark === undefined || marked.text === undefined) return PASS;
  return requestListsForTrace(context, [second], (record) => own(record, mark) === marked.text, []);
}

/** The body with another value of one member that refers to nothing, where no text is free. */
function otherThan({ subject, options }: CaseContext, body: unknown): JsonRecord | undefined {
  const media = bodyOf(subject.operation);
  if (media === undefined || !isObject(body)) return undefined;
  return Object.entries(otherValues(subject, body, options.seed + 17))
    .filter(([name, value]) => !isReference(name) && typeof value !== 'object')
    .map(([name, value]) => ({ ...body, [name]: value }))
    .find((one) => fits(media, one));
}

const OF_BODIES: readonly number[] = [400, 409, 422];
