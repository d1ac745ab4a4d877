/** What comes back of what was sent: of members that the schema fills in, of null, and of what keeps its order. */
import {
  alternativesOf,
  filledInBy,
  fits,
  isObject,
  itemsOf,
  jsonIn,
  keywordOf,
  mostNumber,
  own,
  type Property,
  partAt,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  typesOf,
  withPart,
} from '../../openapi/contract';
import { fullValue, plainValue } from '../arbitraries/plain';
import { isDecimal, isFigure } from '../exchange/decimals';
import { isRefusal, isSuccess } from '../exchange/exchange';
import { recordBodyOf, recordMembers } from '../exchange/record-body';
import { type Subject, takenSteps } from '../exchange/subject';
import { isWorkedOut } from '../records/figures/formulas';
import { isReference, type JsonRecord, recordOf } from '../records/records';
import { referring } from '../requests/bodies/grounds';
import { knownRecordBody, wrapped } from '../requests/bodies/record-in-body';
import { referencesIn } from '../requests/bodies/references';
import { toRequest } from '../requests/request';
import { echoed } from '../rules/relations/created';
import { expansionIn, queryFor } from '../rules/relations/expanded';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../steps/check';
import { createRecord, createWithMost, madeIn, notCreated, pathTo } from '../steps/records';
import { sendValid } from '../steps/send-valid';
import { hostOf } from '../steps/ways/owners';
import { walkTo } from '../steps/ways/ways';
import { brief } from '../verdict/brief';
import { CannotJudge, fail, inconclusive, PASS, replied, skip, unlessUnjudged, type Verdict } from '../verdict/verdict';
import { KEEPS_ORDER, tellingRecord } from './telling-record';

export const createdEchoed: Check = {
  ...echoed,
  applies: ({ purpose }) => purpose?.role === 'create',
  cases: (subject) => [
    {
      name: 'a record of known values',
      tier: 1,
      run: async (context) => {
        if (await isTakenUnfilled(context)) return undefined;
        const { exchange } = await sendValid(context, context.subject);
        return isSuccess(replied(exchange)) ? undefined : skip(notCreated(exchange));
      },
    },
    // What nothing reads no other check makes of such values.
    ...(subject.purpose?.resource.operations.read === undefined ? [tellingRecord(subject)] : []),
    ...filledWithin(subject).map(
      ({ name, schema }): Case => ({
        name: `${name} with the least in it`,
        tier: 1,
        run: async (context) => {
          const { exchange } = await sendValid(context, context.subject, {}, { [name]: plainValue(schema, name) });
          return isSuccess(replied(exchange)) ? undefined : skip(notCreated(exchange));
        },
      }),
    ),
    ...(objectsIn(subject).length === 0
      ? []
      : [
          {
            name: 'all in its objects',
            tier: 1 as const,
            run: async (context: CaseContext) => {
              await createWithMost(context, wholeWithin(context.subject));
              return undefined;
            },
          },
        ]),
    ...formsWithin(subject).map(
      (property): Case => ({
        name: `each form of ${property.name}`,
        tier: 1,
        run: async (context) => {
          // What it names may be used up by the one before.
          for (const value of valuesOfForms(property))
            await unlessUnjudged(
              walkTo(context, resourceOf(context), [
                { operation: subject.operation, begin: { [property.name]: value } },
              ]),
            );
          return undefined;
        },
      }),
    ),
    ...(isFigured(subject)
      ? [{ name: 'figures of which others are worked out', tier: 1 as const, run: sendFigures }]
      : []),
    ...orderedIn(subject).map(
      (one): Case => ({
        name: `${one.name} in both orders`,
        tier: 1,
        run: (context) => sendInBothOrders(context, one),
      }),
    ),
    ...nullableIn(subject)
      .slice(0, MOST_NULL)
      .map((name): Case => ({ name: `${name}: null`, tier: 1, run: (context) => judgeNull(context, name) })),
  ],
};

const MOST_NULL = 3;

/** The members that have one of several forms, such as ways to pay. */
const formsWithin = (subject: Subject): readonly Property[] =>
  [...recordMembers(subject).values()].filter((one) => !one.readOnly && formsOf(one).length > 1);

const formsOf = ({ schema }: Property): readonly Schema[] =>
  alternativesOf(schema).filter((one) => propertiesOf(one).size > 0);

/** A value of each form, as far as there is one. */
const valuesOfForms = (property: Property): readonly unknown[] =>
  formsOf(property)
    .map((one) => fullValue(one))
    .filter((one) => fits(property.schema, 'request', one))
    .slice(0, MOST_FORMS);

const MOST_FORMS = 4;

/** The objects in which something may be left out. */
const objectsIn = (subject: Subject): readonly Property[] =>
  objectsWith(subject, ({ required, readOnly }) => !required && !readOnly);

const objectsWith = (subject: Subject, isMeant: (property: Property) => boolean): readonly Property[] =>
  [...recordMembers(subject).values()].filter(
    ({ readOnly, schema }) => !readOnly && [...propertiesOf(schema).values()].some(isMeant),
  );

/** The same with all that may be in them: of the least nobody sees what becomes of the rest. */
function wholeWithin(subject: Subject): JsonRecord {
  const whole = objectsIn(subject).map(({ name, schema }) => [name, fullValue(schema)] as const);
  return Object.fromEntries(whole.filter(([, value]) => isObject(value)));
}

/** The record above what is created, where words say how its figures are worked out. */
const figuredAbove = ({ contract, operation }: Subject): Resource | undefined => {
  const host = hostOf(contract, operation);
  const { read, create } = host?.operations ?? {};
  return host !== undefined && read !== undefined && create !== undefined && isWorkedOut(read)(host.schema)
    ? host
    : undefined;
};

/** Whether words say how figures are worked out of what a create sends. */
const isFigured = (subject: Subject): boolean =>
  subject.purpose !== undefined &&
  (isWorkedOut(subject.operation)(subject.purpose.resource.schema) || figuredAbove(subject) !== undefined) &&
  [...recordMembers(subject).values()].some(
    ({ readOnly, schema }) => !readOnly && (isFigure(schema) || itemsOf(schema) !== undefined),
  );

/** Figures that have to be rounded, and then the largest: the oracle of figures judges what is worked out of them. */
async function sendFigures(context: CaseContext): Promise<undefined> {
  const { subject } = context;
  const schema = recordBodyOf(subject)?.schema ?? {};
  const above = figuredAbove(subject);
  const there = above && inRole(context, above, 'create');
  const host =
    there &&
    (await createWithMost(there, withFigures(recordBodyOf(there.subject)?.schema ?? {}, {}, 'odd') as JsonRecord));
  const path =
    above === undefined || host === undefined ? {} : { ...host.exchange.request.path, ...pathTo(above, host.id) };
  const resource = resourceOf(context);
  const { read } = (above ?? resource).operations;
  const expansion = read && expansionIn(read, above ?? resource, 'read');
  // What sums are made of may be shown where it is asked for alone.
  const query =
    expansion &&
    queryFor(
      expansion,
      expansion.parts.filter(({ isMany }) => isMany),
    );
  for (const size of ['odd', 'most'] as const) {
    const part = partAt(knownRecordBody(context, subject, {}).body, takenSteps(subject));
    const known = isObject(part) ? part : {};
    const send = (body: JsonRecord) =>
      context.send(toRequest(subject.operation, { path, body: wrapped(context, subject, body) }));
    const lists = listsOfFigures(context, schema, known);
    const exchange = await send(withFigures(schema, { ...known, ...lists }, size) as JsonRecord);
    const isLess = isRefusal(exchange) && Object.keys(lists).length > 0;
    const done = isLess ? await send(withFigures(schema, known, size) as JsonRecord) : exchange;
    const made = above === undefined && query !== undefined ? madeIn(done, resource) : undefined;
    const to = made === undefined ? path : { ...done.request.path, ...pathTo(resource, made.id) };
    if (read !== undefined && (above ?? made) !== undefined)
      await context.send(toRequest(read, { path: to, query: query ?? {} }));
  }
}

/** An item for each list that is not there, where its items have figures; what it names is there. */
function listsOfFigures(context: CaseContext, schema: Schema, known: JsonRecord): JsonRecord {
  const lists = [...propertiesOf(schema).values()].flatMap(({ name, readOnly, schema: list }) => {
    const items = itemsOf(list);
    const members = [...propertiesOf(items ?? {}).values()].filter((one) => !one.readOnly);
    const isOpen = !readOnly && own(known, name) === undefined;
    const isOfFigures = members.some((one) => isFigure(one.schema));
    const item = isOpen && isOfFigures && items !== undefined ? fullValue(items) : undefined;
    return item === undefined || items === undefined
      ? []
      : [[name, [referring(context, context.subject, items, item)]] as const];
  });
  return Object.fromEntries(lists);
}

/** A value with telling figures, those included that are not there; within lists and objects those of what is there. */
function withFigures(schema: Schema, value: unknown, size: 'odd' | 'most'): unknown {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => withFigures(items, one, size));
  if (!isObject(value)) return value;
  const more = [...propertiesOf(schema).values()].flatMap(({ name, readOnly, schema: inner }) => {
    const isOpen = !readOnly && keywordOf(inner, 'enum') === undefined && !isReference(name, inner);
    const figure =
      isOpen && isFigure(inner) ? figuresFor(inner, size).find((one) => fits(inner, 'request', one)) : undefined;
    const part = figure ?? withFigures(inner, own(value, name), size);
    return part === undefined ? [] : [[name, part] as const];
  });
  return { ...value, ...Object.fromEntries(more) };
}

/** Of an amount one with odd cents, or as many digits as there may be; of a share the half, by which half a cent comes out. */
function figuresFor(schema: Schema, size: 'odd' | 'most'): readonly unknown[] {
  const most = Number(mostNumber(schema) ?? Number.POSITIVE_INFINITY);
  if (!isDecimal(schema))
    return [
      ...(WHOLES.includes(most) && size === 'odd' ? [most / 2] : []),
      ...(most <= 100 ? [most] : []),
      ...(typesOf(schema).includes('number') ? [1234.57, 12.5] : []),
      3,
    ];
  const digits = Array.from({ length: MOST_DIGITS }, (_, nth) => `${'9'.repeat(MOST_DIGITS - nth)}.99`);
  return [...(size === 'most' ? digits : []), '1234.57', '12.37', '1.3', '12.345'];
}

const MOST_DIGITS = 18;

/** What a share is of, in parts of one, of a hundred, or of ten thousand. */
const WHOLES: readonly number[] = [1, 100, 1000, 10_000];

/** A list whose items name records each, and of which words say that it keeps its order. */
interface Ordered {
  readonly name: string;
  readonly inner: Steps;
  readonly resource: Resource;
}

function orderedIn(subject: Subject): readonly Ordered[] {
  const { resource } = subject.purpose ?? {};
  const [sent, shown] = [recordBodyOf(subject)?.schema, resource?.schema].map((schema) => propertiesOf(schema ?? {}));
  const found = referencesIn(subject).flatMap(({ steps: [name = '', item, ...inner], resource: named }) => {
    const said = [sent, shown].map((all) => String(all?.get(name)?.schema.description ?? '')).join(' ');
    return item === '0' && KEEPS_ORDER.test(said) ? [{ name, inner, resource: named }] : [];
  });
  return found.slice(0, 1);
}

/** Two items one way and the other: one of them is the wrong one where they are sorted. */
async function sendInBothOrders(context: CaseContext, { name, inner, resource }: Ordered): Promise<undefined> {
  const { subject } = context;
  const named = inRole(context, resource, 'create');
  const ids = [(await createRecord(named)).id, (await createRecord(named)).id];
  const known = partAt(knownRecordBody(context, subject, {}).body, [...takenSteps(subject), name, '0']);
  const schema = itemsOf(recordMembers(subject).get(name)?.schema);
  const items = ids.map((id) => withPart(schema, known, inner, id));
  for (const order of [items, items.toReversed()]) {
    const { exchange } = await sendValid(context, subject, {}, { [name]: order });
    if (!isSuccess(replied(exchange))) throw new CannotJudge(skip(notCreated(exchange)));
  }
}

/** Whether the server takes a body without what its schema fills in. Where records of before had some of that, all other bodies have it, too. */
async function isTakenUnfilled(context: CaseContext): Promise<boolean> {
  const { subject } = context;
  const { schema } = recordBodyOf(subject) ?? {};
  const steps = takenSteps(subject);
  const known = partAt(knownRecordBody(context, subject, {}).body, steps);
  if (schema === undefined || !isObject(known)) return false;
  const properties = propertiesOf(schema);
  const filledIn = filledInBy(schema);
  const isFilled = (name: string): boolean => {
    const property = properties.get(name);
    if (property === undefined || keywordOf(property.schema, 'default') === undefined) return false;
    return !property.required || Object.hasOwn(filledIn, name);
  };
  const left = Object.fromEntries(Object.entries(known).filter(([name]) => !isFilled(name)));
  const isLess = Object.keys(left).length < Object.keys(known).length;
  if (!isLess || !fits(schema, 'request', { ...filledIn, ...left })) return false;
  const body = wrapped(context, subject, left);
  return isSuccess(await context.send(toRequest(subject.operation, { body })));
}

/** Objects that a body may have, in which the schema fills something in. */
const filledWithin = (subject: Subject): readonly Property[] =>
  objectsWith(subject, ({ schema }) => keywordOf(schema, 'default') !== undefined);

/** What a client may set and leave out, and may be null by its schema's own word. */
function nullableIn(subject: Subject): readonly string[] {
  const mayBeNull = (schema: Schema): boolean => schema.enum === undefined && typesOf(schema).includes('null');
  return [...recordMembers(subject).values()]
    .filter(({ required, readOnly, writeOnly, schema }) => !required && !readOnly && !writeOnly && mayBeNull(schema))
    .map(({ name }) => name);
}

/** Null is shown as null, or as nothing; or by a value of the server's own, where it fills in one for what was not sent, too. */
async function judgeNull(context: CaseContext, name: string): Promise<Verdict> {
  const { exchange } = await sendValid(context, context.subject, {}, { [name]: null });
  const record = isSuccess(replied(exchange)) ? recordOf(exchange, resourceOf(context)) : undefined;
  if (record === undefined) return skip(notCreated(exchange));
  const shown = own(record, name);
  if (shown === undefined || shown === null) return PASS;
  const without = await createRecord(context);
  // What the server fills in may be another value each time.
  if ((own(without.record, name) ?? null) !== null) return PASS;
  const sent = partAt(jsonIn(without.exchange.request.body ?? ''), takenSteps(context.subject));
  if (isObject(sent) && own(sent, name) !== undefined) return inconclusive(`no good body without ${name} is known`);
  return fail({
    expected: `${name}: null, or nothing, as where nothing was sent`,
    actual: `${name}: ${brief(shown)}`,
    exchanges: [exchange, without.exchange],
    key: `null for ${name}`,
    topic: { member: name },
  });
}
