import type { Asked, Behaviour, Reply } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { parseBody, readFilter, readId, readLimit } from '../server/input';
import { on } from '../server/on';
import { show } from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful => ({ name, because, behaviour });

/** Requests that a server refuses at its door. */
const refusing = (status: number, test: (asked: Asked) => boolean): Behaviour => ({
  rewrite: (reply, asked): Reply =>
    asked.key !== undefined && test(asked)
      ? { ...reply, status, body: { code: 'refused', message: 'Refused.', status } }
      : reply,
});

const halfPair = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i;
const half = /[\ud800-\udbff](?![\udc00-\udfff])/g;
const depthOf = (text: string): number => Math.max(0, ...(text.match(/\[+/g) ?? []).map((all) => all.length));

const isNumber = (text: string): boolean => /^\s*[-+]?0*\d+(\.0*)?\s*$/.test(text);

const surrogates = 'Half a surrogate pair is unpredictable (RFC 8259, 8.2).';
const idTexts = 'How an id may be written beside its usual form is not shown.';
const queries = 'No refusal of a query parameter is documented.';
const sizes = 'How large a request may be is not shown.';

/** Servers that refuse rare requests, or make the best of them. */
export const requests: readonly Lawful[] = [
  lawful('half a surrogate pair is refused', surrogates, {
    parseBody: (asked) => {
      if (halfPair.test(asked.body.toString())) throw invalid('The body is no Unicode text.');
      return parseBody(asked);
    },
  }),
  lawful('U+FFFD in place of half a surrogate pair', surrogates, {
    adjust: (sent) => ({ ...sent, name: sent.name.replace(half, '\ufffd') }),
  }),
  lawful('half a surrogate pair in the echo, and U+FFFD from then on', surrogates, {
    show: (animal, { operation }) =>
      show(operation === 'create' ? animal : { ...animal, name: animal.name.replace(half, '\ufffd') }),
  }),
  lawful('bodies of more than 100 kB are refused with 413, and those nested more than 20 deep', sizes, {
    parseBody: (asked) => {
      if (asked.body.length > 100_000) throw new Refused(413, 'too_large', 'The body is too large.');
      if (depthOf(asked.body.toString()) > 20) throw new Refused(413, 'too_large', 'The body is nested too deep.');
      return parseBody(asked);
    },
  }),
  lawful(
    '414 for what is longer than 1,000 characters',
    sizes,
    refusing(414, ({ target }) => target.length > 1_000),
  ),
  lawful(
    '400 for what is no percent-encoded text, or has a NUL',
    idTexts,
    refusing(400, ({ target }) => /%zz|%ff|%00/i.test(target)),
  ),
  lawful('ids are numbers, however they are written', idTexts, {
    readId: (text) => {
      if (isNumber(text)) return BigInt(text.replace(/\.0*/, '').replace('+', '').trim());
      if (/^-?0x[\da-f]+$/i.test(text)) return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
      if (/^-?\d{1,5}e1$/.test(text)) return BigInt(text.slice(0, -2)) * 10n;
      return readId(text);
    },
  }),
  lawful('ids in any other form are not found', idTexts, {
    readId: (text) => {
      if (/^(0|-?[1-9]\d{0,18})$/.test(text)) return readId(text);
      throw notFound('There is no animal with this id.');
    },
  }),
  lawful('of repeated parameters the last one counts, and empty ones are not there', queries, {
    readLimit: (values) => readLimit(values.filter((value) => value !== '').slice(-1)),
    readFilter: (values) => readFilter(values.filter((value) => value !== '').slice(-1)),
  }),
  lawful('page sizes are numbers, however they are written', queries, {
    readLimit: ([value = '20', ...more]) => readLimit([isNumber(value) ? String(Number(value)) : value, ...more]),
  }),
  lawful('repeated and empty parameters are refused, and whatever else is in a query', queries, {
    rewrite: (reply, asked) => {
      const names = [...asked.query.keys()];
      const isKnown = names.every((name) => asked.operation === 'list' && ['limit', 'status'].includes(name));
      const isOnce = new Set(names).size === names.length && [...asked.query.values()].every((value) => value !== '');
      return (isKnown && isOnce) || reply.status >= 400
        ? reply
        : { ...reply, status: 400, body: { code: 'query', message: 'The query is not understood.', status: 400 } };
    },
  }),
  lawful('a list that is asked for with an unknown parameter says so in a header', queries, {
    rewrite: on({ operation: 'list', status: 200 }, (reply, { query }) =>
      query.has('unknown') ? { headers: { ...reply.headers, Warning: '299 - "unknown"' } } : reply,
    ),
  }),
];
