import { documents, isObject, type Operation, propertiesOf, sentencesAround } from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { type Exchange, isRefusal, isSafe, isSuccess, jsonOf, outcomeOf } from '../../exchange/exchange';
import { isPastRole, precedes } from '../../exchange/said-of-all';
import { bodyOf, type Subject } from '../../exchange/subject';
import { type JsonRecord, sameJson } from '../../records/records';
import { knownBody } from '../../requests/bodies/valid';
import { type RequestParts, toRequest } from '../../requests/request';
import { atOnceOfMany, type Case, type CaseContext, type CaseOptions, type Check, resourceOf } from '../../steps/check';
import { requestRecords } from '../../steps/lists';
import { fetchValidParts, readyFor, readyPath, sendParts, sendWhereReady } from '../../steps/paths/paths';
import { createRecord, markOf, pathTo, refusedMark, unknownId } from '../../steps/records';
import { taggedRead } from '../../steps/tag';
import { requestListsForTrace } from '../../steps/trace';
import { ownerOf } from '../../steps/ways/owners';
import {
  answered,
  CannotJudge,
  clauseOf,
  fail,
  inconclusive,
  PASS,
  type Replied,
  skip,
  unlessUnjudged,
  type Verdict,
} from '../../verdict/verdict';
import { isOnMade } from '../changes/change';
import { hasAll } from '../changes/conflict';
import { judgeUnchanged } from '../changes/shown';
import { isBefore, isKeptFromReaders, isOfWriting, isOpenToReaders } from './role-words';

/** A key that may only read changes nothing, where the document has a 403. */
export const rolesWrites: Check = {
  id: 'roles.writes-refused',
  isOfEach: true,
  title: 'A key that may only read changes nothing',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && !isSafe(operation) && documents(operation, 403),
  clause: (subject) => clauseOf(subject, 403, 'A key that may only read is refused.'),
  cases: (subject, options) => {
    if (!hasReaderFor(subject, options)) return [];
    const broken: readonly Case[] = [
      ...(isRoleFirst(subject) ? [BROKEN_BODY] : []),
      ...(isRoleBeforeRecord(subject) ? [UNKNOWN_RECORD] : []),
    ];
    const { name, run } =
      subject.purpose?.role === 'create'
        ? { name: 'a create', run: create }
        : isOnMade(subject, ['replace', 'patch', 'delete'])
          ? { name: 'a change', run: change }
          : { name: 'a request', run: act };
    return atOnceOfMany(subject, [{ name, tier: 1, run }, ...broken]);
  },
};

/** Whether words say that who may do something is looked at before the body; what an operation does so others do, and the first few show it. */
function isRoleFirst({ contract, operation }: Subject): boolean {
  const isSaid =
    precedes(contract, 403, 422) ||
    precedes(contract, 403, 400) ||
    sentencesAround(operation).some((text) => isBefore(text, 'body'));
  const place = placeOf({ contract, operation });
  return isSaid && place >= 0 && place < MOST_BROKEN;
}

/** Whether words say the same of a record that is not there, by the first few operations that change one. */
function isRoleBeforeRecord(subject: Subject): boolean {
  const { contract, operation } = subject;
  const changes = contract.operations.filter((one) => documents(one, 403) && !isSafe(one) && /\}$/.test(one.path));
  const place = changes.indexOf(operation);
  return (
    place >= 0 &&
    place < FEW_UNKNOWN &&
    isOnMade(subject, ['replace', 'patch', 'delete']) &&
    (precedes(contract, 403, 404) || sentencesAround(operation).some((text) => isBefore(text, 'record')))
  );
}

const FEW_UNKNOWN = 2;

/** Which of the operations it is that take a body and document a 403. */
const placeOf = ({ contract, operation }: Pick<Subject, 'contract' | 'operation'>): number =>
  contract.operations.filter((one) => documents(one, 403) && bodyOf(one) !== undefined).indexOf(operation);

const MOST_BROKEN = 4;
/** That what a request names or sends was looked at before the role. */
async function toldFirst(context: CaseContext, exchange: Replied, what: 'body' | 'record'): Promise<Verdict> {
  if (!context.notes.isReaderKnown && !(await isKnownReader(context))) return inconclusive(UNKNOWN);
  return fail({
    expected: `the status 403: words say that the role comes before the ${what}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: `the ${what} first`,
    topic: { wanted: 403 },
  });
}

const UNKNOWN_RECORD: Case = {
  name: 'an unknown record',
  tier: 1,
  run: async (context) => {
    const resource = resourceOf(context);
    const parts = await fetchValidParts(context);
    const path = { ...parts.path, ...pathTo(resource, unknownId(context, resource, 9)) };
    const exchange = answered(await sendParts(context, { ...parts, path, credential: 'reader' }));
    return exchange.response.status === 404 ? toldFirst(context, exchange, 'record') : PASS;
  },
};

const BROKEN_BODY: Case = {
  name: 'a body that breaks its schema',
  tier: 1,
  run: async (context) => {
    const { schema = {} } = bodyOf(context.subject.operation) ?? {};
    const broken = brokenBodies(schema, {}).find(({ isTelling }) => isTelling);
    if (broken === undefined) return skip('no body breaks its schema');
    // What can't be read is looked at by other code than what breaks a schema.
    const body = placeOf(context.subject) % 2 === 1 ? { rawBody: '{"broken": ' } : { body: broken.value };
    const parts = { ...(await fetchValidParts(context)), ...body };
    const exchange = answered(await sendParts(context, { ...parts, credential: 'reader' }));
    return [400, 415, 422].includes(exchange.response.status) ? toldFirst(context, exchange, 'body') : PASS;
  },
};

/** What only reads is open to a key that may only read. */
export const rolesReads: Check = {
  id: 'roles.reads-served',
  isOfEach: true,
  title: 'A key that may only read is served what it may read',
  level: 'MUST',
  applies: (subject) =>
    subject.operation.security.length > 0 && (subject.operation.method === 'GET' || isOpenToReaders(subject)),
  clause: (subject) => clauseOf(subject, 200, 'A key that may only read may read.'),
  cases: (subject, options) => (hasReaderFor(subject, options) ? [{ name: 'a read', tier: 1, run: read }] : []),
};

/** Whether there is a key that may only read, and none of the ways of an operation is other than its. */
const hasReaderFor = ({ operation }: Subject, { hasReader = false, readerScheme }: CaseOptions): boolean =>
  hasReader &&
  (readerScheme === undefined || operation.security.some((way) => way.some(({ name }) => name === readerScheme)));

/** Whether the document may keep a read from some keys. */
const mayRefuse = (operation: Operation): boolean => documents(operation, 403) && !isOfWriting(operation);

const UNKNOWN =
  'the read-only key is unknown to the server (401): name its security scheme, as by --read-only-key scheme=key';

async function read(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const parts = await fetchValidParts(context);
  const exchange = answered(await sendParts(context, { ...parts, credential: 'reader' }));
  const { status } = exchange.response;
  if (isKeptFromReaders(context.subject)) return judgeKept(context, exchange);
  if (status !== 401 && status !== 403) return PASS;
  if (status === 401 && !context.notes.isReaderKnown) return inconclusive(UNKNOWN);
  if (status === 403 && mayRefuse(operation)) return skip('the document says that some keys may not read this');
  if (status === 401 && !(await isKnownReader(context))) throw new CannotJudge(UNKNOWN_READER);
  const other = await sendParts(context, parts);
  if (!isSuccess(other)) return skip(`answered with ${outcomeOf(other)} for another key as well`);
  return fail({
    expected: 'what the other key is served: this one may read',
    actual: outcomeOf(exchange),
    exchanges: [exchange, other],
    key: 'refused',
  });
}

function judgeKept({ notes }: CaseContext, exchange: Replied): Verdict {
  if (!isSuccess(exchange)) return PASS;
  if (!notes.isReaderKnown) return inconclusive(UNKNOWN);
  return fail({
    expected: 'the status 403: it is kept from keys that may only read',
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'served though kept',
    topic: { wanted: 403 },
  });
}

/** Whether a read of any kind does not take the key for an unknown one: else it is of another scheme, or no key at all. */
async function isKnownReader(context: CaseContext): Promise<boolean> {
  const reads = context.contract.operations.filter(
    ({ method, path, security, parameters }) =>
      method === 'GET' && !path.includes('{') && security.length > 0 && parameters.every(({ required }) => !required),
  );
  for (const operation of reads.slice(0, MOST_READS)) {
    const { response } = await context.send({ ...toRequest(operation, {}), credential: 'reader' });
    if (response !== undefined && response.status !== 401) return true;
  }
  return false;
}

const MOST_READS = 2;

const UNKNOWN_READER =
  'the key that may only read is unknown to the server under the scheme by which it was sent: --read-only-key SCHEME=KEY names another';

/** Judges how a request was answered that is valid but for its key; undefined where it was refused as it has to be. */
async function judgeRefused(
  context: CaseContext,
  exchange: Replied,
  parts: RequestParts,
): Promise<Verdict | undefined> {
  const { status } = exchange.response;
  if (status === 401 && !context.notes.isReaderKnown) throw new CannotJudge(inconclusive(UNKNOWN));
  // A server may hide what is forbidden (RFC 9110 §15.5.4), unless the document says who gets the 403.
  if (status === 403 || (status === 404 && !isOfWriting(context.subject.operation))) return undefined;
  if (status === 401 && !(await isKnownReader(context))) throw new CannotJudge(UNKNOWN_READER);
  // What words have looked at later than the role tells that nobody has looked at that.
  const isPast = isPastRole(context.contract, status);
  if (isRefusal(exchange) && status !== 401 && !isPast && !isSuccess(await sendParts(context, parts)))
    throw new CannotJudge(skip(`refused with ${outcomeOf(exchange)}, with another key as well`));
  return fail({
    expected: 'the status 403: the key may only read',
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: isSuccess(exchange) ? 'served' : 'status',
  });
}

async function* create(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject } = context;
  const mark = bodyOf(subject.operation) === undefined ? undefined : markOf(subject);
  const before = await requestRecords(context);
  const text = refusedMark(context, subject);
  const valid = await fetchValidParts(context);
  const body = mark === undefined ? valid.body : knownBody(context, subject, { [mark]: text }).body;
  // In a state in which it works: with another key it would be done.
  const exchange = answered(await sendWhereReady(context, { query: valid.query, body, credential: 'reader' }));
  const wrong = await judgeRefused(context, exchange, { ...valid, body, path: exchange.request.path });
  if (wrong !== undefined) return yield wrong;
  if (mark === undefined || !isObject(body) || subject.purpose?.resource.operations.list === undefined)
    return yield PASS;
  // A mark that no reply shows is in no list: then the record is known by all else that was sent.
  const isHidden = propertiesOf(bodyOf(subject.operation)?.schema ?? {}).get(mark)?.writeOnly === true;
  const isMarked = (record: JsonRecord): boolean => (isHidden ? hasAll(subject, record, body) : record[mark] === text);
  yield requestListsForTrace(context, [exchange], isMarked, before);
}

async function* change(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject } = context;
  const made = await createRecord(context);
  const path = { ...made.exchange.request.path, ...pathTo(resourceOf(context), made.id) };
  const body = bodyOf(subject.operation) === undefined ? undefined : knownBody(context, subject).body;
  const parts = { path, body };
  const exchange = answered(await sendParts(context, { ...parts, credential: 'reader' }));
  const wrong = await judgeRefused(context, exchange, parts);
  if (wrong !== undefined) return yield wrong;
  yield await judgeUnchanged(context, made, [exchange], {
    record: 'the record',
    gone: 'gone all the same',
    changed: (name) => `${name} changed all the same`,
  });
}

/** What is done to a record: that is looked at before and after, as far as it can be read. */
async function* act(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject } = context;
  // In a state in which it works: with another key it would be done.
  const valid = await fetchValidParts(context);
  const reading = taggedRead(context.contract.operations, subject.operation);
  const lookAt = async (path: JsonRecord): Promise<Exchange | undefined> =>
    reading && (await context.send(toRequest(reading, { path })));
  let parts: RequestParts = valid;
  let before: Exchange | undefined;
  const refuseAt = async (path: JsonRecord): Promise<Exchange> => {
    parts = { ...valid, path };
    before = await lookAt(path);
    return sendParts(context, { ...parts, credential: 'reader' });
  };
  // Where none is made for it, one that is there shows who is refused.
  const resource = ownerOf(context.contract, subject.operation);
  const ready = resource && (await unlessUnjudged(readyFor(context, resource, refuseAt)));
  const exchange = answered(ready ?? (await refuseAt(valid.path ?? {})));
  const wrong = await judgeRefused(context, exchange, parts);
  if (wrong !== undefined) return yield wrong;
  const after = await lookAt(parts.path ?? {});
  const isAsBefore = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
    one === undefined || other === undefined || !isSuccess(other) || sameJson(jsonOf(one), jsonOf(other));
  if (isAsBefore(before, after)) return yield PASS;
  // What runs by itself changes without being asked.
  const path = (await unlessUnjudged(readyPath(context))) ?? parts.path ?? {};
  if (!isAsBefore(await lookAt(path), await lookAt(path))) return yield PASS;
  yield fail({
    expected: 'the record as before: the request was refused',
    actual: 'another one',
    exchanges: [before, exchange, after].filter((one) => one !== undefined),
    key: 'changed all the same',
  });
}
