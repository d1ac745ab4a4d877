import {
  isNamedLike,
  keywordOf,
  memoized,
  propertiesOf,
  type Resource,
  schemaAt,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import { bodyOf } from '../../exchange/subject';
import { type Move, movesAround } from './state-tables';

/** The property of a resource's records that tells their state: a choice of texts that is called so, and that no client sets. */
export interface States {
  readonly property: string;
  readonly values: readonly string[];
  /** For each state all from which it is entered, where the words of the document list them (`moves`). */
  readonly entered: ReadonlyMap<string, ReadonlySet<string>>;
}

export const statesOf: (resource: Resource) => States | undefined = memoized(
  ({ name, schema, taken, operations }: Resource) => {
    const { create, read } = operations;
    const settable = propertiesOf(schemaAt((create && bodyOf(create)?.schema) ?? {}, taken.create ?? []) ?? {});
    const choices = [...propertiesOf(schema).values()].flatMap(({ name, readOnly, schema: one }) => {
      const values = (keywordOf(one, 'enum') ?? []).filter((value) => typeof value === 'string');
      const isOurs = !readOnly && settable.get(name)?.readOnly === false;
      return values.length < 2 || isOurs || !typesOf(one).includes('string')
        ? []
        : [{ name, values, said: one.description }];
    });
    const called = choices.filter((one) => NAMES.test(one.name));
    // Beside `status` a `payment_status` is that of something else.
    const plain = called.filter((one) => PLAIN.test(one.name) || isNamedLike(one.name.replace(NAMES, ''), name));
    const [first, other] = plain.length === 1 ? plain : called;
    // Of two that may be meant none is.
    if (first === undefined || other !== undefined) return undefined;
    const { name: property, values, said } = first;
    const shown = [read, create].flatMap((one) => (one && successOf(one)?.reply.description) ?? []);
    const texts = [said, schema.description, read?.description, ...shown].filter((text) => typeof text === 'string');
    const listed = [...new Set(Object.values(operations))].flatMap((one) => movesAround(one, values));
    return {
      property,
      values,
      entered: new Map([...texts.flatMap((text) => [...movesIn(text, values)]), ...enteredBy(listed, values)]),
    };
  },
);

const NAMES = /_?stat(?:e|us)$|^(?:stage|phase)$/i;
const PLAIN = /^(?:stat(?:e|us)|stage|phase)$/i;

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
export function isFinal({ entered, values }: States, state: string): boolean {
  if ([...entered.values()].some((before) => before.has(state))) return false;
  // One of which no moves are listed may be entered from it.
  return (entered.has(state) && values.every((one) => entered.has(one))) || FINAL.test(state);
}

/** Whether one state comes before another by their names alone: a job that waits or runs has not ended. */
export const isUnended = (state: string, end: string): boolean => UNENDED.test(state) && FINAL.test(end);

const UNENDED = /^(?:queued|waiting|scheduled|running|processing|in[-_ ]?progress|started|preparing|building)$/i;

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
      // `and then to` is one step.
      if (ways.length > 0 && groups.at(-1)?.length === 0) continue;
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

/** The same of a table, where each state is left or entered by it: of one that names some of them alone there may be other moves. */
function enteredBy(moves: readonly Move[], values: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const before = (state: string) => moves.filter(({ to }) => to === state).flatMap(({ from }) => from);
  const isWhole = values.every((one) => moves.some(({ from, to }) => to === one || from.includes(one)));
  const isOpen = moves.some(({ to }) => to === undefined);
  return new Map(isWhole && !isOpen ? values.map((state) => [state, new Set(before(state))]) : []);
}

/** What may stand behind a list of moves and opens none. */
const AND_STAYS =
  /^(?:it|there|stays?|so|is|are|final|ends?|which|last|for|good|never|not|no|way|back|again|returns?)$/i;

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
    if (/^(?:→|⇒|[-=]+>|to|into|over|via|through|then|ends?|becomes?|finally|eventually)$/i.test(text))
      return { kind: 'to', text };
    if (/^from$/i.test(text)) return { kind: 'from', text };
    return { kind: /^(?:[|/,]|or|and|either|as|in)$/i.test(text) ? 'or' : 'word', text };
  });
}
