import {
  keywordOf,
  memoized,
  type Operation,
  plain,
  propertiesOf,
  type Resource,
  replyFor,
  successOf,
  typesOf,
  wordsOf,
} from '../../openapi/contract';
import { bodyOf } from '../exchange/subject';

/** The property of a resource's records that tells their state: a choice of texts that no client sets. */
export interface States {
  readonly property: string;
  readonly values: readonly string[];
  /** For each state all from which it is entered, where the words of the document list them (`moves`). */
  readonly entered: ReadonlyMap<string, ReadonlySet<string>>;
}

export const statesOf: (resource: Resource) => States | undefined = memoized(
  ({ schema, operations: { create, read } }: Resource) => {
    const settable = propertiesOf((create && bodyOf(create)?.schema) ?? {});
    const choices = [...propertiesOf(schema).values()].flatMap(({ name, readOnly, schema: one }) => {
      const values = (keywordOf(one, 'enum') ?? []).filter((value) => typeof value === 'string');
      const isOurs = !readOnly && settable.get(name)?.readOnly === false;
      return values.length < 2 || isOurs || !typesOf(one).includes('string')
        ? []
        : [{ name, values, said: one.description }];
    });
    const [first, other] = choices.toSorted((a, b) => Number(NAMES.test(b.name)) - Number(NAMES.test(a.name)));
    // Of two that may be meant none is.
    if (first === undefined || (other !== undefined && NAMES.test(first.name) === NAMES.test(other.name)))
      return undefined;
    const { name: property, values, said } = first;
    const shown = [read, create].flatMap((one) => (one && successOf(one)?.reply.description) ?? []);
    const texts = [said, schema.description, ...shown].filter((text) => typeof text === 'string');
    return { property, values, entered: new Map(texts.flatMap((text) => [...movesIn(text, values)])) };
  },
);

const NAMES = /stat(?:e|us)$|^(?:stage|phase)$/i;

/** Whether a record may come from one state to another, at once or by way of others; undefined where no word says it. */
export function mayCome({ entered }: States, from: string, to: string): boolean | undefined {
  if (!entered.has(to)) return undefined;
  const [reached, left] = [new Set([to]), [to]];
  let isOpen = false;
  for (let state = left.pop(); state !== undefined; state = left.pop()) {
    const before = entered.get(state);
    // What no word says of one on the way leaves all open.
    if (before === undefined) isOpen = true;
    for (const one of before ?? []) {
      if (reached.has(one)) continue;
      reached.add(one);
      left.push(one);
    }
  }
  return reached.has(from) || (isOpen ? undefined : false);
}

/** Whether a record stays in a state, as its name says, or the moves that are listed: no other is entered from it. */
export const isFinal = ({ entered }: States, state: string): boolean =>
  entered.has(state) ? ![...entered.values()].some((before) => before.has(state)) : FINAL.test(state);

const FINAL =
  /^(?:done|ready|completed?|success|succeeded|failed|failure|finished|cancell?ed|expired|aborted|error(?:ed)?|rejected)$/i;

/**
 * The moves that a text lists: `draft → placed → paid or void`, `void from draft, placed`. Of a state that it mentions otherwise as
 * well nothing is taken, since there may be more to say of it.
 */
export function movesIn(text: string, values: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const entered = new Map<string, Set<string>>();
  const mentioned = new Set<string>();
  for (const sentence of text.split(/[.;\n]+/)) {
    const tokens = tokensOf(sentence, values);
    const states = tokens.filter(({ kind }) => kind === 'state').map(({ text: one }) => one);
    const begin = tokens.findIndex(({ kind }) => kind === 'state');
    const end = tokens.findLastIndex(({ kind }) => kind === 'state') + 1;
    const isList =
      tokens.slice(begin, end).every(({ kind }) => kind !== 'word') &&
      tokens.slice(end).every(({ kind, text: one }) => kind !== 'word' || AND_STAYS.test(one)) &&
      tokens.slice(begin, end).some(({ kind }) => kind === 'to' || kind === 'from');
    if (!isList) {
      for (const one of states) mentioned.add(one);
      continue;
    }
    const groups: string[][] = [[]];
    const ways: ('to' | 'from')[] = [];
    for (const { kind, text: one } of tokens.slice(begin, end)) {
      if (kind === 'state') groups.at(-1)?.push(one);
      if (kind !== 'to' && kind !== 'from') continue;
      ways.push(kind);
      groups.push([]);
    }
    for (const [nth, way] of ways.entries()) {
      const [one = [], other = []] = groups.slice(nth, nth + 2);
      const [before, after] = way === 'to' ? [one, other] : [other, one];
      for (const state of after) entered.set(state, new Set([...(entered.get(state) ?? []), ...before]));
    }
    // What nothing leads to is how all begin.
    for (const state of groups[0] ?? []) if (!entered.has(state)) entered.set(state, new Set());
  }
  for (const state of mentioned) entered.delete(state);
  return entered;
}

/** What may stand behind a list of moves and opens none. */
const AND_STAYS = /^(?:it|there|stays?|so|is|are|final|ends?|which|last|for|good)$/i;

interface Token {
  readonly kind: 'state' | 'to' | 'from' | 'or' | 'word';
  readonly text: string;
}

function tokensOf(sentence: string, values: readonly string[]): readonly Token[] {
  const known = new Map(values.map((value) => [value.toLowerCase(), value]));
  const words = sentence.match(/→|⇒|[-=]+>|[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*|[|/,]/gu) ?? [];
  return words.map((text) => {
    const state = known.get(text.toLowerCase());
    if (state !== undefined) return { kind: 'state', text: state };
    if (/^(?:→|⇒|[-=]+>|to|then)$/i.test(text)) return { kind: 'to', text };
    if (/^from$/i.test(text)) return { kind: 'from', text };
    return { kind: /^(?:[|/,]|or|and|either)$/i.test(text) ? 'or' : 'word', text };
  });
}

/** What the words of an action say of the states of the record that it is about. */
export interface Action {
  /** The state that it leads to; undefined where none is named. */
  readonly target: string | undefined;
  /** Whether a sentence says so; else the action is only called by it. */
  readonly isSaid: boolean;
  /** The states in which alone it is done; undefined where no word says so. */
  readonly from: readonly string[] | undefined;
  /** The states in which it is not done. */
  readonly notFrom: readonly string[];
}

export function actionOf(operation: Operation, { values }: Pick<States, 'values'>): Action {
  const { summary, description, path, id } = operation;
  const done = quoted(successOf(operation)?.reply.description ?? '', values);
  const sentences = [summary, description]
    .flatMap((text) => text.split(/(?<=[.;])\s+|\n+/))
    .map((text) => quoted(text, values));
  const called = [path.slice(path.lastIndexOf('/')), wordsOf(id)[0] ?? '']
    .map((word) => values.filter((value) => isDoneBy(plain(word), plain(value))))
    .find((found) => found.length === 1)?.[0];
  const leads = new Set(
    [...sentences, done].flatMap((text) => [...text.matchAll(LEADS)].map(([, state = '']) => state)),
  );
  const [led] = leads;
  const target = leads.size === 1 ? led : called;
  const isSaid = leads.size === 1 || (called !== undefined && statesIn(done).join() === called);
  const refusal = replyFor(operation, 409);
  if (refusal === undefined) return { target, isSaid, from: undefined, notFrom: [] };
  const told = [
    ...sentences.map((text) => conditionIn(text, target)),
    ...quoted(refusal.description, values)
      .split(/(?<=[.;])\s+/)
      .map((text) => refusedFor(text, target)),
  ];
  const from = [...new Set(told.flatMap((one) => one.from ?? []))];
  const notFrom = [...new Set(told.flatMap((one) => one.notFrom ?? []))].filter((one) => !from.includes(one));
  return { target, isSaid, from: from.length === 0 ? undefined : from, notFrom };
}

/** The state of a new record, as the words of what makes it say; undefined where none says so. */
export const beginOf: (resource: Resource) => string | undefined = memoized((resource: Resource) => {
  const { create } = resource.operations;
  const states = statesOf(resource);
  if (create === undefined || states === undefined) return undefined;
  const { summary, description } = create;
  const said = [summary, description, replyFor(create, 201)?.description ?? ''].flatMap((text) =>
    [...quoted(text, states.values).matchAll(BEGINS)].map(([, state = '']) => state),
  );
  const found = new Set([
    ...said,
    ...[propertiesOf(resource.schema).get(states.property)?.schema.default].filter(isText),
  ]);
  return found.size === 1 ? [...found][0] : undefined;
});

const isText = (value: unknown): value is string => typeof value === 'string';

const BEGINS =
  /(?:\b(?:is|are|starts?|begins?|created|made|opened|added)(?: (?:out|off|on|in|as|an?|the|state|status|of|with))*|^\p{L}+ (?:an?|the)(?: new)?) «([^»]*)»/giu;

/** A text with its states in guillemets, so that none is taken for a word of the sentence. */
const quoted = (text: string, values: readonly string[]): string =>
  text.replaceAll(/[`'"“]?([\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*)[`'"”]?/gu, (whole, word: string) => {
    const state = values.find((value) => value.toLowerCase() === word.toLowerCase());
    return state === undefined ? whole : `«${state}»`;
  });

const statesIn = (text: string): readonly string[] => [...text.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);

const LEADS =
  /(?<!\b(?:until|when|if|while|unless|once|whether)\b[^.;«]{0,30})(?:\b(?:becomes?|is (?:now|then)|(?:state|status|stage|phase) is|marks?\b[^.;«]*(?:«[^»]*»[^.;«]*)?\bas|(?:moves?|brings?|puts?|sets?|changes?|goes|transitions?|turns?)\b[^.;«]*(?:«[^»]*»[^.;«]*)?\b(?:in)?to)|→|->)\s+(?:an? |the )?(?:state |status )?«([^»]*)»/gi;

interface Condition {
  readonly from?: readonly string[];
  readonly notFrom?: readonly string[];
}

/** In which states an action is done, as far as a sentence of its description says so. */
function conditionIn(text: string, target: string | undefined): Condition {
  const named = statesIn(text);
  const states = named.filter((one) => one !== target);
  if (ALREADY.test(text)) return REFUSES.test(text) ? { notFrom: named } : {};
  if (states.length === 0) return {};
  if (/\bunless\b/i.test(text)) return REFUSES.test(text) ? { from: states } : { notFrom: states };
  if (NOT.test(text)) return REFUSES.test(text) ? { from: states } : ALLOWS.test(text) ? { notFrom: states } : {};
  if (/\b(?:before|until)\b(?: (?!can\b|may\b)[\p{L}]+){0,4} «/iu.test(text)) return { notFrom: states };
  if (REFUSES.test(text)) return ONLY.test(text) ? {} : { notFrom: states };
  if (ONLY.test(text) && (ALLOWS.test(text) || OWES.test(text))) return { from: states };
  // It does something to a record that is in a state: to others it does not, as its 409 says.
  return OF_ONE.test(text) ? { from: states } : {};
}

/** The same of a sentence about a 409: the record is not in one state, or it is in another. */
function refusedFor(text: string, target: string | undefined): Condition {
  const states = statesIn(text);
  const others = states.filter((one) => one !== target);
  if (states.length === 0) return {};
  if (NOT.test(text) || ONLY.test(text)) return { from: others };
  if (/\b(?:do|does|can|may|must|is|are)(?: ?not|n't)\b|\bno longer\b/i.test(text)) return { notFrom: states };
  return ALREADY.test(text) || /(?:\b(?:is|are|was|been|either|on|in (?:the )?(?:state|status)) |^)«/i.test(text)
    ? { notFrom: states }
    : {};
}

const ALREADY = /\balready «|»(?: already\b| (?:before|earlier)\W*$)/i;
const ONLY = /\bonly\b|\b(?:must|has to|have to|needs? to) be\b/i;
const OWES = /\b(?:must|has to|have to|needs? to) be\b/i;
const ALLOWS = /\b(?:can|may|while|when|if|from|in|possible|allowed|as long as)\b/i;
const NOT =
  /\b(?:not|n't|no longer|other than|anything but)(?: (?:in|on|yet|an?|the|any|state|status|of|currently|one of))* «/i;
const REFUSES =
  /\b409\b|\b(?:refused|rejected|fails|conflict|impossible)\b|\b(?:can|may|must)(?: ?not|'t|not)\b(?! (?:only|yet))|\b(?:is|are) not (?:possible|allowed)\b/i;
/** `Ships a paid order`, `Drops a ticket that is open or assigned`. */
const OF_ONE =
  /^\p{L}+ (?:an? |the |any |one )?(?:«[^»]*»(?:,? or |, |\/)?)+ \p{L}+|^\p{L}+ (?:an? |the |any )?\p{L}+ that (?:is|are) (?:still |in |on |either )*«/iu;

/** `cancelled` and `canceled` by `cancel`, `archived` by `archive`, `shipped` by `ship`, `denied` by `deny`. */
function isDoneBy(word: string, value: string): boolean {
  if (word.length < 3) return false;
  const isRegular = ['d', 'ed', `${word.slice(-1)}ed`].some((end) => value === word + end);
  return isRegular || value === `${word.slice(0, -1)}ied` || value === IRREGULAR.get(word);
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...([
    ['pay', 'paid'],
    ['send', 'sent'],
    ['hold', 'held'],
    ['withdraw', 'withdrawn'],
    ['freeze', 'frozen'],
  ] as const),
  ...([
    ['activate', 'active'],
    ['deactivate', 'inactive'],
  ] as const),
]);
