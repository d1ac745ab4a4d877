/** What comes back of what was sent: of members that the schema fills in, of null, and of what keeps its order. */
import {
  isObject,
  itemsOf,
  jsonIn,
  keywordOf,
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
import { plainValue } from '../arbitraries/plain';
import { isSuccess } from '../exchange/exchange';
import { recordBodyOf } from '../exchange/record-body';
import { type Subject, takenSteps } from '../exchange/subject';
import { recordOf } from '../records/records';
import { referencesIn } from '../requests/references';
import { knownRecordBody } from '../requests/valid';
import { echoed } from '../rules/relations/created';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../steps/check';
import { createRecord, notCreated } from '../steps/records';
import { sendValid } from '../steps/send-valid';
import { brief } from '../verdict/brief';
import { CannotJudge, fail, inconclusive, PASS, replied, skip, type Verdict } from '../verdict/verdict';

export const createdEchoed: Check = {
  ...echoed,
  applies: ({ purpose }) => purpose?.role === 'create',
  cases: (subject) => [
    {
      name: 'a record of known values',
      tier: 1,
      run: async (context) => {
        const { exchange } = await sendValid(context, context.subject);
        return isSuccess(replied(exchange)) ? undefined : skip(notCreated(exchange));
      },
    },
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

const KEEPS_ORDER =
  /\b(?:kept|keeps?|stays?|shown|returned|come) in (?:the |their |that |this )?order\b|\bin the order (?:sent|given|received|in which|(?:that )?(?:they|you))\b|\border (?:is|of \w+ is) (?:kept|preserved|retained)\b|\bpreserv\w* (?:the |their )?order\b/i;

/** Two items one way and the other: one of them is the wrong one where they are sorted. */
async function sendInBothOrders(context: CaseContext, { name, inner, resource }: Ordered): Promise<undefined> {
  const { subject } = context;
  const named = inRole(context, resource, 'create');
  const ids = [(await createRecord(named)).id, (await createRecord(named)).id];
  const known = partAt(knownRecordBody(context, subject, {}).body, [...takenSteps(subject), name, '0']);
  const schema = itemsOf(propertiesOf(recordBodyOf(subject)?.schema ?? {}).get(name)?.schema);
  const items = ids.map((id) => withPart(schema, known, inner, id));
  for (const order of [items, items.toReversed()]) {
    const { exchange } = await sendValid(context, subject, {}, { [name]: order });
    if (!isSuccess(replied(exchange))) throw new CannotJudge(skip(notCreated(exchange)));
  }
}

/** Objects that a body may have, in which the schema fills something in. */
const filledWithin = (subject: Subject): readonly Property[] =>
  [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()].filter(
    ({ readOnly, schema }) =>
      !readOnly && [...propertiesOf(schema).values()].some((one) => keywordOf(one.schema, 'default') !== undefined),
  );

/** What a client may set and leave out, and may be null by its schema's own word. */
function nullableIn(subject: Subject): readonly string[] {
  const mayBeNull = (schema: Schema): boolean => schema.enum === undefined && typesOf(schema).includes('null');
  return [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()]
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
