import { documents, isObject, jsonIn, own, propertiesOf, successOf } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { differenceOf } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import type { Made } from '../../steps/records';
import { createRecord, markOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** What was refused since another record stands in the way is not stored, and the other stays as it is. */
export const conflictNoTrace: Check = {
  id: 'conflict.no-trace',
  title: 'A conflict leaves no trace, and the other record as it was',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    purpose !== undefined &&
    ['create', 'replace', 'patch'].includes(purpose.role) &&
    documents(operation, 409) &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 409, 'A request that conflicts with a record changes nothing.'),
  cases: ({ purpose }) => [
    { name: 'the same values again', tier: 1, run: purpose?.role === 'create' ? judge : judgeChange },
  ],
};

async function judge(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const made = await createRecord(context);
  if (purpose === undefined || !('record' in made)) return 'record' in made ? PASS : made;
  const sent = jsonIn(made.exchange.request.body ?? '');
  if (!isObject(sent)) return PASS;
  const mark = markOf(context.subject);
  // With a mark first: then it is seen whether the older record took what was refused.
  const marked = mark === undefined ? [] : [{ ...sent, [mark]: refusedMark(context, context.subject) }];
  for (const body of [...marked, sent]) {
    const older = new Set(context.known.collection(purpose.resource).records.keys());
    const exchange = await context.send(toRequest(operation, { body }));
    if (exchange.response === undefined) return unjudged(exchange);
    if (exchange.response.status === 409)
      return (await judgeOlder(context, made, exchange)) ?? judgeList(context, older, exchange, body);
    if (!isSuccess(exchange)) return skip(`no conflict: ${outcomeOf(exchange)}`);
  }
  return skip('the server takes the same values twice');
}

/** A record is given the values of another; refused for that, both stay as they are. */
async function judgeChange(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const older = await createRecord(context);
  if (purpose === undefined || !('record' in older)) return 'record' in older ? PASS : older;
  const made = await createRecord(context);
  const { resource } = purpose;
  const sent = jsonIn(older.exchange.request.body ?? '');
  if (!isObject(sent)) return PASS;
  const settable = propertiesOf(bodyOf(operation)?.schema ?? {});
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => settable.get(name)?.readOnly === false));
  const path = { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const exchange = await context.send(toRequest(operation, { path, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 409) return skip(`no conflict: ${outcomeOf(exchange)}`);
  return (await judgeOlder(context, made, exchange)) ?? (await judgeOlder(context, older, exchange)) ?? PASS;
}

async function judgeOlder(context: CaseContext, made: Made, refused: Exchange): Promise<Verdict | undefined> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return undefined;
  const id = idOf(made.record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const { status = 500 } = exchange.response ?? {};
  const record = status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  const exchanges = [made.exchange, refused, exchange];
  if (record === undefined && status === 404)
    return fail({
      expected: `the record ${brief(id)}, as before`,
      actual: outcomeOf(exchange),
      exchanges,
      key: 'gone',
    });
  const difference =
    record && differenceOf(resource, { record: made.record, shownBy: made.exchange }, { record, shownBy: exchange });
  if (difference === undefined) return undefined;
  const { name, before, now } = difference;
  const expected = `${name}: ${brief(before)} of the record ${brief(id)}, as before`;
  return fail({ expected, actual: `${name}: ${brief(now)}`, exchanges, key: 'changed' });
}

/** A record that was not known before, and has all that was refused. */
async function judgeList(
  context: CaseContext,
  older: ReadonlySet<string>,
  refused: Exchange,
  body: JsonRecord,
): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  if (purpose === undefined) return PASS;
  const { resource } = purpose;
  const settable = propertiesOf(bodyOf(operation)?.schema ?? {});
  // What a list shows of its records in short is not enough to tell one from another.
  const shown = Object.entries(body).filter(([name]) => settable.get(name)?.writeOnly !== true);
  const { exchange, listing } = (await requestWholeList(context, resource)) ?? {};
  const stored = listing?.records.find(
    (record) =>
      !older.has(keyOf(idOf(record, resource))) &&
      shown.length > 0 &&
      shown.every(([name, value]) => sameJson(own(record, name), value)),
  );
  if (exchange === undefined || stored === undefined) return PASS;
  return fail({
    expected: 'no record of the refused request',
    actual: `the record ${brief(stored)}`,
    exchanges: [refused, exchange],
    key: 'stored',
  });
}
