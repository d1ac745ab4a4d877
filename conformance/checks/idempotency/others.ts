import { isObject, type Operation, own } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { promisesOf, requestNameOf } from '../../exchange/request-name';
import { bodyOf } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { idOf, isReference, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { bodyNaming } from '../../requests/bodies/record-in-body';
import { referencesIn } from '../../requests/bodies/references';
import { uniqueIn } from '../../requests/bodies/unique';
import { fits } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { subjectOf } from '../../steps/own-things';
import { sendParts } from '../../steps/paths/paths';
import { pathTo, unknownId } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { otherValues } from '../changes/change';
import { markedBody, type Named, namedParts, newNameFor, served, twinMarkOf } from './named';

/** The next operation whose key is one of its own, where the document says that keys count by operation. */
function otherNamed(operations: readonly Operation[], operation: Operation): Operation | undefined {
  const all = operations.filter((one) => isWrite(one) && promisesOf(one)?.isOfOperation === true);
  return all.includes(operation) ? all[(all.indexOf(operation) + 1) % all.length] : undefined;
}

/** Where a key counts within its operation, another one does what it is asked for. */
export async function sendElsewhere(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const { contract, subject } = context;
  if (promisesOf(subject.operation)?.isOfPath === true) return sendToOther(context, named, first);
  if (promisesOf(subject.operation)?.isOfTarget === true && subject.operation.path.includes('{'))
    return sendForOther(context, named, first);
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

/** Where a key counts for what the path names, the same is done to another one under it. */
async function sendForOther(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const other = await namedParts(context);
  if (sameJson(other.path, named.path)) return PASS;
  const second = replied(await sendParts(context, { ...other, ...(named.headers && { headers: named.headers }) }));
  if (isSuccess(second) && !isReplay(first, second)) return PASS;
  // With a key of its own it is done.
  if (isRefusal(second)) await served(context, other);
  return fail({
    expected: `what ${context.subject.operation.id} does: another path has had the key`,
    actual: isRefusal(second) ? outcomeOf(second) : 'the reply of the other path',
    exchanges: [first, second],
    key: 'other target',
  });
}

const isReplay = (first: Exchange, second: Exchange): boolean =>
  first.response?.body.text === second.response?.body.text;

/** Where a key is refused at another path, the same request is done at none. */
async function sendToOther(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const { contract, subject } = context;
  const operation = contract.operations.find(
    (one) => one !== subject.operation && isWrite(one) && !one.path.includes('{') && promisesOf(one)?.isOfPath === true,
  );
  if (operation === undefined) return PASS;
  const name = requestNameOf(operation)?.name.toLowerCase() ?? '';
  const header = requestNameOf(subject.operation)?.name.toLowerCase() ?? '';
  const headers = { [name]: named.headers?.[header] ?? '' };
  const second = replied(await context.send({ ...toRequest(operation, { ...named, path: {}, headers }) }));
  if (!isSuccess(second)) return PASS;
  return fail({
    expected: `a refusal, since ${subject.operation.id} has had the key`,
    actual: outcomeOf(second),
    exchanges: [first, second],
    key: 'other path',
    topic: { wanted: 422 },
  });
}

/** The key makes a request the same, and not the body: under another key, and under none, another record is made. */
export async function sendUnderOther(context: CaseContext): Promise<Verdict> {
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
  for (const parts of [{ ...named, headers: { ...named.headers, ...nearName(operation, named) } }, ...without]) {
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

/** A key that begins as another one does: a server that keeps a part of it takes both for one. */
function nearName(operation: Operation, { headers = {} }: Named): Readonly<Record<string, string>> {
  const name = requestNameOf(operation)?.name.toLowerCase() ?? '';
  const before = headers[name] ?? '';
  return { [name]: `${before.slice(0, -1)}${before.endsWith('0') ? '1' : '0'}` };
}

/** Where a key counts for its caller, that of another one does what it is asked for. */
export async function sendAsOther(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  const named = await namedParts(context);
  const first = await served(context, named);
  const record = recordOf(first, resource);
  const id = record && resource && idOf(record, resource);
  if (resource === undefined || read === undefined || id === undefined) throw new CannotJudge(skip('no id is shown'));
  // The other key may be one of the same caller: then it may read what this one has made.
  const seen = await context.send({ ...toRequest(read, { path: pathTo(resource, id) }), credential: 'limit' });
  if (![403, 404].includes(seen.response?.status ?? 0)) throw new CannotJudge(skip('both keys are of one caller'));
  const second = replied(await sendParts(context, { ...named, credential: 'limit' }));
  const other = recordOf(second, resource);
  if (!isSuccess(second) || other === undefined || keyOf(idOf(other, resource)) !== keyOf(id)) return PASS;
  return fail({
    expected: 'nothing of what another caller has made under the key',
    actual: `the record ${brief(id)}, which that caller has made`,
    exchanges: [first, second],
    key: 'another caller',
  });
}

/**
 * Bodies that are refused by more than their schema, as far as there are such: that name no record, or have what another record has;
 * before these are looked at, a server may not look at the key.
 */
async function badBodies(context: CaseContext, { body }: Named): Promise<readonly unknown[]> {
  const { subject } = context;
  const naming = referencesIn(subject).map(({ steps, resource }) =>
    bodyNaming(context, steps, unknownId(context, resource, 9)),
  );
  const [unique] = uniqueIn(subject).filter(({ name }) => isObject(body) && own(body, name) !== undefined);
  const taken =
    unique && isObject(body) ? { ...body, [unique.name]: await valueTaken(context, unique.name) } : undefined;
  return [...naming, taken, {}].filter((one) => one !== undefined);
}

/** A value that a record has. */
async function valueTaken(context: CaseContext, name: string): Promise<unknown> {
  const parts = await namedParts(context);
  await served(context, parts);
  return isObject(parts.body) ? own(parts.body, name) : undefined;
}

/** Where a refusal leaves its key free, a good request under it is done. */
export async function sendAfterRefusal(context: CaseContext): Promise<Verdict> {
  const named = await namedParts(context);
  let refused: Exchange | undefined;
  for (const body of await badBodies(context, named)) {
    const exchange = replied(await sendParts(context, { ...named, body }));
    // What was taken has used the key up.
    if (!isRefusal(exchange)) throw new CannotJudge(skip('what should be refused is taken'));
    if (![404, ...OF_BODIES].includes(exchange.response.status)) continue;
    refused = exchange;
    break;
  }
  if (refused === undefined) throw new CannotJudge(skip('no body is known that is refused'));
  const second = replied(await sendParts(context, named));
  if (!isRefusal(second)) return PASS;
  // With a key of its own it is done.
  await served(context, { ...named, ...newNameFor(context) });
  return fail({
    expected: 'what a good request does: the one before was refused, and is not remembered',
    actual: outcomeOf(second),
    exchanges: [refused, second],
    key: 'after a refusal',
  });
}

/** The oracle judges what is done; a refusal has the documented status, and leaves no trace. */
export async function sendOther(context: CaseContext, named: Named, first: Exchange): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const marked = markedBody(context);
  const other = sameJson(named.body, marked.body) ? { body: otherThan(context, named.body) } : marked;
  if (other.body === undefined) throw new CannotJudge(skip('no other body is known'));
  const second = replied(await sendParts(context, { ...named, ...other }));
  if (!isRefusal(second)) return PASS;
  const statuses = (promisesOf(operation)?.otherBody ?? []).map((reply) => Number(reply.status));
  const { status } = second.response;
  if (statuses.length > 0 && !statuses.includes(status) && OF_BODIES.includes(status)) {
    // What is wrong with a body may be looked at first.
    const alone = replied(await sendParts(context, { ...named, ...other, ...newNameFor(context) }));
    if (isRefusal(alone)) throw new CannotJudge(skip('the other body is refused under a key of its own, too'));
    return fail({
      expected: `the status ${statuses.join(' or ')}`,
      actual: outcomeOf(second),
      exchanges: [first, second],
      key: 'status',
      topic: { wanted: statuses[0] ?? 422 },
    });
  }
  const mark = twinMarkOf(context.subject);
  if (purpose?.role !== 'create' || mark === undefined || marked.text === undefined) return PASS;
  return requestListsForTrace(context, [second], (record) => own(record, mark) === marked.text, []);
}

/** The body with another value of one member that refers to nothing, where no text is free. */
function otherThan(context: CaseContext, body: unknown): JsonRecord | undefined {
  const media = bodyOf(context.subject.operation);
  if (media === undefined || !isObject(body)) return undefined;
  return Object.entries(otherValues(context, body, context.options.seed + 17))
    .filter(([name, value]) => !isReference(name) && typeof value !== 'object')
    .map(([name, value]) => ({ ...body, [name]: value }))
    .find((one) => fits(media, one));
}

const OF_BODIES: readonly number[] = [400, 409, 422];
