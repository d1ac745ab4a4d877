import fc from 'fast-check';
import { documents } from '../../openapi/contract';
import { brokenBodies, brokenTexts } from '../arbitraries/broken';
import { unlikely } from '../arbitraries/path-value';
import { type Credential, outcomeOf } from '../exchange/exchange';
import { bodyOf, type Subject } from '../exchange/subject';
import { type RequestParts, toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchValidParts } from '../steps/paths';
import { clauseOf, fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

/** Something wrong with a request besides its key. */
interface Wrong {
  readonly what: string;
  /** What takes the place of the same parts of a request that is otherwise right. */
  readonly parts: RequestParts;
  readonly by: readonly Credential[];
}

/** The key comes first: nobody without one learns what exists or what is valid. */
export const credentialsFirst: Check = {
  id: 'credentials.first',
  title: 'Without a valid key it is 401, whatever else is wrong',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401, whatever else is wrong.'),
  cases: (subject) =>
    wrongsOf(subject).flatMap((wrong) =>
      wrong.by.map(
        (credential): Case => ({
          name: `${wrong.what}, ${shown(credential)}`,
          tier: 2,
          run: (context) => judge(context, wrong, credential),
        }),
      ),
    ),
};

/** Some services look for a key at their door, and ask whether it is valid after everything else: so mostly there is one. */
const UNKNOWN: readonly Credential[] = [{ wrong: 'unknown' }];
const NONE: readonly Credential[] = ['none'];
const BOTH: readonly Credential[] = [...NONE, ...UNKNOWN];

function wrongsOf(subject: Subject): readonly Wrong[] {
  return [...wrongIds(subject), ...wrongQueries(subject), ...wrongBodies(subject)];
}

function wrongIds({ operation, purpose }: Subject): readonly Wrong[] {
  const id = purpose?.resource.itemPath === operation.path ? purpose.resource.idParameter : undefined;
  if (id === undefined) return [];
  const [missing] = fc.sample(unlikely(id.schema), { numRuns: 1, seed: 1 });
  const [broken] = brokenTexts(id);
  return [
    { what: 'an id that no record has', parts: { path: { [id.name]: missing } }, by: BOTH },
    ...(broken === undefined
      ? []
      : [{ what: 'an id that breaks its schema', parts: { path: { [id.name]: broken } }, by: UNKNOWN }]),
  ];
}

/** All that can be wrong with a query, in one; then numbers that are just out of their bounds. */
function wrongQueries({ operation }: Subject): readonly Wrong[] {
  const broken = operation.parameters
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => ({ name: parameter.name, texts: brokenTexts(parameter) }))
    .filter(({ texts }) => texts.length > 0);
  const queryOf = (choose: (texts: readonly string[]) => string | undefined): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      broken.map(({ name, texts }) => [name, choose(texts)] as const).filter(([, text]) => text !== undefined),
    );
  if (broken.length === 0) return [];
  const near = queryOf(
    (texts) => texts.filter((text) => /^-?\d+$/.test(text)).toSorted((a, b) => a.length - b.length)[0],
  );
  return [
    {
      what: 'a query that breaks the contract',
      parts: { query: { ...queryOf(([first]) => first), unknown: 1 } },
      by: UNKNOWN,
    },
    ...(Object.keys(near).length === 0
      ? []
      : [{ what: 'a number out of its bounds', parts: { query: near }, by: NONE }]),
  ];
}

function wrongBodies({ operation }: Subject): readonly Wrong[] {
  const media = bodyOf(operation);
  if (media === undefined) return [];
  const broken = brokenBodies(media.schema, {}).filter(({ isTelling }) => isTelling);
  return [
    { what: 'malformed JSON', parts: { rawBody: '{"broken": ' }, by: BOTH },
    ...(broken[0] === undefined
      ? []
      : [{ what: 'a body that breaks its schema', parts: { body: broken[0].value }, by: UNKNOWN }]),
    { what: 'an empty body', parts: { rawBody: '' }, by: UNKNOWN },
    { what: 'a body of no media type', parts: { headers: { 'content-type': undefined } }, by: UNKNOWN },
    {
      what: 'a body of another media type',
      parts: { rawBody: 'x', headers: { 'content-type': 'text/plain' } },
      by: UNKNOWN,
    },
  ];
}

const shown = (credential: Credential): string => (credential === 'none' ? 'without a key' : 'with an unknown key');

async function judge(context: CaseContext, { what, parts: wrong }: Wrong, credential: Credential): Promise<Verdict> {
  const { operation } = context.subject;
  const valid = await fetchValidParts(context);
  const parts = { ...valid, ...wrong, path: { ...valid.path, ...wrong.path }, credential };
  const exchange = await context.send(toRequest(operation, parts));
  const { response } = exchange;
  if (response === undefined || response.status >= 500) return unjudged(exchange);
  if (response.status === 401 || (response.status === 403 && documents(operation, 403))) return PASS;
  if (response.status === 429) return inconclusive('requests without a valid key are refused for their number');
  // Where nothing else is wrong, credentials.required and credentials.checked say so.
  const plain = await context.send(toRequest(operation, { ...valid, credential }));
  if (plain.response?.status !== 401) return skip('a request that is otherwise right is not answered with 401 either');
  const topic = { wanted: 401, defect: `${outcomeOf(exchange)} for ${what}` };
  const actual = `${outcomeOf(exchange)} for ${what}, ${shown(credential)}`;
  return fail({ expected: 'the status 401', actual, exchanges: [exchange], key: what, topic });
}
