import { documents, own, propertiesOf, type Resource } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, type Request } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyOf } from '../../exchange/subject';
import { type JsonRecord, sameJson } from '../../records/records';
import { nothingToSend, unplaced, wrapped } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { carries, echoedProperties, type Ways } from '../../rules/relations/carries';
import { shownSchema } from '../../rules/relations/compare';
import { marksOfOne } from '../../rules/relations/held';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { createRecord, isReadable, pathTo, shownIn } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, operationClause, type Verdict } from '../../verdict/verdict';
import { type BatchContext, checkAtOnce, type Sending, sendBatch } from './batch';
import { changesOf } from './bodies';

/** Writes that are sent at once leave a record as some order of them does. */
export const parallelSomeOrder = checkAtOnce({
  id: 'parallel.some-order',
  title: 'Parallel writes leave a state that some order of them explains',
  applies: (subject) => {
    const { purpose, operation } = subject;
    if (purpose?.resource.operations.create === undefined || !isReadable(subject)) return false;
    const isChange = propertiesOf(bodyOf(operation)?.schema ?? {}).size > 0;
    return purpose.role === 'delete' || (['replace', 'patch'].includes(purpose.role) && isChange);
  },
  clause: ({ operation }) =>
    operationClause(operation, 'Each request that is answered with success is carried out, in some order.'),
  stories: ({ purpose }) =>
    purpose?.role === 'delete'
      ? { 'a deletion among reads and changes': judgeDeletion }
      : { 'writes to one record, among reads': judgeWrites },
});

/** A record to which several requests are sent at once. */
interface Target {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, unknown>>;
  /** As it is before. */
  readonly initial: JsonRecord;
  readonly reading: Request;
}

async function createTarget(context: CaseContext): Promise<Target> {
  const resource = resourceOf(context);
  const { id } = await createRecord(context);
  const path = pathTo(resource, id);
  const reading = toRequest(inRole(context, resource, 'read').subject.operation, { path });
  const initial = shownIn(await context.send(reading), resource);
  if (initial === undefined) throw new CannotJudge('the record can not be read');
  return { resource, path, initial, reading };
}

/** A request of the batch; of a write what it sends. */
interface Step extends Sending {
  readonly write?: Omit<Write, 'exchange'>;
}

/** Writes and reads in turn, as many as may be sent at once. */
const sendAmongReads = (context: BatchContext, { reading }: Target, writing: readonly Step[]) =>
  sendBatch(
    context,
    writing.flatMap((step): Step[] => [step, { request: reading }]).slice(0, context.options.parallel),
  );

/** Requests that change the record, each otherwise; none where the resource has no such operation. */
function changing(context: CaseContext, target: Target, role: Write['role'], count: number): readonly Step[] {
  const { resource, path, initial } = target;
  if (resource.operations[role] === undefined) return [];
  const there = inRole(context, resource, role);
  const { subject } = there;
  const schema = recordBodyOf(subject)?.schema ?? {};
  // What one of several records is at the most goes by what becomes of the others.
  const isOfThis = ([name]: readonly [string, unknown]): boolean => !marksOfOne(resource).has(name);
  return changesOf(there, initial, role, count).map((sent) => ({
    request: toRequest(subject.operation, { path, body: wrapped(context, subject, sent) }),
    write: { role, sent: Object.fromEntries(Object.entries(sent).filter(isOfThis)), schema },
  }));
}

async function judgeWrites(context: BatchContext): Promise<Verdict | undefined> {
  const { subject, options } = context;
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const target = await createTarget(context);
  const role = subject.purpose?.role === 'patch' ? 'patch' : 'replace';
  const writing = changing(context, target, role, Math.ceil(options.parallel / 2));
  if (writing.length === 0) return nothingToSend(subject, 'no other valid body is known');
  const steps = await sendAmongReads(context, target, writing);
  const writes = steps.flatMap(({ write, exchange }) => (write === undefined ? [] : [{ ...write, exchange }]));
  if (!writes.some(({ exchange }) => isSuccess(exchange))) throw new CannotJudge('no write was done');
  const last = await context.send(target.reading);
  const reads = [...steps.filter(({ write }) => write === undefined).map(({ exchange }) => exchange), last];
  const { running } = context.known.collection(target.resource);
  for (const exchange of reads) {
    const record = shownIn(exchange, target.resource);
    const name = unexplainedIn(exchange, target, writes, exchange === last);
    if (record === undefined || name === undefined || running.has(name)) continue;
    // What is not as it was sent when nothing else goes on is judged elsewhere.
    if (!(await isDoneAlone(context, target, writes, name))) return undefined;
    const sent = writes.flatMap((write) => (write.sent[name] === undefined ? [] : [brief(write.sent[name])]));
    const shown = `${name}: ${brief(record[name])}`;
    return fail({
      ...(role === 'replace'
        ? {
            expected: `all of what one of the ${writes.length} writes has sent`,
            actual: `${shown} beside what another write has sent, with ${steps.length} requests at once`,
          }
        : {
            expected: `${name}: ${sent.join(' or ')}, as some order of the writes leaves it`,
            actual: `${shown}, with ${steps.length} requests at once`,
          }),
      exchanges: [...writes.slice(0, 1).map((write) => write.exchange), exchange],
      key: exchange === last ? 'left' : 'read among',
    });
  }
  return undefined;
}

/** The first member of the record that a read shows and no order of the writes explains. */
function unexplainedIn(
  exchange: Exchange,
  { initial, resource }: Target,
  writes: readonly Write[],
  isAfter: boolean,
): string | undefined {
  const record = shownIn(exchange, resource);
  const read = record === undefined ? undefined : { record, schema: shownSchema(exchange, resource) };
  return read && unexplained(read, initial, writes, isAfter);
}

/** Whether a write of a member is done, and shown, when nothing else goes on. */
async function isDoneAlone(
  context: CaseContext,
  target: Target,
  writes: readonly Write[],
  name: string,
): Promise<boolean> {
  const write = writes.find(({ sent }) => sent[name] !== undefined);
  if (write === undefined) return false;
  const exchange = await context.send(write.exchange.request);
  const found = await context.send(target.reading);
  if (shownIn(found, target.resource) === undefined || !isSuccess(exchange)) return false;
  return unexplainedIn(found, target, [{ ...write, exchange }], true) === undefined;
}

/** A record that was deleted is gone, whatever was sent to it at the same time. */
async function judgeDeletion(context: BatchContext): Promise<Verdict | undefined> {
  const target = await createTarget(context);
  const { path, reading, resource } = target;
  const deleting: Step = { request: toRequest(context.subject.operation, { path }) };
  const patching = changing(context, target, 'patch', 2);
  // What may lawfully make a record by its id may make it again.
  const { replace } = resource.operations;
  const isReplaced = replace !== undefined && documents(replace, 404) && !documents(replace, 201);
  const after = [...(isReplaced ? changing(context, target, 'replace', 1) : []), ...patching.slice(1)];
  const steps = await sendAmongReads(context, target, [...patching.slice(0, 1), deleting, ...after]);
  const deletion = steps.find(({ request }) => request === deleting.request)?.exchange;
  if (deletion === undefined || !isSuccess(deletion) || deletion.response?.status === 202)
    throw new CannotJudge('it was not deleted');
  const last = await context.send(reading);
  if (shownIn(last, resource) === undefined) return undefined;
  // A record that can be read when it was deleted by itself, or is made by a change, is judged elsewhere.
  await context.send(deleting.request);
  for (const { request } of after.slice(0, 1)) await context.send(request);
  if (shownIn(await context.send(reading), resource) !== undefined) return undefined;
  return fail({
    expected: 'no record, since it was deleted',
    actual: `the record, with ${steps.length} requests at once`,
    exchanges: [deletion, last],
    key: 'back',
  });
}

/** One of several writes to a record that were sent at once. */
export interface Write {
  readonly exchange: Exchange;
  /** All of the record, or some of its members. */
  readonly role: 'replace' | 'patch';
  readonly sent: JsonRecord;
  /** The schema of what was sent of the record. */
  readonly schema: Ways['sent'];
}

/** What a read shows of a record, and how its schema says it. */
export interface Read {
  readonly record: JsonRecord;
  readonly schema: Ways['shown'];
}

/**
 * The first member of a record that no order of the writes explains; undefined where one explains all of them.
 *
 * Each write is one step. Of the writes that replace the record one was the last, or none has been done yet; of those that
 * patch a member any may have come after it. What the contract does not show again, or no write has sent, may be anything.
 *
 * @param initial the record before the writes
 * @param isAfter whether the read began when all of them had ended
 */
export function unexplained(
  read: Read,
  initial: JsonRecord,
  writes: readonly Write[],
  isAfter: boolean,
): string | undefined {
  const done = writes.filter(({ exchange }) => !isRefusal(exchange));
  const replacements = done.filter(({ role }) => role === 'replace');
  const patches = done.filter(({ role }) => role === 'patch');
  const names = [...new Set(done.flatMap(({ sent }) => Object.keys(sent)))];
  const isNecessary = (write: Write): boolean => isAfter && isCertain(write);

  /** What one member may show, if this write was the last that replaced the record, or if none was. */
  const mayShow = (name: string, last: Write | undefined): boolean => {
    const ofName = patches.filter(({ sent }) => own(sent, name) !== undefined);
    if (ofName.some((write) => shows(read, name, write))) return true;
    if (last !== undefined) return own(last.sent, name) === undefined || shows(read, name, last);
    if (ofName.some(isNecessary)) return !isShown(read, name, ofName);
    return sameJson(own(initial, name), own(read.record, name));
  };

  const bases = replacements.some(isNecessary) ? replacements : [undefined, ...replacements];
  const wrong = bases.map((last) => names.find((name) => !mayShow(name, last)));
  return wrong.some((name) => name === undefined) ? undefined : wrong[0];
}

/** Whether a write has been done: without a reply, or with a 5xx, it may have been. */
const isCertain = ({ exchange: { response } }: Write): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300 && response.status !== 202;

const waysOf = ({ schema }: Read, write: Write): ReadonlyMap<string, Ways> =>
  echoedProperties({ sent: write.schema, shown: schema });

function shows(read: Read, name: string, write: Write): boolean {
  const ways = waysOf(read, write).get(name);
  return ways === undefined || carries(ways, own(write.sent, name), own(read.record, name));
}

const isShown = (read: Read, name: string, writes: readonly Write[]): boolean =>
  writes.some((write) => waysOf(read, write).has(name));
