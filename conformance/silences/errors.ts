import { STATUS_CODES } from 'node:http';
import {
  type Contract,
  type ErrorRole,
  envelopeOf,
  jsonMediaType,
  keywordOf,
  partAt,
  replyFor,
  schemaAt,
} from '../../openapi/contract';
import { type Exchange, isOfOperation, isRefusal, jsonOf } from '../exchange/exchange';
import { furtherIn } from './further-members';
import { byExchange, createSightings, lessonOf, type NewLearner } from './learner';

/** The documented schema of a refusal that came as JSON. */
function envelopeFor(exchange: Exchange) {
  const { request, response } = exchange;
  if (response === undefined || !isRefusal(exchange) || !isOfOperation(exchange)) return undefined;
  const media = jsonMediaType(replyFor(request.operation, response.status)?.content ?? []);
  return media?.schema === undefined ? undefined : envelopeOf(media.schema, media.type, media.pointer);
}

/** The text that a refusal has in a role, where the document leaves open what it says. */
function textIn(exchange: Exchange, role: ErrorRole): string | undefined {
  const envelope = envelopeFor(exchange);
  const steps = envelope?.roles[role];
  if (envelope === undefined || steps === undefined) return undefined;
  const schema = schemaAt(envelope.schema, steps);
  if (schema === undefined || SETTLING.some((keyword) => keywordOf(schema, keyword) !== undefined)) return undefined;
  const value = partAt(jsonOf(exchange), steps);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What settles a text. */
const SETTLING = ['enum', 'const', 'pattern', 'format'] as const;

export const learnErrorCode: NewLearner<'error.code'> = () =>
  byExchange((exchange) => {
    const code = textIn(exchange, 'code');
    if (code === undefined) return undefined;
    const shows = `the code ${code}`;
    const status = String(exchange.response?.status);
    const areWords = code.split('_').filter((part) => /^[a-z]{2,}$/i.test(part)).length > 1;
    if (areWords && /^[a-z0-9_]+$/.test(code)) return { option: 'snake-case', shows };
    if (areWords && /^[A-Z0-9_]+$/.test(code)) return { option: 'upper-case', shows };
    if (/^[A-Za-z]\d+$/.test(code) && code.slice(1).startsWith(status)) return { option: 'numbers', shows };
    // One word may be any writing.
    return /^(?:[a-z0-9]+|[A-Z0-9]+)$/.test(code)
      ? undefined
      : { other: `codes are written as no option says: ${shows}` };
  }, 'no refusal had a code of several words in a member that the document names for it');

/** A sentence is one that says more than the status does: there are several for one status. */
export const learnErrorMessage: NewLearner<'error.message'> = () => {
  const sightings = createSightings<'sentence' | 'phrase'>();
  const others = new Map<number, { readonly message: string; readonly exchange: Exchange }>();
  let isOther = false;
  return {
    observe(exchange) {
      const message = textIn(exchange, 'message');
      const { status = 0 } = exchange.response ?? {};
      if (message === undefined) return;
      const shows = `the message ${JSON.stringify(message)}`;
      if (message.replace(/\.$/, '').toLowerCase() === STATUS_CODES[status]?.toLowerCase()) {
        sightings.see('phrase', shows, [exchange]);
        return;
      }
      isOther = true;
      const known = others.get(status);
      if (known === undefined) others.set(status, { message, exchange });
      else if (known.message !== message && wordsOf(message) > 3)
        sightings.see('sentence', `${shows}, another one than ${JSON.stringify(known.message)}`, [
          known.exchange,
          exchange,
        ]);
    },
    conclude: () =>
      lessonOf(
        sightings.all(),
        isOther
          ? 'messages are not the phrase of HTTP, and no two for one status were seen that differ'
          : 'no refusal had a message in a member that the document names for it',
      ),
  };
};

const wordsOf = (text: string): number => text.split(/\s+/).length;

export const learnFurtherInErrors: NewLearner<'error.further'> = (_: Contract) =>
  byExchange((exchange) => {
    const envelope = envelopeFor(exchange);
    const found = envelope && furtherIn(envelope.schema, jsonOf(exchange));
    if (found === undefined) return undefined;
    return found.length > 0
      ? { option: 'some', shows: `the member ${found[0]}` }
      : { option: 'none', shows: 'no member that the schema does not describe' };
  }, 'no refusal had a body whose schema allows further members');
