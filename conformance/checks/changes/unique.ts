import { documents, OTHER_HAS, own, type Property, propertiesOf, replyFor } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { type JsonRecord, referredBy, sameJson } from '../../records/records';
import { wrapped } from '../../requests/bodies/record-in-body';
import { uniqueIn } from '../../requests/bodies/unique';
import { fits } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { sentIn } from '../../rules/relations/held';
import { type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { createRecord, fetchRecord, type Made, pathTo, recordMarkOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, sendTo } from './change';
import { takeFreed } from './freed';

/** No two records have the same value of a property of which the document says so. */
export const uniqueKept: Check = {
  id: 'unique.kept',
  isOfEach: true,
  title: 'No two records share a value that the document calls unique',
  level: 'MUST',
  applies: (subject) =>
    isOnMade(subject, ['create', 'replace', 'patch']) &&
    (subject.purpose?.role === 'create' || documents(subject.operation, 409)) &&
    uniqueIn(subject).length > 0,
  clause: (subject) => clauseOf(subject, 409, `No two records have the same ${uniqueIn(subject)[0]?.name ?? 'value'}.`),
  cases: (subject, { parallel }) =>
    uniqueIn(subject).flatMap(({ name, isCaseless, isCaseful }, nth) => [
      ...(parallel < 2 || nth > 0 || subject.purpose?.role === 'create'
        ? []
        : [{ name: `${name} at once`, tier: 2 as const, run: (context: CaseContext) => takeAtOnce(context, name) }]),
      ...(isCaseless
        ? [
            {
              name: `${name} in another case`,
              tier: 1 as const,
              run: (context: CaseContext) => shareValue(context, name, inOtherCase),
            },
          ]
        : []),
      {
        name,
        tier: 1 as const,
        run: async function* (context: CaseContext) {
          yield* shareValue(context, name, (text) => text);
          if (isCaseful && subject.purpose?.role === 'create') yield await tellApart(context, name);
        },
      },
    ]),
};

const inOtherCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

async function* shareValue(
  context: CaseContext,
  name: string,
  write: (text: string) => string,
): AsyncGenerator<Verdict> {
  const { subject } = context;
  const resource = resourceOf(context);
  const making = inRole(context, resource, 'create');
  const media = recordBodyOf(making.subject);
  const schema = propertiesOf(media?.schema ?? {}).get(name)?.schema ?? {};
  const older = await makeWith(making, name, schema);
  const value = own(sentIn(older.exchange, resource) ?? {}, name);
  const shared = typeof value === 'string' ? write(value) : value;
  if (value === undefined) throw new CannotJudge(skip(`no record with a ${name} is made`));
  const isCreate = subject.purpose?.role === 'create';
  const target = isCreate ? undefined : await makeWith(making, name, schema, older);
  const body = isCreate ? bodyWith(making, older, name, shared) : changeTo(context, target, name, shared);
  if (body === undefined) throw new CannotJudge(skip(`no other body has this ${name}`));
  const exchange = replied(
    target === undefined
      ? await context.send(
          toRequest(subject.operation, { path: older.exchange.request.path, body: wrapped(context, subject, body) }),
        )
      : await sendTo(context, target.id, body),
  );
  const finding = {
    expected: `the status ${documents(subject.operation, 409) ? 409 : '4xx'}, since another record has the ${name} ${brief(value)}`,
    actual: outcomeOf(exchange),
    exchanges: [older.exchange, exchange],
    key: isSuccess(exchange) ? `${name} twice` : `${name} refused otherwise`,
    topic: { member: name, wanted: 409 },
  };
  if (isSuccess(exchange)) return yield fail(finding);
  const { status } = exchange.response;
  const isOther =
    isRefusal(exchange) && documents(subject.operation, 409) && status !== 409 && OF_BODIES.includes(status);
  // The body was as good as the first one but for that, and for the mark.
  yield isOther && OTHER_HAS.test(replyFor(subject.operation, 409)?.description ?? '') ? fail(finding) : PASS;
  // A server may write capitals small: what is taken later is written as it was at first.
  const asBefore = { ...body, [name]: value };
  if (isCreate && status === 409) yield* takeFreed(context, { name, value, older, body: asBefore, refused: exchange });
}

const OF_BODIES: readonly number[] = [400, 422];

/** Where words say that case makes another value, a record may have it. */
async function tellApart(context: CaseContext, name: string): Promise<Verdict> {
  const { subject } = context;
  const resource = resourceOf(context);
  const schema = recordMembers(subject).get(name)?.schema ?? {};
  const older = await makeWith(context, name, schema);
  const value = own(sentIn(older.exchange, resource) ?? {}, name);
  const other = typeof value === 'string' ? inOtherCase(value) : value;
  const body = sameJson(other, value) ? undefined : bodyWith(context, older, name, other);
  if (body === undefined) throw new CannotJudge(skip(`no other body has this ${name}`));
  const { path } = older.exchange.request;
  const exchange = replied(
    await context.send(toRequest(subject.operation, { path, body: wrapped(context, subject, body) })),
  );
  if (exchange.response.status !== 409) return PASS;
  return fail({
    expected: `that it is done: the ${name} ${brief(value)} of another record differs in case, which tells them apart`,
    actual: outcomeOf(exchange),
    exchanges: [older.exchange, exchange],
    key: `${name} in another case refused`,
    topic: { member: name },
  });
}

/** Of two records that are given one value at once, one alone has it then. */
async function takeAtOnce(context: CaseContext, name: string): Promise<Verdict> {
  const { subject, notes, options } = context;
  const resource = resourceOf(context);
  const making = inRole(context, resource, 'create');
  const schema = recordMembers(making.subject).get(name)?.schema ?? {};
  const first = await makeWith(making, name, schema);
  const pair = [first, await makeWith(making, name, schema, first)];
  notes.values.made += 1;
  const taken = pair.map(({ record }) => own(record, name));
  const value = anotherValue(schema, taken, options.seed + notes.values.made);
  const requests = pair.flatMap((one) => {
    const body = changeTo(context, one, name, value);
    const path = { ...one.exchange.request.path, ...pathTo(resource, one.id) };
    return body === undefined ? [] : [toRequest(subject.operation, { path, body: wrapped(context, subject, body) })];
  });
  if (value === undefined || requests.length < 2) throw new CannotJudge(skip(`no other ${name} is known`));
  const all = await context.sendTogether(requests);
  if (all.filter(isSuccess).length < 2) return PASS;
  const seen = await Promise.all(
    pair.map(({ id, exchange }) => fetchRecord(context, resource, id, exchange.request.path)),
  );
  if (seen.some(({ record }) => record === undefined || !sameJson(own(record, name), value))) return PASS;
  return fail({
    expected: `one record with the ${name} ${brief(value)}`,
    actual: 'two of them, which were given it at once',
    exchanges: [...all, ...seen.map(({ exchange }) => exchange)],
    key: `${name} at once`,
    topic: { member: name, wanted: 409 },
  });
}

/**
 * A record that has a value of its own there.
 *
 * @param beside what belongs to the same records: a value may be unique among those of one of them alone
 */
async function makeWith(making: CaseContext, name: string, schema: Property['schema'], beside?: Made): Promise<Made> {
  const sent = beside === undefined ? {} : (sentIn(beside.exchange, resourceOf(making)) ?? {});
  const belonging = Object.fromEntries(
    Object.entries(sent).filter(([key]) => referredBy(making.contract, key) !== undefined),
  );
  const made = await createRecord(making, belonging);
  if (own(sentIn(made.exchange, resourceOf(making)) ?? {}, name) !== undefined) return made;
  making.notes.values.made += 1;
  const value = anotherValue(schema, [], making.options.seed + making.notes.values.made);
  return createRecord(making, value === undefined ? belonging : { ...belonging, [name]: value });
}

/** What made a record, with other texts in what else may not come twice. */
function bodyWith(making: CaseContext, older: Made, name: string, value: unknown): JsonRecord | undefined {
  const { subject } = making;
  const media = recordBodyOf(subject);
  const sent = sentIn(older.exchange, resourceOf(making));
  if (media === undefined || sent === undefined) return undefined;
  const others = uniqueIn(subject).flatMap((one) => {
    const [schema, was] = [propertiesOf(media.schema).get(one.name)?.schema, own(sent, one.name)];
    making.notes.values.made += 1;
    const other = anotherValue(schema ?? {}, [was], making.options.seed + making.notes.values.made);
    return one.name === name || was === undefined || other === undefined ? [] : [[one.name, other] as const];
  });
  const mark = recordMarkOf(subject);
  const marked = mark === undefined || mark === name ? {} : { [mark]: refusedMark(making, subject) };
  const body = { ...sent, ...marked, ...Object.fromEntries(others), [name]: value };
  return fits(media, body) ? body : undefined;
}

function changeTo(
  context: CaseContext,
  target: Made | undefined,
  name: string,
  value: unknown,
): JsonRecord | undefined {
  const media = recordBodyOf(context.subject);
  const sent = target && sentIn(target.exchange, resourceOf(context));
  const body = context.subject.purpose?.role === 'patch' ? { [name]: value } : { ...sent, [name]: value };
  return media !== undefined && fits(media, body) ? body : undefined;
}
