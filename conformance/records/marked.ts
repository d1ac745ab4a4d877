/** Sentences with what they speak of marked in them, so that a form of words is read whatever a contract calls it. */
import { type Operation, plain, type Resource, wordsOf } from '../../openapi/contract';

/** Each word for records of a resource as `‹›`, or as another mark. Its last word alone means them, too. */
export function withNoun(text: string, { name }: Pick<Resource, 'name'>, mark = '‹›'): string {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const forms = [...new Set([words.join('[ _-]?'), ...(last.length > 3 ? [last] : [])])].map((form) =>
    form.replace(/(?:ies|es|s)$/, (end) => (end === 'ies' ? '(?:ies|y)' : end === 'es' ? 'e?s?' : 's?')),
  );
  const form = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  return words.length === 0 ? text : text.replaceAll(form, mark);
}

/** A text with its states in guillemets, so that none is taken for a word of the sentence; `partly paid` is `partly_paid`. */
export function quoted(text: string, values: readonly string[]): string {
  const known = new Map(values.map((value) => [inOneSpelling(plain(value)), value]));
  const named = (word: string): string | undefined => known.get(inOneSpelling(plain(word)));
  const forms = values
    .map((value) => wordsOf(value).join('[ _-]?'))
    .filter((form) => form !== '')
    .map((form) => form.replaceAll(/i[sz](?=ed?\b)/g, 'i[sz]').replaceAll(/(?<=cance|fulfi)l{1,2}(?=ed\b)/g, 'll?'))
    // Those that are called by their state.
    .map((form) => (form === 'draft' ? 'drafts?' : form))
    .toSorted((one, other) => other.length - one.length);
  const form = new RegExp(`[\`'"“]?(?<![\\p{L}\\p{N}_-])(${forms.join('|')})(?![\\p{L}\\p{N}_-])[\`'"”]?`, 'giu');
  return forms.length === 0
    ? text
    : text.replaceAll(form, (_, word: string) => `«${named(word) ?? named(word.replace(/s$/i, '')) ?? word}»`);
}

/** `Authorised` and `authorized`, `cancelled` and `canceled` are one word. */
const inOneSpelling = (word: string): string =>
  word.replaceAll(/is(?=ed?$)/g, 'iz').replaceAll(/(?<=cance|fulfi)ll(?=ed)/g, 'l');

/** The states that a text names, once it is marked. */
export const statesIn = (text: string): readonly string[] =>
  [...text.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);

/** What stands beside an operation itself, sentence by sentence. */
export const ownSentences = ({ summary, description }: Pick<Operation, 'summary' | 'description'>): readonly string[] =>
  [summary, description].flatMap(sentencesOf).map((text, nth, all) => {
    const [, is, what] = SO_IS.exec(text) ?? [];
    return what !== undefined && REFUSED.test(all[nth - 1] ?? '') ? `${what} ${is} refused.` : text;
  });

/** `Such a patch is refused; so is any of a sent order.` */
const SO_IS = /^so (is|are) (.*?)[.;]?$/i;
const REFUSED = /\b(?:refused|rejected|answered (?:with|by) `?4\d\d)\b/i;

/** `Of which nothing has been «paid»`, `«paid» is 0`, `«captured» money`, `more than was «captured»`: that is a figure of the record, and no state. */
export const withoutFigures = (text: string): string =>
  text
    .replaceAll(MORE_THAN, (found) => found.replaceAll(/[«»]/g, ''))
    .replaceAll(
      /(?<=\b(?:nothing|none|something|anything|(?:no|any|some) part|any)(?: of \p{L}+)? (?:has been|is|was) )«([^»]*)»|«([^»]*)»(?= (?:is|=|equals) (?:\d|zero\b)| (?:money|funds?|amounts?|cash|sums?)\b)/giu,
      '$1$2',
    );

/** Of `more than an «open» order` it is a state still. */
const MORE_THAN =
  /\b(?:more|less|greater|higher) than (?:(?:what )?(?:is|was|has been) )?(?:(?:already|still) )?«[^»]*»(?:(?:,? (?:and|or|but|less|plus))?(?: (?:is|was|not|yet|already|later|been|has))* «[^»]*»)*(?! \p{L}+)/giu;

/** The sentences of a text, also of one with lines of about the same length: a line goes on in the next, but for lists and tables. */
export const sentencesOf = (text: string): readonly string[] =>
  text.replaceAll(/\n(?![ \t]*(?:\n|[-*+|#>]|\d+[.)]))[ \t]*/g, ' ').split(SENTENCE_END);

/** `For open ones; for others 409`, `…; 409 otherwise` is one sentence. */
const SENTENCE_END =
  /(?<=[.;])\s+(?!(?<=;\s+)(?:(?:for |with |of )?(?:(?:all|any|every|the) )?others\b[^.;]{0,30}\b409\b|(?:an? )?`?409`?[^.;]{0,40}\b(?:otherwise|else)\b))|\n+/;
