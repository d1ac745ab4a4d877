import {
  isObject,
  jsonIn,
  memoized,
  own,
  type Property,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  roleOf,
  schemaAt,
  sentencesAround,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';
import type { Collection, JsonRecord } from '../../records/records';

/**
 * What of a record has to stay as it was shown until a client changes it: what a client has sent of it, and its id. All else
 * is the server's: a status that goes on, a time of the last change, a counter, an age may differ at any later look. So is
 * what replies call readOnly, though a body could name it, and a mark that goes to another record where that is given it. But what
 * words say to be fixed is so, whoever has set it: "`created_at` never changes".
 */
export interface Held {
  readonly has: (name: string) => boolean;
  /** Whether that is so of a member as soon as it is there: "set once, when it is sent". Default: of none. */
  readonly isOnceThere?: (name: string) => boolean;
  /** The part of a member's value that was sent: what the server adds within it is its own as well. */
  readonly partOf: (name: string, value: unknown) => unknown;
}

/**
 * @param sent of the record by a client; undefined where that is not known: then what every create has to send
 * @param known of the records among which it is: what the server leaves out where no client sends it, and what runs by itself
 */
export function heldOf(
  resource: Resource,
  sent: JsonRecord | undefined,
  known?: Pick<Collection, 'unset' | 'running'>,
): Held {
  const { idProperty, schema } = resource;
  const isSent = (name: string): boolean =>
    sent === undefined
      ? settable(resource).get(name) === true || known?.unset.get(name) === true
      : (own(sent, name) ?? null) !== null && propertiesOf(schema).get(name)?.readOnly !== true;
  return {
    has: (name) =>
      name === idProperty ||
      fixedIn(resource).always.has(name) ||
      (isSent(name) && known?.running.has(name) !== true && !marksOfOne(resource).has(name)),
    isOnceThere: (name) => fixedIn(resource).onceThere.has(name),
    partOf: (name, value) => (sent === undefined ? value : partLike(own(sent, name), value)),
  };
}

/** What a request has sent of the record that it is about; undefined where its body is none that is read here. */
export function sentIn({ request: { operation, body } }: Exchange, resource: Resource): JsonRecord | undefined {
  const role = roleOf(resource, operation);
  const sent = partAt(jsonIn(body ?? ''), (role && resource.taken[role]) ?? []);
  return isObject(sent) ? sent : undefined;
}

/** The properties that a client may set when it makes a record, and whether it has to. */
const settable = memoized((resource: Resource): ReadonlyMap<string, boolean> => {
  const { create } = resource.operations;
  const schema = create && schemaAt(bodyOf(create)?.schema ?? {}, resource.taken.create ?? []);
  const shown = propertiesOf(resource.schema);
  return new Map(
    [...propertiesOf(schema ?? {}).values()]
      .filter(({ name, readOnly }) => !readOnly && shown.get(name)?.readOnly !== true)
      .map(({ name, required }) => [name, required]),
  );
});

/** The members of which words beside them, or around the operations, say that they never change: those that each record has, and others. */
const fixedIn = memoized(({ schema, operations }: Resource) => {
  const around = [...new Set(Object.values(operations).flatMap((one) => sentencesAround(one)))].filter(isOfFixed);
  const isAbout = (name: string, text: string): boolean =>
    NEVER_CHANGES.test(text)
      ? isNamed(name, text)
      : SUBJECT.exec(text.slice(0, text.search(SET_ONCE)))?.[1]?.includes(`\`${name}\``) === true;
  const members = propertiesOf(schema);
  const hasChanges = [...members.keys()].some((name) => OF_CHANGES.test(name));
  const fixed = [...members.values()].filter(
    ({ name, schema: own }) =>
      // Beside the time of the last change that of the making is called so to be told from it.
      (hasChanges && OF_MAKING.test(name) && own.format === 'date-time') ||
      sentencesOf(String(own.description ?? '')).some(isOfFixed) ||
      around.some((text) => isAbout(name, text)),
  );
  const isAlways = ({ schema: own, required }: Property): boolean => required && !typesOf(own).includes('null');
  const namesOf = (some: readonly Property[]): ReadonlySet<string> => new Set(some.map(({ name }) => name));
  return {
    always: namesOf(fixed.filter(isAlways)),
    onceThere: namesOf(fixed.filter((one) => !isAlways(one))),
  };
});

/** Whether a record has now what is fixed as soon as it is there. */
export const isSetSince = (resource: Resource, before: JsonRecord, record: JsonRecord): boolean =>
  [...fixedIn(resource).onceThere].some(
    (name) => (own(before, name) ?? null) === null && (own(record, name) ?? null) !== null,
  );

const OF_MAKING = /^created_?(?:at|on|date|time)$|^(?:date|time)_?created$|^creation_?(?:date|time)$/i;
const OF_CHANGES =
  /^(?:(?:last_?)?(?:updated|modified|changed)_?(?:at|on|date|time)|(?:date|time)_?(?:updated|modified)|last_?(?:update|change|modification))$/i;

const isOfFixed = (text: string): boolean =>
  NEVER_CHANGES.test(text) || (SET_ONCE.test(text) && !NOT_QUITE.test(text) && !TAKEN_BACK.test(behind(text)));

const NEVER_CHANGES =
  /\b(?:never|does not(?: ever)?|do not(?: ever)?) change(?:s|d)?\b(?! (?:the|its|what|how|when|unless|by))|\bimmutable\b|\b(?:is|are|stays?|remains?) (?:fixed|unchanged|the same)\b[^.;]{0,20}\b(?:for ever|forever|always|for life|afterwards|once made|from then on)\b/i;
/** `Set once, when it is sent`, `fixed from then on`; but not `set once it is sent`. */
const SET_ONCE =
  /\b(?:set|written|filled(?: in)?|given|assigned|stamped|recorded|decided) (?:only |just |exactly )?once(?=[,.;:)]|$| and (?:for all|for good|never|then|stays|kept|not)\b| only\b| at )|\b(?:fixed|frozen|final|unchanged|as it is|kept|preserved|retained) (?:from then on|from that (?:moment|time) on|thereafter|ever after|afterwards|after that|for good|once (?:it is )?(?:set|there|given))\b|\bonce (?:it is )?(?:set|there|given),? (?:it )?(?:stays?|remains?|is (?:fixed|final|frozen))\b/i;
const NOT_QUITE =
  /\b(?:unless|except|usually|mostly|normally|generally|may|might|can|should|but|if|(?:is|are|be) not|not (?:fixed|frozen|final|set|given)|never (?:set|given|written|filled))\b/i;
/** What is said behind it, and takes it back: `set once, and again on each renewal`. */
const TAKEN_BACK =
  /\b(?:until|each|every|twice|new|last|by|(?<!\b(?:never|ever|not) )again|then|re(?:set|fresh\w*|plac\w*|new\w*)|updat\w+|correct\w+|clear\w+|chang\w+|withdr\w+|editable|visible|nightly|daily|read many|(?:and|or) once|for (?:an?|\d+))\b/iu;
const behind = (text: string): string => text.slice(text.search(SET_ONCE)).replace(SET_ONCE, '').split('`')[0] ?? '';
/** What a sentence about members begins with: another one may have another clause of it. */
const SUBJECT = /^[^`.;]*?((?:`[\w.]+`(?:,? and |,? or |, )?)+) (?:is|are|gets?)(?: both| each| only)? $/;

/** Whether a sentence names a member as it is written: as code, or by a name of several words. */
const isNamed = (name: string, text: string): boolean =>
  text.includes(`\`${name}\``) || (/_|[a-z][A-Z]/.test(name) && new RegExp(`\\b${name}\\b`).test(text));

/** What one of several records is at the most, by its name or by the words of what changes them: `isDefault`, "only one is `pinned`". */
export const marksOfOne = memoized(
  ({ schema, operations: { create, replace, patch } }: Resource): ReadonlySet<string> => {
    const words = [create, replace, patch].map((one) => `${one?.summary ?? ''}. ${one?.description ?? ''}`).join('\n');
    const flags = [...propertiesOf(schema).values()].filter((one) => typesOf(one.schema).includes('boolean'));
    const isOfOne = ({ name, schema: { description } }: Property): boolean =>
      /^(?:is)?(?:primary|default|main|preferred|current)$/.test(plain(name)) ||
      (typeof description === 'string' && AT_MOST_ONE.test(description)) ||
      sentencesOf(words).some((text) => AT_MOST_ONE.test(text) && isWritten(name, text));
    return new Set(flags.filter(isOfOne).map(({ name }) => name));
  },
);

const AT_MOST_ONE = /\b(?:no more than|at most|only|exactly|just) one\b|\bof the others\b|\bany other\b/i;

const isWritten = (name: string, text: string): boolean => wordsOf(text).join(' ').includes(wordsOf(name).join(' '));

/** Notes which of what clients might have sent of a record, and have not, the server leaves out: what it ever fills in is its own. */
export function noteUnset(unset: Map<string, boolean>, resource: Resource, sent: JsonRecord, record: JsonRecord): void {
  for (const name of settable(resource).keys()) {
    if ((own(sent, name) ?? null) !== null) continue;
    unset.set(name, unset.get(name) !== false && (own(record, name) ?? null) === null);
  }
}

/** Of each object the members that the one that was sent has. */
function partLike(sent: unknown, value: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(value))
    return sent.length === value.length ? value.map((item, index) => partLike(sent[index], item)) : value;
  if (!isObject(sent) || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      (own(sent, name) ?? null) === null ? [] : [[name, partLike(own(sent, name), member)] as const],
    ),
  );
}
