/**
 * The states of a record as far as names tell them: what an action below it makes of it (`POST /orders/{id}/cancel`), and which
 * members belong to a state that it has not come to (`cancelledAt`, `payment`). OpenAPI has no word for either.
 */
import {
  fits,
  itemNameIn,
  keywordOf,
  memoized,
  type Operation,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  templateNames,
  typesOf,
  wordsOf,
} from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';
import { type Instant, instantOf } from './instants';

/** What an action makes of a record. */
export interface Effect {
  /** The values that its properties get: a status, and flags. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The properties that get the instant at which it was done. */
  readonly instants: readonly Instant[];
}

/** Methods by which a client asks for something to be done. */
const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT']);

/** By the last word of the path: the only value among a record's choices that is its past, flags and instants called so. */
export function effectOf({ path, method }: Operation, { itemPath, schema }: Resource): Effect | undefined {
  const word = plain(/\}(?:\/actions?)?[/:]([^/:{}]+)\/?$/i.exec(path)?.[1] ?? '');
  // Whatever is done with something below the record says nothing of the record.
  const isOfRecord = itemNameIn(path, itemPath) === templateNames(path).at(-1);
  if (!METHODS.has(method) || !isOfRecord) return undefined;
  const properties = [...propertiesOf(schema).values()];
  const states = properties.flatMap((property) =>
    statesAfter(word, choicesOf(property)).map((value) => [property.name, value] as const),
  );
  const flags = properties
    .filter((one) => typesOf(one.schema).includes('boolean') && isDoneBy(word, plain(one.name).replace(/^is/, '')))
    .map(({ name }) => [name, true] as const);
  const instants = properties.flatMap((one) => (isDoneBy(word, doneIn(one.name)) ? (instantOf(one) ?? []) : []));
  const values = [...(states.length === 1 ? states : []), ...flags];
  return values.length + instants.length === 0 ? undefined : { values: Object.fromEntries(values), instants };
}

/** Whether a record is already what an action makes of it. */
export const isDone = ({ values, instants: [instant] }: Effect, record: StoredRecord): boolean => {
  const names = Object.keys(values);
  return names.length > 0
    ? names.every((name) => record[name] === values[name])
    : (record[instant?.name ?? ''] ?? undefined) !== undefined;
};

/**
 * Whether a document's own words keep an action from a record in its state, where a 409 is documented: `Only open orders can be
 * paid`; `The order is not open`, `The order is cancelled` of the 409.
 */
export function isForbidden(
  operation: Operation,
  { values }: Effect,
  { schema }: Resource,
  record: StoredRecord,
): boolean {
  return Object.entries(values).some(([name, target]) => {
    const property = propertiesOf(schema).get(name);
    const state = record[name];
    if (property === undefined || typeof state !== 'string') return false;
    const { from, notFrom } = saidOf(operation)(property);
    const [only, never] = [from, notFrom].map((states) => states.filter((one) => one !== target));
    return never?.includes(state) === true || (only !== undefined && only.length > 0 && !only.includes(state));
  });
}

/** The states in which alone an action is done, and those in which it is not, as far as words say so. */
const saidOf = memoized(({ summary, description, replies }: Operation) =>
  memoized((property: Property) => {
    const refusal = replies.find(({ status }) => status === 409)?.description;
    const sentencesOf = (text: string): readonly string[] => text.split(/[.;\n]+/);
    const namedIn = (text: string): readonly string[] => {
      const words = wordsOf(text).join(' ');
      return choicesOf(property).filter((one) => ` ${words} `.includes(` ${wordsOf(one).join(' ')} `));
    };
    const told = refusal === undefined ? [] : sentencesOf(`${summary}. ${description}`);
    const why = sentencesOf(refusal ?? '');
    const isFrom = (text: string): boolean => ONLY.test(text);
    return {
      from: [...told.filter(isFrom), ...why.filter((text) => isFrom(text) || NOT.test(text))].flatMap(namedIn),
      notFrom: [
        ...told.filter((text) => !isFrom(text) && CANNOT.test(text)),
        ...why.filter((text) => !isFrom(text) && !NOT.test(text)),
      ].flatMap(namedIn),
    };
  }),
);

const ONLY = /\bonly\b|\b(?:must|has to|have to|needs? to) be\b/i;
const NOT = /\b(?:is|are|was|were)(?: not|n't)\b|\bno longer\b|\bnot in\b/i;
const CANNOT = /\b(?:can|may|must)(?: ?not|'t)\b/i;

const choicesOf = ({ schema }: Property): readonly string[] =>
  (keywordOf(schema, 'enum') ?? []).filter((value) => typeof value === 'string');

/** The choices that are an action's past; without one, the first that is usual for it. */
function statesAfter(word: string, choices: readonly string[]): readonly string[] {
  const done = choices.filter((value) => isPast(word, plain(value)));
  const usual =
    done.length > 0 ? [] : (IRREGULAR.get(word) ?? []).map((state) => choices.find((one) => plain(one) === state));
  return [...done, ...usual.filter((value) => value !== undefined).slice(0, 1)];
}

const isInstant = (property: Property): boolean => instantOf(property) !== undefined;

/** What a name says that was done, without the words for when, by whom and why: `cancelled` of `cancelled_at`. */
const doneIn = (name: string): string => {
  const words = wordsOf(name);
  const end = words.findIndex((word, at) => at > 0 && ABOUT.has(word));
  return words.slice(0, end < 0 ? words.length : end).join('');
};

const ABOUT: ReadonlySet<string> = new Set(['at', 'on', 'date', 'time', 'by', 'reason']);

/** `cancelled` and `canceled` by `cancel`, `archived` by `archive`, `shipped` by `ship`, `denied` by `deny`, `open` by `open`. */
const isDoneBy = (word: string, value: string): boolean =>
  isPast(word, value) || (IRREGULAR.get(word) ?? []).includes(value);

function isPast(word: string, value: string): boolean {
  if (word.length < SHORTEST) return false;
  const last = word.slice(-1);
  const isRegular = ['', 'd', 'ed', `${last}ed`].some((end) => value === word + end);
  return isRegular || value === `${word.slice(0, -1)}ied`;
}

const SHORTEST = 3;

const ON: readonly string[] = ['running', 'online', 'on'];
const OFF: readonly string[] = ['offline', 'stopped', 'off'];

const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map([
  ...([
    ['pay', ['paid']],
    ['send', ['sent']],
    ['hold', ['held']],
    ['freeze', ['frozen']],
    ['withdraw', ['withdrawn']],
  ] as const),
  ...([
    ['activate', ['active']],
    ['deactivate', ['inactive']],
    ['start', ['running']],
    ['resume', ['running']],
  ] as const),
  ...['boot', 'poweron'].map((word) => [word, ON] as const),
  ...['shutdown', 'poweroff'].map((word) => [word, OFF] as const),
]);

/** A member that a record has from one of its states on. */
interface Staged {
  readonly member: Property;
  /** The property that tells the state, its states in their order, and the first of them with the member. */
  readonly state: string;
  readonly states: readonly string[];
  readonly from: number;
}

const stagedIn = memoized((schema: Schema): readonly Staged[] => {
  const properties = [...propertiesOf(schema).values()];
  const telling = properties.filter((property) => choicesOf(property).length > 1);
  return telling.flatMap((state) =>
    properties.flatMap((member) => {
      const states = choicesOf(state);
      const from = states.findIndex((value) => isOfState(member, plain(value)));
      return from < 1 || member === state ? [] : [{ member, state: state.name, states, from }];
    }),
  );
});

/** `cancelledAt`, `cancelReason`, `cancellation` of `cancelled`: an instant, a detail, or all that there is to say of it. */
function isOfState(member: Property, state: string): boolean {
  const isDetail =
    isInstant(member) || typesOf(member.schema).includes('object') || doneIn(member.name) !== plain(member.name);
  if (!isDetail || choicesOf(member).length > 0) return false;
  const done = doneIn(member.name);
  const [irregular = ''] = [...IRREGULAR].find(([, values]) => values.includes(state)) ?? [];
  const stem = irregular || state.replace(/ed$/, '');
  // Cancelled or canceled, and cancellation.
  const stems = [stem, stem.replace(/(.)\1$/, '$1'), stem + stem.slice(-1)];
  return done === state || stems.some((one) => one.length >= SHORTEST && ENDS.some((end) => done === one + end));
}

const ENDS = ['', 'e', 'ment', 'ation', 'ion', 'al'];

/** A made-up record without what belongs to a later state than its own. @param given what is not made up: it stays */
export function withoutLater(
  schema: Schema,
  record: StoredRecord,
  given: Readonly<Record<string, unknown>>,
): StoredRecord {
  const later = stagedIn(schema).filter(({ member: { name }, state, states, from }) => {
    const at = states.indexOf(String(record[state]));
    return at >= 0 && at < from && Object.hasOwn(record, name) && !Object.hasOwn(given, name);
  });
  if (later.length === 0) return record;
  const without: Record<string, unknown> = { ...record };
  for (const { member } of later) {
    if (!member.required) delete without[member.name];
    else if (fits(member.schema, 'response', null)) without[member.name] = null;
  }
  return without;
}

/** "If the transfer was approved, this is …": of a new record it is not known that it was. */
const isConditional = ({ schema }: Property): boolean =>
  /^(?:if|once|after|when)\b/i.test(String(keywordOf(schema, 'description') ?? ''));

/** Members of a new record that are null since nothing was done to it: of later states or other conditions, and instants. @param isSet those that creation sets */
export const nullAtFirst = (schema: Schema, isSet: (name: string) => boolean): readonly string[] => {
  const staged = stagedIn(schema).map(({ member }) => member);
  return [...propertiesOf(schema).values()]
    .filter((one) => one.required && (staged.includes(one) || isInstant(one) || isConditional(one)) && !isSet(one.name))
    .filter((one) => fits(one.schema, 'response', null))
    .map(({ name }) => name);
};
