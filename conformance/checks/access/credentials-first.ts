import fc from 'fast-check';
import {
  documents,
  type Operation,
  type Parameter,
  propertiesOf,
  replyFor,
  type Schema,
  sentencesAround,
} from '../../../openapi/contract';
import { brokenBodies, brokenTexts } from '../../arbitraries/broken';
import { unlikely } from '../../arbitraries/path-value';
import { type Credential, isRefusal, outcomeOf } from '../../exchange/exchange';
import { refusalOrder } from '../../exchange/said-of-all';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { RequestParts } from '../../requests/request';
import { type Case, type CaseContext, type Check, telling } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { answered, clauseOf, fail, inconclusive, PASS, skip, type Verdict, warn } from '../../verdict/verdict';

/**
 * The key comes first: without one a client learns neither what exists nor what is valid. Where a request is wrong in two ways a
 * document that does not say which of them is told first promises neither: then another refusal is a warning.
 */
export const credentialsFirst: Check = {
  id: 'credentials.first',
  isShownByFew: true,
  isOfAll: true,
  title: 'Without a valid key the reply is 401, whatever else is wrong',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401, whatever else is wrong.'),
  cases: (subject) =>
    wrongsOf(subject).flatMap(([what, by, parts]) =>
      parts === undefined
        ? []
        : by.map((credential) => {
            const one = firstCase(what, credential, parts);
            return saysFirst(subject) ? telling(subject, one) : one;
          }),
    ),
};

/** Something wrong with a request besides its key: what takes the place of the same parts; undefined where it does not apply. */
type Wrong = readonly [what: string, by: readonly Credential[], parts: RequestParts | undefined];

/** Some services look for a key at their door, and ask whether it is valid after everything else: so mostly there is one. */
const UNKNOWN: readonly Credential[] = [{ wrong: 'unknown' }];
const NONE: readonly Credential[] = ['none'];
const BOTH: readonly Credential[] = [...NONE, ...UNKNOWN];

function wrongsOf({ operation, purpose }: Subject): readonly Wrong[] {
  const id = purpose?.resource.itemPath === operation.path ? purpose.resource.idParameter : undefined;
  const missing = id && fc.sample(unlikely(shapeOf(id, purpose)), { numRuns: 1, seed: 1 })[0];
  const at = (value: unknown) => (id === undefined || value === undefined ? undefined : { path: { [id.name]: value } });
  // All that can be wrong with a query, in one; then numbers that are just out of their bounds.
  const query = queryOf(operation, ([first]) => first);
  const near = queryOf(
    operation,
    (texts) => texts.filter((text) => /^-?\d+$/.test(text)).toSorted((a, b) => a.length - b.length)[0],
  );
  const media = bodyOf(operation);
  const broken = media && brokenBodies(media.schema, {}).find(({ isTelling }) => isTelling);
  return [
    ['an id that no record has', BOTH, at(missing)],
    ['an id that breaks its schema', UNKNOWN, id && at(brokenTexts(id)[0])],
    ['a query that breaks the contract', UNKNOWN, query && { query: { ...query, unknown: 1 } }],
    ['a number out of its bounds', NONE, near && { query: near }],
    ['malformed JSON', BOTH, media && { rawBody: '{"broken": ' }],
    ['a body that breaks its schema', UNKNOWN, broken && { body: broken.value }],
    ['an empty body', UNKNOWN, media && { rawBody: '' }],
    ['a body of no media type', UNKNOWN, media && { headers: { 'content-type': undefined } }],
    ['a body of another media type', UNKNOWN, media && { rawBody: 'x', headers: { 'content-type': 'text/plain' } }],
  ];
}

/** What ids look like: a server may tell one that is none by its form alone. */
function shapeOf({ schema }: Parameter, purpose: Subject['purpose']): Schema {
  const { resource } = purpose ?? {};
  const shown = propertiesOf(resource?.schema ?? {}).get(resource?.idProperty ?? '')?.schema;
  return schema.pattern === undefined && shown?.pattern !== undefined ? shown : schema;
}

/** A query of broken parameters; undefined where none is chosen. */
function queryOf(
  { parameters }: Operation,
  choose: (texts: readonly string[]) => string | undefined,
): RequestParts['query'] {
  const chosen = parameters.flatMap((parameter) => {
    const text = parameter.in === 'query' ? choose(brokenTexts(parameter)) : undefined;
    return text === undefined ? [] : [[parameter.name, text] as const];
  });
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** Whether the document's words for the 401, or for all operations, say that it comes before any other refusal. */
const saysFirst = ({ contract, operation }: Subject): boolean =>
  comesFirst(replyFor(operation, 401)?.description ?? '') ||
  refusalOrder(contract)[0]?.includes(401) === true ||
  sentencesAround(operation).some((text) => /\b401\b/.test(text) && comesFirst(text));

/** Whether words say that something is told before all else. */
export const comesFirst = (text: string): boolean => FIRST.test(text) && !OF_OTHERS_FIRST.test(text);

const FIRST =
  /\b(?:no matter what|whatever else|before (?:(?:we|it|they|the (?:server|service|api)) )?(?:even )?(?:(?:looks?|looking|checks?|checking|reads?|reading|examin\w+|considers?)(?: at)? )?(?:anything|everything|(?:any|all) other|the rest|the (?:path|paths?['’]s? ids?|ids?|parameters|query|body|record|request)\b(?: or| and|, \w+))|nothing else\b[^.;]{0,30}\b(?:examined|looked at|checked|read|considered)|comes first|checked first)\b/i;

/** That something else comes before, that this is not so, or what a client does before. */
const OF_OTHERS_FIRST =
  /\bnot (?:always|necessarily|say|tell|told|checked|come)\b|(?<!\bwhatever else )\b(?:may|might)\b|\b(?:usually|second|follows|afterwards|then)\b|\b(?:40[03-9]|42\d|validation|limits?|(?:path|body|parameters?) (?:is|are))\b[^.;]{0,40}\b(?:first|before)\b|\bbefore (?:the )?`?401\b|(?:^|[:;.] )(?:please )?(?:register|call|log ?in|sign in|renew|get|obtain|ask)\b/i;

function firstCase(what: string, credential: Credential, wrong: RequestParts): Case {
  const key = credential === 'none' ? 'without a key' : 'with an unknown key';
  const run = async (context: CaseContext): Promise<Verdict> => {
    const { operation } = context.subject;
    const valid = await fetchValidParts(context);
    const path = { ...valid.path, ...wrong.path };
    const exchange = answered(await sendParts(context, { ...valid, ...wrong, path, credential }));
    const { status } = exchange.response;
    if (status === 401 || (status === 403 && documents(operation, 403))) return PASS;
    if (status === 429) return inconclusive('requests without a valid key are refused for their number');
    // Where nothing else is wrong, credentials.required and credentials.checked say so.
    const plain = await sendParts(context, { ...valid, credential });
    if (plain.response?.status !== 401)
      return skip('a request that is otherwise right is not answered with 401 either');
    const defect = `${outcomeOf(exchange)} for ${what}`;
    const found = { actual: `${defect}, ${key}`, exchanges: [exchange] };
    if (!isRefusal(exchange) || saysFirst(context.subject))
      return fail({ ...found, expected: 'the status 401', key: what, topic: { wanted: 401, defect } });
    const expected =
      'the status 401, though the document does not say what is told first where more than one thing is wrong';
    return warn({ ...found, expected, key: 'order', topic: { wanted: 401, defect: 'order' } });
  };
  return { name: `${what}, ${key}`, kind: `${what}, ${key}`, tier: 2, run };
}
