import {
  documents,
  isObject,
  jsonIn,
  own,
  type Property,
  partAt,
  propertiesOf,
  type Schema,
  successOf,
  typesOf,
  validatorOf,
  withPart,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, refusalStatuses, type Subject, takenSteps } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { knownBody, recordBodyOf, refusableBodies, unplaced, wrapped } from '../../requests/valid';
import { differenceOf } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, type Made, markOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';
import { otherValues } from './change';

/** A change that is refused changes nothing, not even what would have been valid by itself. */
export const refusedNoChange: Check = {
  id: 'refused.no-change',
  title: 'A change that is refused changes nothing',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    (purpose?.role === 'replace' || purpose?.role === 'patch') &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.operations.read !== undefined &&
    purpose.resource.idProperty !== undefined &&
    refusalStatuses(operation).length > 0,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A request that is refused changes no record.'),
  cases: () => [{ name: 'a valid member beside a broken one', tier: 1, run: judgeRefused }],
};

async function judgeRefused(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const { resource } = purpose ?? {};
  const placeless = unplaced(context.subject);
  if (placeless !== undefined) return placeless;
  const media = recordBodyOf(context.subject);
  const made = await createRecord(context);
  if (resource === undefined || media === undefined || !('record' in made)) return 'record' in made ? PASS : made;
  const path = { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const valid = otherValues(context.subject, made.record, context.options.seed + 5);
  // What is broken is one member, and all others would change the record.
  const names = Object.keys(valid);
  const broken = refusableBodies(operation, media.schema, valid).filter(({ what }) =>
    names.some((name) => what.startsWith(`${name} `)),
  );
  const chosen = [broken.at(-1), broken.find(({ what }) => !what.endsWith(' missing')), broken[0]];
  const refused: Exchange[] = [];
  for (const one of new Set(chosen)) {
    if (!isObject(one?.value) || Object.keys(one.value).length < 2) continue;
    const exchange = await context.send(
      toRequest(operation, { path, body: wrapped(context, context.subject, one.value) }),
    );
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0)
    return names.length < 2 ? skip('a body has one member alone') : inconclusive('nothing was refused');
  return judgeSame(context, made, refused);
}

async function judgeSame(context: CaseContext, made: Made, refused: readonly Exchange[]): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return PASS;
  const id = idOf(made.record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const record = exchange.response?.status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  const difference =
    record && differenceOf(resource, { record: made.record, shownBy: made.exchange }, { record, shownBy: exchange });
  if (difference === undefined) return PASS;
  const { name, before, now } = difference;
  return fail({
    expected: `${name}: ${brief(before)} of the record ${brief(id)}, as before`,
    actual: `${name}: ${brief(now)}`,
    exchanges: [made.exchange, ...refused, exchange],
    key: `${name} changed`,
  });
}

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
    { name: 'the same values again', tier: 1, run: purpose?.role === 'create' ? judgeSecond : judgeChange },
  ],
};

async function judgeSecond(context: CaseContext): Promise<Verdict> {
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

/** What comes in replies alone is not taken from a request: it is passed over, or the request refused. */
export const readOnlyNotTaken: Check = {
  id: 'input.read-only',
  title: 'What the server sets is not taken from a client',
  level: 'MUST',
  applies: (subject) =>
    subject.purpose !== undefined && ROLES.includes(subject.purpose.role) && readOnlyOf(subject).length > 0,
  clause: (subject) => {
    const { operation } = subject;
    return clauseOf(
      subject,
      400,
      `A client can't set what is readOnly: ${readOnlyOf(subject)[0]?.name ?? operation.id}.`,
    );
  },
  cases: () => [{ name: 'values for what is readOnly', tier: 1, run: judgeReadOnly }],
};

const ROLES: readonly string[] = ['create', 'replace', 'patch'];

/** The `readOnly` properties of a body or a record whose values are no accident: a server would not come to the same by itself. */
const readOnlyOf = (subject: Subject): readonly Property[] => {
  const { purpose } = subject;
  const media = recordBodyOf(subject) ?? bodyOf(subject.operation);
  if (media === undefined || purpose === undefined) return [];
  const named = propertiesOf(media.schema);
  // What the record's schema calls readOnly is so in a body that does not name it, too.
  const unnamed = [...propertiesOf(purpose.resource.schema).values()].filter(({ name }) => !named.has(name));
  return [...named.values(), ...unnamed].filter(
    ({ readOnly, schema }) => readOnly && tellingValue(schema, 1) !== undefined,
  );
};

function tellingValue(schema: Schema, seed: number): unknown {
  const types = typesOf(schema);
  if (types.includes('string') && schema.enum === undefined) return anotherValue(schema, [], seed + 11);
  const large = 7_000_000_000 + seed;
  return types.includes('integer') && validatorOf(schema, 'request')(large) === undefined ? large : undefined;
}

async function judgeReadOnly(context: CaseContext): Promise<Verdict> {
  const { subject, options } = context;
  const { purpose, operation } = subject;
  if (purpose === undefined) return PASS;
  const { resource, role } = purpose;
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const made = role === 'create' ? undefined : await createRecord(context);
  if (made !== undefined && !('record' in made)) return made;
  const path = made === undefined ? {} : { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const values = Object.fromEntries(
    readOnlyOf(subject).map(({ name, schema }) => [name, tellingValue(schema, options.seed)]),
  );
  const steps = takenSteps(subject);
  const { body: known } = knownBody(context, subject);
  const record = { ...Object(partAt(known, steps)), ...values };
  const body = withPart(bodyOf(operation)?.schema, known, steps, record);
  const exchange = await context.send(toRequest(operation, { path, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (isRefusal(exchange)) return PASS;
  if (!isSuccess(exchange)) return inconclusive(outcomeOf(exchange));
  const { read } = resource.operations;
  const id = made === undefined ? idOf(recordOf(exchange, resource) ?? {}, resource) : idOf(made.record, resource);
  const reading =
    read === undefined || id === undefined
      ? exchange
      : await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  for (const seen of [exchange, reading]) {
    const record = recordOf(seen, resource);
    const taken = record && Object.keys(values).find((name) => sameJson(own(record, name), own(values, name)));
    if (taken !== undefined)
      return fail({
        expected: `${taken}: what the server sets, since it is readOnly`,
        actual: `${taken}: ${brief(own(values, taken))}, as it was sent`,
        exchanges: seen === exchange ? [exchange] : [exchange, seen],
        key: `${taken} taken`,
      });
  }
  return recordOf(exchange, resource) === undefined && recordOf(reading, resource) === undefined
    ? skip('no reply shows the record')
    : PASS;
}
