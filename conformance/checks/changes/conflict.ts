import { documents, isObject, jsonIn, own, type Property, propertiesOf, typesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { ownSentences } from '../../records/marked';
import { type JsonRecord, keyOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { notWhole, requestWholeList } from '../../steps/lists';
import { createRecord, isOwnText, markOf, pathTo, recordMarkOf, refusedMark } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { CannotJudge, clauseOf, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { isOnMade } from './change';
import { judgeUnchanged } from './shown';

/** What was refused since another record stands in the way is not stored, and the other stays as it is. */
export const conflictNoTrace: Check = {
  id: 'conflict.no-trace',
  // What is unique is looked at by code of each.
  isOfEach: true,
  title: 'A conflict leaves no trace, and the other record as it was',
  level: 'MUST',
  applies: (subject) => isOnMade(subject, ['create', 'replace', 'patch']) && documents(subject.operation, 409),
  clause: (subject) => clauseOf(subject, 409, 'A request that conflicts with a record changes nothing.'),
  cases: ({ purpose }) => [
    purpose?.role === 'create'
      ? { name: 'the same values again', tier: 1, run: createAgain }
      : { name: 'the same values again', tier: 1, isShownByFew: true, run: takeValues },
  ],
};

const IN_CONFLICT = { record: 'the record', gone: 'gone', changed: () => 'changed' };

/** A record is made of the values of another; refused for that, it is not stored. */
async function* createAgain(context: CaseContext): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const made = await createRecord(context);
  const sent = jsonIn(made.exchange.request.body ?? '');
  if (!isObject(sent)) return yield PASS;
  const mark = markOf(context.subject);
  // With a mark first: then it is seen whether the older record took what was refused.
  const marked = mark === undefined ? [] : [{ ...sent, [mark]: refusedMark(context, context.subject) }];
  const { path } = made.exchange.request;
  const bodies = async function* (): AsyncGenerator<JsonRecord> {
    yield* [...marked, sent];
    yield* await sameNamed(context, sent);
  };
  for await (const body of bodies()) {
    // Values that no mark tells from others may have been there before: where that is not shown whole, nothing is a trace.
    const before =
      body === sent ? (await requestWholeList(context, resourceOf(context), {}, path))?.listing : undefined;
    const isTold = body !== sent || before?.isWhole === true;
    const exchange = replied(await context.send(toRequest(operation, { path, body })));
    if (exchange.response.status === 409) {
      yield judgeUnchanged(context, made, [exchange], IN_CONFLICT);
      const isIt = (record: JsonRecord): boolean =>
        Object.entries(body).some(([name, value]) => isOwnText(value) && own(record, name) === value) ||
        hasAll(context.subject, record, body);
      return yield isTold
        ? await requestListsForTrace(context, [exchange], isIt, before?.records ?? [], path)
        : notWhole(resourceOf(context));
    }
    if (!isSuccess(exchange)) throw new CannotJudge(skip(`no conflict: ${outcomeOf(exchange)}`));
  }
  throw new CannotJudge(skip('the server takes the same values twice'));
}

/**
 * Where words say of a member that none has what another one has, and the known body lacks it: a record with a value of it is made first,
 * and the body names that again, with a mark.
 */
async function sameNamed(context: CaseContext, sent: JsonRecord): Promise<readonly JsonRecord[]> {
  const { subject } = context;
  const lacking = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].filter(
    (one) => !one.readOnly && own(sent, one.name) === undefined && isOfConflict(subject, one),
  );
  const [member] = lacking;
  const mark = member && recordMarkOf(subject, [member.name]);
  const value = member && anotherValue(member.schema, [], context.options.seed + 17);
  if (member === undefined || mark === undefined || lacking.length > 1 || (value ?? null) === null) return [];
  const made = await unlessUnjudged(createRecord(context, { [member.name]: value }));
  const again = made && jsonIn(made.exchange.request.body ?? '');
  return isObject(again) ? [{ ...again, [mark]: refusedMark(context, subject, mark) }] : [];
}

/** `A reference may be used once`, `a serial that another one has`: beside an operation that has a 409. */
const isOfConflict = ({ operation }: Subject, { name, schema }: Property): boolean =>
  typesOf(schema).includes('string') &&
  schema.enum === undefined &&
  ownSentences(operation).some((text) => text.split(/[^\w-]+/).includes(name) && NO_OTHER.test(text));

const NO_OTHER = /\b(?:once|already|taken|another|in use|unique|no two)\b/i;

/** A record is given the values of another; refused for that, both stay as they are. */
async function* takeValues(context: CaseContext): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const older = await createRecord(context);
  const made = await createRecord(context);
  if (keyOf(made.id) === keyOf(older.id)) throw new CannotJudge(skip('the server has made one record of two creates'));
  const sent = jsonIn(older.exchange.request.body ?? '');
  if (!isObject(sent)) return yield PASS;
  const settable = propertiesOf(bodyOf(operation)?.schema ?? {});
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => settable.get(name)?.readOnly === false));
  const path = pathTo(resourceOf(context), made.id);
  const exchange = replied(await context.send(toRequest(operation, { path, body })));
  if (exchange.response.status !== 409) throw new CannotJudge(skip(`no conflict: ${outcomeOf(exchange)}`));
  for (const one of [made, older]) yield judgeUnchanged(context, one, [exchange], IN_CONFLICT);
}

/** Whether a record has all that was sent. What a list shows of its records in short is not enough to tell one from another. */
export function hasAll({ operation }: Subject, record: JsonRecord, sent: JsonRecord): boolean {
  const settable = propertiesOf(bodyOf(operation)?.schema ?? {});
  const shown = Object.entries(sent).filter(([name]) => settable.get(name)?.writeOnly !== true);
  return shown.length > 0 && shown.every(([name, value]) => sameJson(own(record, name), value));
}
