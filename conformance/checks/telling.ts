/** Records by which lists show what they do: of values that lie apart, of those that are rarely there, and with each flag on and off. */

import {
  type Collation,
  fits,
  itemsOf,
  keywordOf,
  own,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  type Role,
  type Schema,
  schemaAt,
  textOf,
  typesOf,
} from '../../openapi/contract';
import { anotherValue } from '../arbitraries/fresh';
import { fullValue, plainValue } from '../arbitraries/plain';
import { isSuccess } from '../exchange/exchange';
import { bodyOf } from '../exchange/subject';
import { valueIn } from '../records/inner';
import { type Condition, isOfText, namesOf } from '../records/lists/condition';
import { collationOf, sortingOf } from '../records/lists/orders';
import { createdIn, type JsonRecord, type KnownRecord } from '../records/records';
import { type CaseContext, inRole } from '../steps/check';
import { requestWholeList } from '../steps/lists';
import { readRecord, tryToCreate } from '../steps/records';
import { act, actionsOn } from '../steps/ways/actions';
import { tryToCreateBeside } from '../steps/ways/sizes';
import { walkerOf } from '../steps/ways/ways';
import { sendTo } from './changes/change';

/** Enough that one lies between two others. */
const ENOUGH = 3;

/** Has the run make records until it has so many of its own, and shows them in a list, so that lists are known to have them. */
export async function listedOwn(
  context: CaseContext,
  resource: Resource,
  wanted = ENOUGH,
): Promise<readonly KnownRecord[]> {
  await makeOwn(context, resource, wanted);
  await requestWholeList(context, resource);
  return ownInList(context, resource);
}

export async function makeOwn(context: CaseContext, resource: Resource, wanted: number): Promise<void> {
  const count = createdIn(context.known.collection(resource)).length;
  if (canCreate(resource))
    for (let made = count; made < wanted; made++)
      if ((await tryToCreateBeside(inRole(context, resource, 'create'))) === undefined) break;
}

/** The records of the run that a list has shown; where there are none, those of others. */
export function ownInList({ known }: CaseContext, resource: Resource): readonly KnownRecord[] {
  const listed = [...known.collection(resource).records.values()].filter(({ shownIn }) => shownIn.has('list'));
  const own = listed.filter(({ isCreated }) => isCreated);
  return own.length > 0 ? own : listed;
}

const canCreate = ({ operations, guessed }: Resource): boolean =>
  operations.create !== undefined && !guessed.includes('create');

/** Records of this run by which these conditions leave some and not others, as far as clients can make such. */
export async function tellingFor(
  context: CaseContext,
  resource: Resource,
  conditions: readonly Condition[],
): Promise<readonly KnownRecord[]> {
  const records = await listedOwn(context, resource);
  // Where all have one value, a range leaves all of them or none.
  const alike = conditions.map(({ property }) => property).filter((name) => !areApart(records, name));
  const hasTold = alike.length > 0 && (await makeTelling(context, resource, new Set(alike)));
  const told = hasTold ? await listedOwn(context, resource) : records;
  // What records need not have is looked for as well, and two values of what may have several.
  const missing = conditions.flatMap((one) => {
    const { kind, property } = one;
    const isUnshown = isOfText(one) || kind === 'equal' || property.includes('.');
    const unshown = isUnshown ? namesOf(one).filter((name) => !told.some(({ latest }) => valueIn(latest, name))) : [];
    const isApart = kind !== 'any' || areApart(told, property);
    const isFew = (kind === 'has' || kind === 'all') && !told.some(({ latest }) => isOfSeveral(own(latest, property)));
    return [...unshown, ...(isApart && !isFew ? [] : [property])];
  });
  const flags = conditions.filter(({ kind }) => kind === 'flag' || kind === 'included');
  const hasMade = await makeWith(context, resource, missing, told);
  await makeWithOne(context, resource, conditions);
  const hasFlagged = await makeFlagged(context, resource, flags);
  return hasMade || hasFlagged ? listedOwn(context, resource) : told;
}

const areApart = (records: readonly KnownRecord[], name: string): boolean =>
  new Set(records.map(({ latest }) => textOf(valueIn(latest, name) ?? null))).size > 1;

const isOfSeveral = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

/** Values of which the first is the less, and comes later as a text, or in another order of texts. */
const PAIRS: readonly (readonly [kind: string, less: unknown, greater: unknown])[] = [
  ['date-time', '2031-05-05T12:00:00Z', '2031-05-05T08:00:00-06:00'],
  ['date', '2031-05-05', '2031-06-04'],
  ['number', 9, 10],
  ['number', 99, 100],
  ['number', 999, 1000],
  ['text code points', 'Zinc', 'alder'],
  ['text no case', 'alder', 'Zinc'],
  ['text', 'Alder', 'birch'],
  // What comes first by its flag was made first: the newest comes first where nobody looks at that.
  ['flag', true, false],
];

/** Of which pairs a property's value may be. */
function pairKindOf(schema: Schema, collation: Collation | undefined): string | undefined {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const format = keywordOf(schema, 'format');
  if (types.every((type) => type === 'integer' || type === 'number')) return 'number';
  if (types.join() !== 'string' || keywordOf(schema, 'enum') !== undefined) return undefined;
  return format ?? (collation === undefined ? 'text' : `text ${collation}`);
}

/**
 * Makes two records whose values lie apart, and come in another order as texts, where clients set what a list is asked by. What is
 * the greater of one property goes with the less of the next, so that no order is another one's.
 *
 * @returns whether it has made one
 */
export async function makeTelling(
  context: CaseContext,
  resource: Resource,
  names: ReadonlySet<string>,
): Promise<boolean> {
  if (!canCreate(resource)) return false;
  const taken = takenBy(resource, 'create');
  const shown = propertiesOf(resource.schema);
  const known = [...context.known.collection(resource).records.values()];
  const pairs = [...names].flatMap((name) => {
    const { schema, readOnly } = taken.get(name) ?? { schema: false as const, readOnly: true };
    if (schema === false || readOnly || shown.get(name)?.readOnly !== false) return [];
    const said = sortingOf(resource)?.said;
    const isFlag = said?.within !== undefined && said.property === name;
    const kind = isFlag ? 'flag' : pairKindOf(schema, collationOf(resource, name));
    const pair = PAIRS.find(([of, ...both]) => of === kind && both.every((value) => fits(schema, 'request', value)));
    // No two records may have the same name, as far as is known here.
    const isThere = kind?.startsWith('text') === true && known.some(({ latest }) => own(latest, name) === pair?.[1]);
    return pair === undefined || isThere ? [] : [{ name, values: pair.slice(1) }];
  });
  if (pairs.length === 0) return false;
  const side = (turn: number): JsonRecord =>
    Object.fromEntries(pairs.map(({ name, values }, nth) => [name, values[(nth + turn) % 2]]));
  const create = inRole(context, resource, 'create');
  const first = await tryToCreateBeside(create, side(0));
  if (first !== undefined) return (await tryToCreateBeside(create, side(1))) !== undefined || true;
  // A rule of the server's own may be about one of them.
  let hasMade = false;
  for (const { name, values } of pairs.length > 1 ? pairs : [])
    for (const value of values) hasMade = (await tryToCreate(create, { [name]: value })) !== undefined || hasMade;
  return hasMade;
}

/** The properties that an operation in a role takes of a record. */
function takenBy(resource: Resource, role: Role): ReadonlyMap<string, Property> {
  const operation = resource.operations[role];
  const body = operation && bodyOf(operation)?.schema;
  return propertiesOf(schemaAt(body ?? {}, resource.taken[role] ?? []) ?? {});
}

/** Makes a record of other values of these properties, those of them that clients may set. @returns whether it has made one */
async function makeWith(
  context: CaseContext,
  resource: Resource,
  names: readonly string[],
  records: readonly KnownRecord[],
): Promise<boolean> {
  if (!canCreate(resource)) return false;
  const taken = takenBy(resource, 'create');
  const outer = [...new Set(names.map((name) => name.split('.', 1).join()))];
  const valuesOf = (name: string): readonly unknown[] => {
    const { schema, readOnly } = taken.get(name) ?? { schema: {}, readOnly: true };
    const before = records.map(({ latest }) => own(latest, name)).filter((value) => value !== undefined);
    if (readOnly) return [];
    // Of what lies within a member one more is made, since what lacks it tells nothing of others.
    const whole = names.includes(name) ? undefined : fullValue(schema);
    if (whole !== undefined)
      return [whole, anotherValue(schema, [...before, whole], context.options.seed + 5) ?? whole];
    return [several(schema, name) ?? otherThan(schema, name, before)];
  };
  const all = outer.map((name) => [name, valuesOf(name)] as const).filter(([, [value]]) => value !== undefined);
  const count = Math.max(0, ...all.map(([, values]) => values.length));
  let hasMade = false;
  for (let nth = 0; nth < count; nth += 1) {
    const members = all.flatMap(([name, values]) => (nth < values.length ? [[name, values[nth]] as const] : []));
    const made = await tryToCreate(inRole(context, resource, 'create'), Object.fromEntries(members));
    hasMade = made !== undefined || hasMade;
  }
  return hasMade;

  function otherThan(schema: Schema, name: string, before: readonly unknown[]): unknown {
    return before.length === 0 ? plainValue(schema, name) : anotherValue(schema, before, context.options.seed + 5);
  }
}

/** Where records are asked for that have all of several values, one that has the last of two alone. */
async function makeWithOne(context: CaseContext, resource: Resource, conditions: readonly Condition[]): Promise<void> {
  const records = createdIn(context.known.collection(resource));
  for (const { kind, property } of conditions) {
    const held = records.map(({ latest }) => own(latest, property)).filter(Array.isArray);
    const values: readonly unknown[] | undefined = held.toSorted((one, other) => other.length - one.length)[0];
    const [first, last] = values ?? [];
    const isThere = held.some((one) => one.includes(last) !== one.includes(first));
    if (kind !== 'all' || last === undefined || isThere || !canCreate(resource)) continue;
    await tryToCreate(inRole(context, resource, 'create'), { [property]: [last] });
  }
}

/** Two items, where a list takes such; undefined of what is none. */
function several(schema: Schema, name: string): unknown {
  const items = itemsOf(schema);
  if (items === undefined) return undefined;
  const values = keywordOf(items, 'enum')?.slice(0, 2) ?? ['amber', 'birch'];
  return [values, [1, 2], [plainValue(items, name)]].find((value) => fits(schema, 'request', value));
}

/** A record of this run of which a flag is on. */
export const flaggedIn = (
  { known }: CaseContext,
  resource: Resource,
  { property, on }: Condition,
): KnownRecord | undefined =>
  createdIn(known.collection(resource)).find(({ latest }) => {
    const value = valueIn(latest, property) ?? null;
    return on === undefined ? value !== null : value === on;
  });

/** Makes records of which these flags are on: by their making, by a change or by an action of that name. @returns whether there is one */
async function makeFlagged(context: CaseContext, resource: Resource, flags: readonly Condition[]): Promise<boolean> {
  if (!canCreate(resource)) return false;
  let hasMade = false;
  for (const flag of flags) {
    const { property, on } = flag;
    if (flaggedIn(context, resource, flag) !== undefined) continue;
    const members = { [property]: on };
    const create = inRole(context, resource, 'create');
    if (mayTurnOn(takenBy(resource, 'create'), property, on)) {
      hasMade = (await tryToCreate(create, members)) !== undefined || hasMade;
      continue;
    }
    const action = actionsOn(context, resource).find(({ path }) =>
      leadsTo(path, typeof on === 'string' ? on : property),
    );
    const isPatched = mayTurnOn(takenBy(resource, 'patch'), property, on);
    if (!isPatched && action === undefined) continue;
    const made = await tryToCreate(create);
    if (made?.id === undefined) continue;
    const exchange = isPatched
      ? await sendTo(inRole(context, resource, 'patch'), made.id, members)
      : action && (await act(context, { operation: action }, walkerOf(resource, made)));
    const isDone = exchange !== undefined && isSuccess(exchange);
    // What an action has done a read shows.
    if (isDone && !isPatched) await readRecord(context, resource, made.id);
    hasMade = isDone || hasMade;
  }
  return hasMade;
}

/** Whether an action's path ends with the word for what it brings about: `/archive` for `archived`, or `archived_at`. */
function leadsTo(path: string, word: string): boolean {
  const stem = plain(path.slice(path.lastIndexOf('/'))).replace(/e$/, '');
  return stem.length > 3 && plain(word).startsWith(stem);
}

function mayTurnOn(taken: ReadonlyMap<string, Property>, name: string, on: unknown): boolean {
  const { schema, readOnly } = taken.get(name) ?? { schema: {}, readOnly: true };
  return !readOnly && on !== undefined && fits(schema, 'request', on);
}
