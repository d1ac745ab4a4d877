import { documents, type Operation, own, propertiesOf, type Resource, successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, type Request } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { idOf, type JsonRecord, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { nothingToSend, recordBodyOf, unplaced, wrapped } from '../../requests/valid';
import { carries, echoedProperties, type Ways } from '../../rules/relations/carries';
import { shownSchema } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import { createRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, operationClause, PASS, type Verdict } from '../../verdict/verdict';
import { type Alone, judgeBatch, MOST_ALONE, type Sending } from './batch';
import { changesOf } from './bodies';

/** Writes that are sent at once leave a record as some order of them does. */
export const parallelSomeOrder: Check = {
  id: 'parallel.some-order',
  title: 'Writes at once leave what some order of them does',
  level: 'MUST',
  isOfRequestsAtOnce: true,
  applies: ({ purpose, operation }) => {
    if (purpose === undefined || !['replace', 'patch', 'delete'].includes(purpose.role)) return false;
    const { create, read } = purpose.resource.operations;
    const isWhole = create !== undefined && read !== undefined && purpose.resource.idProperty !== undefined;
    const isChange = propertiesOf(bodyOf(operation)?.schema ?? {}).size > 0;
    return isWhole && (purpose.role === 'delete' || isChange);
  },
  clause: ({ operation }) =>
    operationClause(operation, 'Each request that is answered with success is carried out, in some order.'),
  cases: ({ purpose }, { parallel }) =>
    parallel < 2
      ? []
      : [
          {
            name:
              purpose?.role === 'delete' ? 'a deletion among reads and changes' : 'writes to one record, among reads',
            tier: 2,
            run: judge,
          },
        ],
};

/** A record to which several requests are sent at once. */
interface Target {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, unknown>>;
  /** As it is before. */
  readonly initial: JsonRecord;
  readonly reading: Request;
}

/** A request of the batch; of a write what it sends. */
interface Step extends Sending {
  readonly write?: Pick<Write, 'role' | 'sent' | 'schema'>;
}

async function judge(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { purpose } = context.subject;
  const read = purpose?.resource.operations.read;
  if (purpose === undefined || read === undefined) return [];
  if (context.notes.isStalled) return inconclusive('requests at once went without a reply before');
  const { resource, role } = purpose;
  const placeless = role === 'delete' ? undefined : unplaced(context.subject);
  if (placeless !== undefined) return placeless;
  const made = await createRecord(context);
  const path = { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const reading = toRequest(read, { path });
  const initial = recordIn(await context.send(reading), resource);
  if (initial === undefined) return inconclusive('the record can not be read');
  const target = { resource, path, initial, reading };
  const verdicts = role === 'delete' ? await judgeDeletion(context, target) : await judgeWrites(context, target, role);
  return verdicts.length === 0 ? PASS : verdicts;
}

const recordIn = (exchange: Exchange, resource: Resource): JsonRecord | undefined =>
  exchange.response?.status === successOf(exchange.request.operation)?.status
    ? recordOf(exchange, resource)
    : undefined;

/** Writes and reads in turn, as many as may be sent at once. */
async function sendAmongReads(
  context: CaseContext,
  { reading }: Target,
  writing: readonly Step[],
): Promise<{ readonly verdicts: readonly Verdict[]; readonly steps: readonly (Step & { exchange: Exchange })[] }> {
  const asking: Step = { request: reading, expect: () => undefined };
  const steps = writing.flatMap((step) => [step, asking]).slice(0, context.options.parallel);
  const exchanges = await context.sendTogether(steps.map(({ request }) => request));
  const alone: Alone = { left: MOST_ALONE };
  const verdicts = await judgeBatch(context, steps, exchanges, alone);
  const sent = steps.flatMap((step, index) => {
    const exchange = exchanges[index];
    return exchange === undefined ? [] : [{ ...step, exchange }];
  });
  return { verdicts, steps: sent };
}

async function judgeWrites(context: CaseContext, target: Target, role: string): Promise<readonly Verdict[]> {
  const { initial, resource, path, reading } = target;
  const kind = role === 'patch' ? 'patch' : 'replace';
  const bodies = changesOf(context, initial, kind, Math.ceil(context.options.parallel / 2));
  if (bodies.length === 0) return [nothingToSend(context.subject, 'no other valid body is known')];
  const schema = recordBodyOf(context.subject)?.schema ?? {};
  const writing = bodies.map((sent): Step => {
    const request = toRequest(context.subject.operation, { path, body: wrapped(context, context.subject, sent) });
    return { request, expect: () => undefined, write: { role: kind, sent, schema } };
  });
  const { verdicts, steps } = await sendAmongReads(context, target, writing);
  const writes = steps.flatMap(({ write, exchange }): readonly Write[] =>
    write === undefined ? [] : [{ ...write, exchange }],
  );
  if (!writes.some(({ exchange }) => isSuccess(exchange))) return [...verdicts, inconclusive('no write was done')];
  const last = await context.send(reading);
  const reads = [...steps.filter(({ write }) => write === undefined).map(({ exchange }) => exchange), last];
  for (const exchange of reads) {
    const record = recordIn(exchange, resource);
    if (record === undefined) continue;
    const seen = { record, schema: shownSchema(exchange, resource) };
    const name = unexplained(seen, initial, writes, exchange === last);
    if (name === undefined) continue;
    // What is not as it was sent when nothing else goes on is judged elsewhere.
    if (!(await isDoneAlone(context, target, writes, name))) return verdicts;
    const sent = writes.flatMap((write) => (write.sent[name] === undefined ? [] : [brief(write.sent[name])]));
    const observation = {
      expected:
        kind === 'replace'
          ? `all of what one of the ${writes.length} writes has sent`
          : `${name}: ${sent.join(' or ')}, as some order of the writes leaves it`,
      actual: `${name}: ${brief(record[name])}${kind === 'replace' ? ' beside what another write has sent' : ''}, with ${steps.length} requests at once`,
      exchanges: [...writes.map(({ exchange: write }) => write).slice(0, 1), exchange],
      key: exchange === last ? 'left' : 'read among',
    };
    return [...verdicts, fail(observation)];
  }
  return verdicts;
}

/** Whether a write of a member is done, and shown, when nothing else goes on. */
async function isDoneAlone(
  context: CaseContext,
  { initial, resource, reading }: Target,
  writes: readonly Write[],
  name: string,
): Promise<boolean> {
  const write = writes.find(({ sent }) => sent[name] !== undefined);
  if (write === undefined) return false;
  const exchange = await context.send(write.exchange.request);
  const found = await context.send(reading);
  const record = recordIn(found, resource);
  if (record === undefined || !isSuccess(exchange)) return false;
  return (
    unexplained({ record, schema: shownSchema(found, resource) }, initial, [{ ...write, exchange }], true) === undefined
  );
}

/** A record that was deleted is gone, whatever was sent to it at the same time. */
async function judgeDeletion(context: CaseContext, target: Target): Promise<readonly Verdict[]> {
  const { path, reading, resource } = target;
  const deleting: Sending = { request: toRequest(context.subject.operation, { path }), expect: () => undefined };
  const [first = [], second = []] = changesBeside(context, target);
  const { verdicts, steps } = await sendAmongReads(context, target, [...first, deleting, ...second]);
  const deletion = steps.find(({ request }) => request === deleting.request)?.exchange;
  if (deletion === undefined || !isSuccess(deletion) || deletion.response?.status === 202)
    return [...verdicts, inconclusive('it was not deleted')];
  const last = await context.send(reading);
  if (recordIn(last, resource) === undefined) return verdicts;
  // A record that can be read when it was deleted by itself, or is made by a change, is judged elsewhere.
  await context.send(deleting.request);
  for (const { request } of second.slice(0, 1)) await context.send(request);
  if (recordIn(await context.send(reading), resource) !== undefined) return verdicts;
  const observation = {
    expected: 'no record, since it was deleted',
    actual: `the record, with ${steps.length} requests at once`,
    exchanges: [deletion, last],
    key: 'back',
  };
  return [...verdicts, fail(observation)];
}

/** Changes of the record that is deleted at the same time: those that come before the deletion, and those after it. */
function changesBeside(context: CaseContext, { resource, path, initial }: Target): readonly (readonly Sending[])[] {
  const { patch, replace } = resource.operations;
  const sendingsOf = (operation: Operation | undefined, kind: Write['role'], count: number): readonly Sending[] => {
    if (operation === undefined) return [];
    const subject = { ...context.subject, operation };
    return changesOf({ ...context, subject }, initial, kind, count).map((record) => ({
      request: toRequest(operation, { path, body: wrapped(context, subject, record) }),
      expect: () => undefined,
    }));
  };
  // What may lawfully make a record by its id may make it again.
  const replacements = replace !== undefined && documents(replace, 404) && !documents(replace, 201);
  const [patched, ...more] = sendingsOf(patch, 'patch', 2);
  const after = replacements ? sendingsOf(replace, 'replace', 1) : [];
  return [patched === undefined ? [] : [patched], [...after, ...more]];
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
 * patch a member any may have come after it. What the contract does not show again, or nobody has sent, may be anything.
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
