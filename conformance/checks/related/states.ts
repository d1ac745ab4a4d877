import { keywordOf, own, propertiesOf, type Resource, typesOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { conditionOn, type OtherCondition } from '../../records/action-words';
import type { JsonRecord } from '../../records/records';
import { withNoun } from '../../records/related-words';
import { statesOf } from '../../records/states';
import { bodyNaming, type Reference, referencesIn } from '../../requests/references';
import { toRequest } from '../../requests/request';
import { recordBodyOf } from '../../requests/valid';
import { isDoneIn, type Walker } from '../../steps/actions';
import { type CaseContext, type Check, inRole, oneAfterTheOther, type Step } from '../../steps/check';
import { readyPath } from '../../steps/paths';
import { createRecord, fetchRecord } from '../../steps/records';
import { walkerOf, walkTo, waysIn } from '../../steps/walks';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  type Replied,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
} from '../../verdict/verdict';

/** What names another record is refused where that is in a state in which words say that it is. */
export const relatedStates: Check = {
  id: 'related.states',
  title: 'A request that names a record in a wrong state is refused',
  level: 'MUST',
  applies: (subject) => neededBy(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, neededBy(subject)[0]?.condition.statuses[0] ?? 409, 'What is named has to be in a state for it.'),
  cases: (subject) => oneAfterTheOther(neededBy(subject), (one) => one.reference.steps.join('.'), nameInStates),
};

interface Needed {
  readonly reference: Reference;
  readonly property: string;
  readonly condition: OtherCondition;
}

function neededBy(subject: Subject): readonly Needed[] {
  return referencesIn(subject).flatMap((reference) => {
    const { resource, described } = reference;
    if (resource.operations.create === undefined) return [];
    return tellingOf(resource).flatMap(({ property, values }) => {
      const condition = conditionOn(subject.operation, described, values, (text) => withNoun(text, resource));
      return condition === undefined ? [] : [{ reference, property, condition }];
    });
  });
}

interface Telling {
  readonly property: string;
  /** Its choices; of a flag its own name, for records of which it is true. */
  readonly values: readonly string[];
}

/** The members of a record of which words may speak as of its state: that which its actions set, a choice or flags that clients set. */
function tellingOf(resource: Resource): readonly Telling[] {
  const states = statesOf(resource);
  if (states !== undefined) return [states];
  const { create } = resource.operations;
  const body = create && recordBodyOf({ operation: create, purpose: { resource, role: 'create' } });
  const shown = propertiesOf(resource.schema);
  return [...propertiesOf(body?.schema ?? {}).values()].flatMap(({ name, readOnly, schema }) => {
    if (readOnly || !shown.has(name)) return [];
    const choices = (keywordOf(schema, 'enum') ?? []).filter((value) => typeof value === 'string');
    if (choices.length > 1) return NAMES.test(name) ? [{ property: name, values: choices }] : [];
    return typesOf(schema).join() === 'boolean'
      ? [{ property: name, values: [name.replace(/^is_?(?=[A-Z_])/i, '')] }]
      : [];
  });
}

const NAMES = /stat(?:e|us)$|^(?:stage|phase)$/i;

/** The state of a record: of a flag that is not set a name that no state has. */
function stateIn({ property }: Pick<Needed, 'property'>, record: JsonRecord): string | undefined {
  const value = own(record, property);
  if (typeof value === 'boolean') return value ? property.replace(/^is_?(?=[A-Z_])/i, '') : `not ${property}`;
  return typeof value === 'string' ? value : undefined;
}

/** How a record gets into a state: by a way from that of a new one, or by what is sent when it is made. */
interface Entry {
  readonly state: string;
  readonly way: readonly Step[];
  readonly members: JsonRecord;
}

async function entriesOf(
  context: CaseContext,
  { reference: { resource }, property }: Needed,
): Promise<readonly Entry[]> {
  const states = statesOf(resource);
  if (states !== undefined) {
    const ways = await waysIn(inRole(context, resource, 'create'), resource, states);
    return [...ways].map(([state, way]) => ({ state, way, members: {} }));
  }
  const [{ values } = { values: [] }] = tellingOf(resource).filter((one) => one.property === property);
  const [flag = ''] = values;
  if (values.length === 1)
    return [true, false].map((value) => ({
      state: value ? flag : `not ${property}`,
      way: [],
      members: { [property]: value },
    }));
  return values.map((state) => ({ state, way: [], members: { [property]: state } }));
}

async function enter(context: CaseContext, resource: Resource, { way, members }: Entry): Promise<Walker> {
  const there = inRole(context, resource, 'create');
  if (Object.keys(members).length === 0) return walkTo(there, resource, way);
  return walkerOf(resource, await createRecord(there, members));
}

/** So many states are tried that words forbid. */
const MOST_FORBIDDEN = 3;

async function* nameInStates(context: CaseContext, needed: Needed): AsyncGenerator<Verdict> {
  const { reference, condition } = needed;
  const { resource } = reference;
  const entries = await entriesOf(context, needed);
  const good = entries.find(({ state }) => isDoneIn(condition, state));
  if (good === undefined) throw new CannotJudge(skip('no record is known to get into a state for it'));
  const control = await sendNaming(context, reference, await enter(context, resource, good));
  if (!isSuccess(control)) throw new CannotJudge(skip(`it is refused anyway: ${outcomeOf(control)}`));
  for (const entry of entries.filter(({ state }) => !isDoneIn(condition, state)).slice(0, MOST_FORBIDDEN)) {
    const walker = await unlessUnjudged(enter(context, resource, entry));
    const seen = walker && (await fetchRecord(context, resource, walker.id, walker.path));
    const state = seen?.record && stateIn(needed, seen.record);
    if (walker === undefined || seen === undefined || state !== entry.state) continue;
    const exchange = replied(await sendNaming(context, reference, walker));
    const isOther = isRefusedOtherwise(condition, exchange);
    // It may be refused for something else that was sent.
    const isForIt = isOther && isSuccess(await sendNaming(context, reference, await enter(context, resource, good)));
    if (isSuccess(exchange) || isForIt) yield failAt(context, needed, state, [seen.exchange, exchange]);
    else yield PASS;
  }
}

function failAt(
  { subject }: CaseContext,
  { reference: { resource, steps }, condition: { statuses } }: Needed,
  state: string,
  exchanges: readonly [Exchange, Exchange],
): Verdict {
  const [name, [, { response }]] = [steps.join('.'), exchanges];
  const isOther = isRefusal(exchanges[1]);
  return fail({
    expected: `the status ${statuses.join(' or ')}, since the record of ${resource.name} that ${name} names is ${state}`,
    actual: outcomeOf(exchanges[1]),
    exchanges,
    key: isOther ? `${name} refused otherwise when ${state}` : `${name} when ${state}`,
    topic: {
      ...{ member: name, wanted: statuses[0] ?? 409 },
      ...(isOther ? { defect: `${subject.operation.id} refused by ${response?.status}` } : {}),
    },
  });
}

const isRefusedOtherwise = ({ statuses }: OtherCondition, { response: { status } }: Replied): boolean =>
  OF_BODIES.includes(status) && !statuses.includes(status);

const OF_BODIES: readonly number[] = [400, 404, 409, 422];

async function sendNaming(context: CaseContext, { steps }: Reference, { id }: Walker): Promise<Exchange> {
  const { subject } = context;
  const path = subject.purpose?.role === 'create' ? {} : await readyPath(context);
  const body = bodyNaming(context, steps, id);
  if (body === undefined) throw new CannotJudge(skip('no valid body is known'));
  return context.send(toRequest(subject.operation, { path, body }));
}
