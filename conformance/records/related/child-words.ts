import { propertiesOf, type Resource } from '../../../openapi/contract';
import { quoted, sentencesOf, statesIn, withNoun } from '../marked';
import { isFinal, statesOf } from '../states/states';

/**
 * What words say of the records that belong to another one: lines of an order, bookings of a room. They are read where they name
 * these records and say no more of them than the states that they are in: of "overdue lines" it is not known which these are.
 */

/** Of a record in this state (undefined: it has none), whether words mean it; undefined where they leave that open. */
export type Meant = (state: unknown) => boolean | undefined;

/** Each phrase for a child's records as `‹›`, with the states in which they are meant: `open lines` is `‹+open›`, `lines that are not open` is `‹-open›`. */
export function phrased(text: string, child: Resource): string {
  const marked = quoted(withNoun(text, child), statesOf(child)?.values ?? []).replaceAll(UNFINISHED, '«~» ‹›');
  return marked.replaceAll(PHRASE, (...all) => {
    // The last argument of a replacer is the named groups, where there are some.
    const { before = '', after = '', no } = all.at(-1) as Readonly<Record<string, string | undefined>>;
    const [adjectives, clause] = [statesIn(before), statesIn(after)];
    if (adjectives.length > 0 && clause.length > 0) return '‹?›';
    const sign = no === undefined ? '+' : '-';
    const states = [...adjectives, ...clause].join('|');
    return states === '' ? '‹›' : `‹${sign}${states}›`;
  });
}

const PHRASE =
  /(?:\b(?:any|some|all of|all|every|each|the|its|their|other|further|more|existing|one or more|at least one|an?) )*(?<before>(?:«[^»]*»(?:,? (?:or|and) |, | )?)*)‹›(?<after>,? (?:still )?in (?:the )?(?:state|status|stage|phase)s? «[^»]*»(?:(?:,? (?:or|and) |, )«[^»]*»)*|(?: (?:of|for) (?:it|(?:the|that|this) \p{L}+))?(?: (?:that|which))?(?: still)? (?:is|are|have been|has been|have|has)(?: still| already)?(?<no> not(?: been)?| no longer| neither)? (?:in (?:state|status) )?«[^»]*»(?:(?:,? (?:or|and|nor) |, )«[^»]*»)*)?/giu;

/** What is not over yet, by a word that is no state of its own. */
const UNFINISHED =
  /\b(?:open|active|ongoing|unfinished|outstanding|running|current|incomplete|uncompleted|unfulfilled|live) ‹›|‹›(?= (?:that|which) (?:is|are) (?:still|not yet) (?:open|active|finished|completed?|closed|over|done)\b)/gi;

/** Whom a phrase means; undefined where it is not known. */
export function meantBy(which: string | undefined, child: Resource): Meant | undefined {
  if (which === undefined || which === '?') return undefined;
  if (which === '+~') return isUnfinished(child);
  if (which.includes('~')) return undefined;
  const states = which.slice(1).split('|');
  return which === '' ? () => true : (state) => states.includes(String(state)) === which.startsWith('+');
}

/** Of a state that leads to others, and is no mere beginning, it is sure; so it is of one that is over, as it says itself. */
function isUnfinished(child: Resource): Meant | undefined {
  const states = statesOf(child);
  if (states === undefined) return undefined;
  const defined = calledUnfinished(child, states.values);
  if (defined !== undefined) return (state) => defined.includes(String(state));
  return (state) => {
    const text = String(state);
    if (OVER.test(text)) return false;
    const isLeft = !isFinal(states, text) && [...states.entered.values()].some((before) => before.has(text));
    return MERE.test(text) || !(isLeft || (UNDERWAY.test(text) && !isFinal(states, text))) ? undefined : true;
  };
}

/** The states of which words say that such records are called open, or whatever they call them; undefined where none do. */
function calledUnfinished(child: Resource, values: readonly string[]): readonly string[] | undefined {
  const described = [child.schema, ...[...propertiesOf(child.schema).values()].map(({ schema }) => schema)];
  const texts = [
    ...described.map(({ description }) => String(description ?? '')),
    ...new Set(Object.values(child.operations).flatMap(({ around = [] }) => around)),
  ];
  const said = texts.flatMap(sentencesOf).map((text) => quoted(text, values).replaceAll(/[*_`"“”]/g, ''));
  const found = new Set(said.flatMap((text) => CALLED.flatMap((form) => text.match(form)?.[1] ?? [])));
  const [states] = found;
  return states === undefined || found.size > 1 ? undefined : statesIn(states);
}

/** `Orders that are draft or sent are called open`, `Open orders are those in draft or sent`, `An order is open while it is draft or sent`. */
const CALLED: readonly RegExp[] = [
  /((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?: \p{L}+)? (?:are|is) (?:called|considered|regarded as|said to be|known as|counted as|deemed)(?: as)? (?:open|active|unfinished|ongoing|live|outstanding)\b/iu,
  /\b(?:open|active|unfinished|ongoing|live|outstanding) \p{L}+ (?:are|means|is) (?:all |one |those |an? \p{L}+ )?(?:that (?:is|are) |in |with )?(?:the )?(?:states? |status(?:es)? )?((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?=\W*$)/iu,
  /\b(?:is|counts as) (?:open|active|unfinished|ongoing|live|outstanding) (?:while|when|as long as|if) (?:it is |in )(?:in )?(?:the )?(?:states? |status )?((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?=\W*$)/iu,
];

const OVER =
  /^(?:cancell?ed|closed|completed?|done|delivered|finished|rejected|declined|expired|void(?:ed)?|failed|lost|returned|archived|aborted)$/i;
const MERE = /draft|template|cart|basket|quote|new|created/i;
const UNDERWAY =
  /^(?:open|active|pend\w+|placed|confirmed|processing|in[-_ ]?progress|running|shipped|accepted|started)$/i;

/** The parts of a sentence of which each may be a reason by itself. */
export const clausesOf = (text: string): readonly string[] => withoutAside(text).split(/(?:,|;)\s+(?:(?:or|and)\s+)?/);

/** `Bookings, whatever their status, …`: that all of them are meant, which is so without it. */
export const withoutAside = (text: string): string =>
  text
    .replaceAll(/\s[-–—]{1,2}\s([^-–—]{1,50})\s[-–—]{1,2}\s/g, ' ($1) ')
    .replaceAll(
      /,? ?\(?\b(?:(?:in |of )?(?:whatever|whichever|any|no matter)|regardless of|irrespective of|independent(?:ly)? of) (?:what |which |(?:the|its|their) )?(?:states?|status(?:es)?|stages?|phases?)(?: (?:of (?:it|them|theirs)|(?:it|they) (?:is|are|has|have)(?: in)?))?(?:\)|,|(?= (?:cannot|can't|can not|may|must|is|are|can)\b)|(?=\s*(?:\(|[.;]|$)))/gi,
      '',
    );
