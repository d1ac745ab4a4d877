import { beginningOf, jsonTextOf, TEXTS } from './json-text';
import { createSightings, lessonOf, type NewLearner } from './learner';

/** How a character is written that JSON need not escape. */
type Writing = 'raw' | 'escaped';

/**
 * Two things tell it: what is not ASCII, and the slash. Both have to be seen, since many servers escape one and not the
 * other, which is neither option.
 */
export const learnEscapes: NewLearner<'json.escapes'> = () => {
  const seen = {
    beyond: createSightings<Writing>(),
    slash: createSightings<Writing>(),
  };
  let other: string | undefined;
  return {
    observe(exchange) {
      for (const text of jsonTextOf(exchange.response)?.match(TEXTS) ?? []) {
        const shows = `the body has ${beginningOf(aroundTelling(text))}`;
        for (const [what, writing] of writingsOf(text)) seen[what].see(writing, shows, [exchange]);
        if (NEEDLESS.test(text)) other ??= `it escapes more than any option says: ${shows}`;
      }
    },
    conclude() {
      if (other !== undefined) return { unknown: other };
      const both = (writing: Writing) => seen.beyond.count(writing) > 0 && seen.slash.count(writing) > 0;
      const [isRaw, isEscaped] = [both('raw'), both('escaped')];
      const isOne = seen.beyond.all().length === 1 && seen.slash.all().length === 1;
      if (isOne && !isRaw && !isEscaped)
        return { unknown: 'what is not ASCII is escaped or the slash is, but not both' };
      const evidence = (writing: Writing) =>
        [...seen.beyond.all(), ...seen.slash.all()].filter((one) => one.option === writing);
      const sightings = (writing: Writing, option: 'least' | 'ascii') => {
        const all = evidence(writing);
        return {
          option,
          shows: all.map(({ shows }) => shows).join('; '),
          exchanges: all.flatMap(({ exchanges }) => exchanges),
        };
      };
      return lessonOf(
        [...(isRaw ? [sightings('raw', 'least')] : []), ...(isEscaped ? [sightings('escaped', 'ascii')] : [])],
        'no reply had both a slash and a character that is not ASCII in a text',
      );
    },
  };
};

/** What a text as JSON shows; unpaired surrogates and line separators are escaped by many that escape nothing else. */
function writingsOf(text: string): readonly (readonly ['beyond' | 'slash', Writing])[] {
  const isPlain = text.replaceAll(/\\u(?:d[89a-f][0-9a-f]{2}|202[89])/gi, '');
  return [
    ...(/[^\0-\x7f\u2028\u2029\ufffd]/.test(text) ? [['beyond', 'raw'] as const] : []),
    ...(/\\u(?!00[0-7])[0-9a-f]{4}/i.test(isPlain) || PAIR.test(text) ? [['beyond', 'escaped'] as const] : []),
    ...(/(?<!\\)(?:\\\\)*\//.test(text) ? [['slash', 'raw'] as const] : []),
    ...(/(?<!\\)(?:\\\\)*\\\//.test(text) ? [['slash', 'escaped'] as const] : []),
  ];
}

const PAIR = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/i;

/** An escape of a printable ASCII character that needs none: neither control, nor quote, nor backslash, nor DEL. */
const NEEDLESS = /(?<!\\)(?:\\\\)*\\u00(?:2[013-9a-f]|3[0-9a-f]|[46][0-9a-f]|5[0-9abd-f]|7[0-9a-e])/i;

/** The part of a long text that shows how it is written. */
function aroundTelling(text: string): string {
  const at = text.search(/[^\0-\x7f]|\\u|\\?\//);
  return text.length <= 60 || at < 0 ? text : text.slice(Math.max(0, at - 10), at + 50);
}
