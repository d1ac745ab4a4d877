import {
  fits,
  type Header,
  memoized,
  type Operation,
  own,
  paragraphsAround,
  type Schema,
  sentencesAround,
  sentencesIn,
  successOf,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Credential, outcomeOf } from '../../exchange/exchange';
import { headersOfAll } from '../../exchange/said-of-all';
import type { Subject } from '../../exchange/subject';
import type { CaseContext, Check } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
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
  cases: (subject) => [
    { name: 'an id of the client', tier: 1, run: (context) => sendId(context) },
    ...(longestIn(subject) === undefined
      ? []
      : [
          {
            name: 'the longest id',
            tier: 1 as const,
            run: (context: CaseContext) => sendId(context, longestIn(subject)),
          },
        ]),
    ...(isOnRefusals(subject) ? [{ name: 'an id of the client, refused', tier: 1 as const, run: sendRefusedId }] : []),
    ...(isOddReplaced(subject) ? [{ name: 'an id of another form', tier: 1 as const, run: sendOddId }] : []),
  ],
};

/** The header of a success of which words beside it, or around all operations, say that a client may choose it. */
const idHeaderOf = ({ contract, operation }: Subject): Pick<Header, 'name' | 'description' | 'schema'> | undefined =>
  [
    ...(successOf(operation)?.reply.headers ?? []),
    ...[...headersOfAll(contract).map(({ name }) => name), ...namedAround(operation)].map((name) => ({
      name,
      description: '',
      schema: {},
    })),
  ].find(
    (header) =>
      NAME.test(header.name) &&
      wordsOf(operation, header).some(
        (text) =>
          [GIVEN_BACK, IS_USED].some((form) => form.test(text)) &&
          !PERHAPS.test(text) &&
          !OF_OTHERS.test(text) &&
          isOf(header.name, text),
      ),
  );

/** Whether a sentence is about a header: it names it, or no header at all. */
function isOf(name: string, text: string): boolean {
  const named = headersIn(text);
  return named.length === 0 || named.some((one) => one.toLowerCase() === name.toLowerCase());
}

const headersIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([A-Za-z]+(?:-[A-Za-z]+)+)`/g)].map(([, name = '']) => name);

/** Headers that stand in words alone: "If you send `X-Correlation`, the response repeats it". */
const namedAround = memoized((operation: Operation): readonly string[] =>
  sentencesAround(operation)
    .filter((text) => IS_USED.test(text))
    .flatMap(headersIn),
);

const wordsOf = (
  operation: Operation,
  { name, description }: Pick<Header, 'name' | 'description'>,
): readonly string[] => [description, ...paragraphsAround(operation, name).flatMap(sentencesIn)];

/** What a client may do is another matter than what the server may. */
const PERHAPS = /(?<!\b(?:you|clients?|callers?) )\b(?:may|might|can)\b/i;

/** That it is not given back; or that it is in some requests, of some clients, or by people. */
const OF_OTHERS =
  /\b(?:not|never|n['’]t)\b[^.;]{0,20}\b(?:echo|taken|returned|repeated|used|kept|honou?red)|\b(?:trusted|partners?|internal|prox(?:y|ies)|gateways?|support|tickets?|(?:GET|POST) requests)\b/i;

/** Whether words say what becomes of an id that is not of the form which the header has. */
const isOddReplaced = (subject: Subject): boolean => {
  const header = idHeaderOf(subject);
  return (
    header !== undefined &&
    oddFor(header) !== undefined &&
    wordsOf(subject.operation, header).some((text) => ODD_REPLACED.test(text) && !PERHAPS.test(text))
  );
};

const ODD_REPLACED =
  /\b(?:if (?:yours|it|that|the id) (?:(?:is not|isn['’]t) (?:of|an?|valid|usable|well-formed|such|in|as)|(?:does not|doesn['’]t) (?:match|fit|have|look|conform|follow|comply))|not of (?:that|this|the) form|(?:malformed|invalid|unusable)(?: (?:ones?|ids?|values?))?(?=,| (?:is|are|we|gets?)\b)|any(?:thing)? (?:other|else)|other (?:values|forms|ids))\b[^.;]{0,60}\b(?:make|made|generat\w+|creat\w+|assign\w*|replac\w+|draw|drawn|invent\w*|ignor\w+(?! by\b)|our own|a (?:new|fresh) one)\b/i;

const oddFor = ({ schema }: Pick<Header, 'schema'>): string | undefined =>
  ['odd', '~odd~id~'].find((one) => !fits(schema, 'response', one));

/** As long an id as words say that it may be: "1 to 64 letters, digits or dashes". */
function longestIn(subject: Subject): string | undefined {
  const header = idHeaderOf(subject);
  const texts =
    header === undefined ? [] : wordsOf(subject.operation, header).filter((text) => isOf(header.name, text));
  const [most] = texts.flatMap((text) =>
    OF_FEWER_LETTERS.test(text) || (/\bdigits\b/i.test(text) && !/\bletters\b/i.test(text))
      ? []
      : (LENGTH.exec(text)?.slice(1).find(Boolean) ?? []),
  );
  const id = 'abcdefgh'.repeat(Number(most ?? 0) / 8 + 1).slice(0, Number(most ?? 0));
  return header !== undefined && id.length > 8 && fits(header.schema ?? {}, 'response', id) ? id : undefined;
}

const OF_FEWER_LETTERS =
  /\bhex\w*|\bu[lu]ids?\b|\b0-9|\bA-F\b|\bupper|\bcapital|\bstart|\bbegin|\bprefix|\bfirst \d|\bcut\b|\btruncat|\[/i;
const LENGTH =
  /\b\d+ ?(?:to|–|-|and) ?(\d{2,3}) (?:letters|characters|alphanumeric)|\b(?:up to|at most|no more than) (\d{2,3}) (?:letters|characters|alphanumeric)/i;

/** Whether the refusal of a wrong credential documents the same header in the same words. */
const isOnRefusals = (subject: Subject): boolean => {
  const header = idHeaderOf(subject);
  const refused = subject.operation.replies.find(({ status }) => status === 401);
  return (
    header !== undefined &&
    header.description !== '' &&
    refused?.headers.some(({ name, description }) => name === header.name && description === header.description) ===
      true
  );
};

/** "If your request has one we use that", "the one that the client sends is kept", "send one yourself and we use yours". */
const IS_USED =
  /^\W*yours,? (?:if|when|where)\b[^.;]{0,20}\brequest\b|\b(?:send|pass|supply|provide|set|choose|give)\b[^.;]{0,80}(?:\band (?:it|that|yours|this) (?:is|will be) (?:used|kept|returned|repeated|echoed)\b(?! (?:to|for|in|as)\b)|,? you (?:will )?get (?:it|that|yours|the same(?: one)?) back\b)|\b(?:send|pass|supply|provide|set|choose|give)\b[^.;]{0,80}(?:\band|,|\)) (?:we|(?:the|our|each|every) (?:service|server|api|response|reply|answer))(?:['’]ll)? (?:(?:will|then|always) )?(?:use|keep|take(?: over)?|adopt|honou?r|return|repeat|echo|carr(?:y|ies)|ha(?:ve|s)|answer with)(?:e?s)? (?:it|that|this|yours|(?:your (?:own )?|its )(?:value|id|identifier|one)|the same)\b(?! (?:to|for|in|as)\b)|\b(?:it|that|this|yours|the same(?: one| id| value)?) comes back\b|\b(?:your|the|a|its|each) (?:request|client|caller)\b[^.;]{0,100}\b(?:we|the (?:service|server|api)) (?:use|keep|take(?: over)?|adopt|honou?r|return|repeat|answer with)s? (?:it|that|this|yours|(?:your (?:own )?|its )(?:value|id|identifier|one)|the same)(?: one| id| value)?\b(?! (?:to|for|in|as)\b)|\b(?:your|the|a|its|each) (?:request|client|caller)\b[^.;]{0,100}\b(?:it|that|this|yours|(?:your (?:own )?|its )(?:value|id|identifier|one)|the same)(?: one| id| value)? (?:is|will be) (?:used|kept|taken over|adopted|honou?red|returned|repeated)\b(?! (?:to|for|in|as)\b)/i;

const NAME = /(?:request|correlation|trace|transaction)(?:[-_]?id)?$/i;
const GIVEN_BACK =
  /\b(?:given|sent|passed|handed|echoed|mirrored|copied) back\b|\becho(?:e[sd]|ing)?\b|\b(?:returned|repeated) (?:as|un)|\bthe same (?:id|identifier|value|one)\b[^.;]{0,40}\b(?:sent|given|request)|\b(?:copied|taken) from the request\b/i;

const sendRefusedId = (context: CaseContext): Promise<Verdict> => sendId(context, undefined, { wrong: 'unknown' });

async function sendId(context: CaseContext, id?: string, credential?: Credential): Promise<Verdict> {
  const header = idHeaderOf(context.subject);
  if (header === undefined) return PASS;
  const { name, schema } = header;
  const value = id ?? valueFor(schema ?? {}, context.options.seed);
  if (value === undefined) return skip(`no value for ${name} is known`);
  const parts = { ...(await fetchValidParts(context)), headers: { [name.toLowerCase()]: value } };
  const exchange = answered(await sendParts(context, { ...parts, ...(credential && { credential }) }));
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

/** Whoever takes it as it is gives back what is of no form that a client may rely on. */
async function sendOddId(context: CaseContext): Promise<Verdict> {
  const header = idHeaderOf(context.subject);
  const value = header && oddFor(header);
  if (header === undefined || value === undefined) return PASS;
  const { name } = header;
  const exchange = answered(
    await sendParts(context, { ...(await fetchValidParts(context)), headers: { [name.toLowerCase()]: value } }),
  );
  if (exchange.response.headers.get(name.toLowerCase()) !== value) return PASS;
  return fail({
    expected: `${name}: another one than ${brief(value)}, which is not of its form`,
    actual: `${name}: ${brief(value)}`,
    exchanges: [exchange],
    key: 'odd',
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
