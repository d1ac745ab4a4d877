import type { OptionOf } from '../../openapi/behaviours/options';
import { isJson, stringifyJson } from '../../openapi/contract';
import { type Exchange, isSafe, type Response } from '../exchange/exchange';
import { idOf, type JsonRecord, keyOf } from '../records/records';
import type { Seen } from '../verdict/result';
import { recordsShown } from './bodies';
import { byExchange, createSightings, lessonOf, type NewLearner, type Sight } from './learner';

/** The text of a reply's JSON as it was sent; undefined where there is none, or not all of it was kept. */
function jsonTextOf(response: Response | undefined): string | undefined {
  if (response === undefined || !isJson(response.headers.get('content-type') ?? '')) return undefined;
  const { text, json, isCut } = response.body;
  return text !== undefined && !isCut && json !== undefined && 'value' in json ? text : undefined;
}

/** The texts of JSON as they are written, quotes included. */
const TEXTS = /"(?:[^"\\]|\\.)*"/g;

/** What a line of evidence shows of a text. */
const beginningOf = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** White space between the parts of JSON; what stands around the whole of it is between no parts. */
export const learnSpacing: NewLearner<'json.spacing'> = () =>
  byExchange(({ response }) => {
    const text = jsonTextOf(response);
    return text === undefined ? undefined : spacingOf(text.trim());
  }, 'no reply had JSON with members or items');

function spacingOf(text: string): Sight<OptionOf<'json.spacing'>> | undefined {
  // What is left without the texts is between the parts.
  const outside = text.replaceAll(TEXTS, '""');
  if (!/^[{[]\s*[^\s\]}]/.test(outside)) return undefined;
  const shows = `the body begins ${beginningOf(text)}`;
  if (!/\s/.test(outside)) return { option: 'compact', shows };
  const lines = outside.replaceAll(/":[ \t]/g, '":').replaceAll(/\r?\n[ \t]*/g, '\n');
  // Each member on a line of its own, and no white space within the lines.
  if (/^[{[]\n/.test(lines) && !/[ \t]|,[{"]/.test(lines)) return { option: 'indented', shows };
  return { other: `JSON is spaced in a way that no option has: ${shows}` };
}

/** How a kind of characters is written that JSON need not escape. */
type Writing = `${'raw' | 'escaped'} ${'beyond ASCII' | 'slash'}`;

/** Both kinds have to be seen, since many servers escape one and not the other, which is neither option. */
export const learnEscapes: NewLearner<'json.escapes'> = () => {
  const seen = createSightings<Writing>();
  let other: string | undefined;
  return {
    observe(exchange) {
      for (const text of jsonTextOf(exchange.response)?.match(TEXTS) ?? []) {
        const shows = `the body has ${beginningOf(aroundTelling(text))}`;
        for (const writing of writingsOf(text)) seen.see(writing, shows, [exchange]);
        if (NEEDLESS.test(text)) other ??= `it escapes more than any option says: ${shows}`;
      }
    },
    conclude() {
      if (other !== undefined) return { unknown: other };
      const both = (how: 'raw' | 'escaped', option: 'least' | 'ascii'): readonly Seen<'least' | 'ascii'>[] => {
        const all = seen.all().filter((one) => one.option.startsWith(how));
        const shows = all.map((one) => one.shows).join('; ');
        return all.length < 2 ? [] : [{ option, shows, exchanges: all.flatMap(({ exchanges }) => exchanges) }];
      };
      const isOne = new Set(seen.all().map(({ option }) => option.split(' ')[1])).size === 2;
      return lessonOf(
        [...both('raw', 'least'), ...both('escaped', 'ascii')],
        isOne
          ? 'what is not ASCII is escaped or the slash is, but not both'
          : 'no reply had both a slash and a character that is not ASCII in a text',
      );
    },
  };
};

/** What a text as JSON shows; unpaired surrogates and line separators are escaped by many that escape nothing else. */
function writingsOf(text: string): readonly Writing[] {
  const isPlain = text.replaceAll(/\\u(?:d[89a-f][0-9a-f]{2}|202[89])/gi, '');
  const writings: readonly (readonly [Writing, boolean])[] = [
    ['raw beyond ASCII', /[^\0-\x7f\u2028\u2029\ufffd]/.test(text)],
    ['escaped beyond ASCII', /\\u(?!00[0-7])[0-9a-f]{4}/i.test(isPlain) || PAIR.test(text)],
    ['raw slash', /(?<!\\)(?:\\\\)*\//.test(text)],
    ['escaped slash', /(?<!\\)(?:\\\\)*\\\//.test(text)],
  ];
  return writings.flatMap(([writing, isThere]) => (isThere ? [writing] : []));
}

const PAIR = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/i;

/** An escape of a printable ASCII character that needs none: neither control, nor quote, nor backslash, nor DEL. */
const NEEDLESS = /(?<!\\)(?:\\\\)*\\u00(?:2[013-9a-f]|3[0-9a-f]|[46][0-9a-f]|5[0-9abd-f]|7[0-9a-e])/i;

/** The part of a long text that shows how it is written. */
function aroundTelling(text: string): string {
  const at = text.search(/[^\0-\x7f]|\\u|\\?\//);
  return text.length <= 60 || at < 0 ? text : text.slice(Math.max(0, at - 10), at + 50);
}

/** So often an order has to be the same: of two members, every other time it is so by chance. */
const OFTEN = 6;
/** Of so many records the order is remembered. */
const MOST = 2000;

/**
 * The same record, in replies of the same operation: what several operations show may be written by several hands, and a
 * server may keep each record in the order in which its client has sent it. A change to any record may change its order.
 */
export const learnMemberOrder: NewLearner<'json.member-order'> = () => {
  const before = new Map<string, { readonly order: readonly string[]; readonly exchange: Exchange }>();
  const sightings = createSightings<'steady' | 'changing'>();

  const compare = (record: JsonRecord, key: string, exchange: Exchange): void => {
    const order = orderOf(record);
    const known = before.get(key);
    if (known === undefined && before.size < MOST && order.length > 1) before.set(key, { order, exchange });
    if (known === undefined || !isSameSet(known.order, order)) return;
    const isSame = known.order.every((name, place) => order[place] === name);
    const shows = isSame
      ? `a record has its members in the order ${order.join(', ')} each time`
      : `a record has its members in the order ${known.order.join(', ')}, then ${order.join(', ')}`;
    sightings.see(isSame ? 'steady' : 'changing', shows, [known.exchange, exchange]);
  };

  return {
    observe(exchange, purpose) {
      const { request, together } = exchange;
      if (!isSafe(request)) before.clear();
      if (!isSafe(request) || together !== undefined || purpose === undefined) return;
      for (const record of recordsShown(exchange, purpose)) {
        const id = idOf(record, purpose.resource);
        if (id !== undefined)
          compare(record, `${request.operation.id} ${stringifyJson(request.path)} ${keyOf(id)}`, exchange);
      }
    },
    forget: () => before.clear(),
    conclude: () =>
      sightings.conclude(
        'too few replies showed a record that another one of the same operation had shown',
        (option, count) => option === 'changing' || (count >= OFTEN && sightings.count('changing') === 0),
      ),
  };
};

/** JavaScript puts names that are whole numbers before the others, wherever they stood. */
const orderOf = (record: JsonRecord): readonly string[] => Object.keys(record).filter((name) => !/^\d+$/.test(name));

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n');
