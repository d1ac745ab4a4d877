import { type Header, own, paragraphsAround, type Schema, sentencesIn, successOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { CaseContext, Check } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths';
import { brief } from '../../verdict/brief';
import { answered, fail, PASS, skip, type Verdict } from '../../verdict/verdict';

/** A client may name its request by an id of its own, where words say that the reply has the same. */
export const givenId: Check = {
  id: 'connection.given-id',
  isShownByFew: true,
  title: 'The id that a request has comes back',
  level: 'MUST',
  applies: (subject) => idHeaderOf(subject) !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The id of a request is given back in its reply.',
    pointer: successOf(operation)?.reply.pointer ?? operation.pointer,
  }),
  cases: () => [{ name: 'an id of the client', tier: 1, run: sendId }],
};

/** The header of a success of which words beside it, or around all operations, say that a client may choose it. */
const idHeaderOf = ({ operation }: Subject): Header | undefined =>
  successOf(operation)?.reply.headers.find(
    ({ name, description }) =>
      NAME.test(name) &&
      [description, ...paragraphsAround(operation, name).flatMap(sentencesIn)].some(
        (text) => (GIVEN_BACK.test(text) || IS_USED.test(text)) && !/\b(?:may|might|can)\b/i.test(text),
      ),
  );

/** "If your request has one we use that", "the one that the client sends is kept". */
const IS_USED =
  /\b(?:your|the|a|its|each) (?:request|client|caller)\b[^.;]{0,100}\b(?:we|the (?:service|server|api)) (?:use|keep|take(?: over)?|adopt|honou?r|return|repeat|answer with)s? (?:it|that|this|yours|the same)(?: one| id| value)?\b(?! (?:to|for|in|as)\b)|\b(?:your|the|a|its|each) (?:request|client|caller)\b[^.;]{0,100}\b(?:it|that|this|yours|the same)(?: one| id| value)? (?:is|will be) (?:used|kept|taken over|adopted|honou?red|returned|repeated)\b(?! (?:to|for|in|as)\b)/i;

const NAME = /(?:request|correlation|trace|transaction)[-_]?id$/i;
const GIVEN_BACK =
  /\b(?:given|sent|passed|handed|echoed|mirrored|copied) back\b|\becho(?:e[sd]|ing)?\b|\b(?:returned|repeated) (?:as|un)|\bthe same (?:id|identifier|value|one)\b[^.;]{0,40}\b(?:sent|given|request)|\b(?:copied|taken) from the request\b/i;

async function sendId(context: CaseContext): Promise<Verdict> {
  const header = idHeaderOf(context.subject);
  if (header === undefined) return PASS;
  const { name, schema } = header;
  const value = valueFor(schema ?? {}, context.options.seed);
  if (value === undefined) return skip(`no value for ${name} is known`);
  const exchange = answered(
    await sendParts(context, { ...(await fetchValidParts(context)), headers: { [name.toLowerCase()]: value } }),
  );
  const shown = exchange.response.headers.get(name.toLowerCase());
  if (shown === value) return PASS;
  return fail({
    expected: `${name}: ${brief(value)}, as it was sent`,
    actual: shown === undefined ? `${outcomeOf(exchange)} without it` : `${name}: ${brief(shown)}`,
    exchanges: [exchange],
    key: 'another',
    topic: { defect: name },
  });
}

/** Of letters and digits in a usual length, where the schema leaves that open: words may bound it. */
function valueFor(schema: Schema, seed: number): string | undefined {
  const value = own(schema, 'pattern') === undefined ? anotherValue({ ...schema, ...TEXT }, [], seed) : undefined;
  const drawn = value ?? anotherValue(schema, [], seed + 17);
  return typeof drawn === 'string' && /^[\w-]{1,128}$/.test(drawn) ? drawn : undefined;
}

const TEXT = { type: 'string', pattern: '^[a-f0-9]{8}-[a-f0-9]{12}$' } as const;
