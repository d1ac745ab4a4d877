import {
  documents,
  fits,
  itemsOf,
  keywordOf,
  type Parameter,
  type Schema,
  typesOf,
  valueOfText,
} from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { firstValue } from '../../arbitraries/schema';
import { isRefusal, outcomeOf } from '../../exchange/exchange';
import { refusedQueriesOf } from '../../exchange/said-of-all';
import type { Subject } from '../../exchange/subject';
import { meantParameters } from '../../records/paging';
import { toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths';
import { answered, fail, inconclusive, PASS, type Verdict, verdictsOf } from '../../verdict/verdict';

/** A query is refused where words say that such a one is: else a server may read it as it likes, or pass it over. */
export const queryRefused: Check = {
  id: 'input.query-refused',
  title: 'A query that words say is refused is refused',
  level: 'MUST',
  applies: (subject) => oddQueries(subject).length > 0,
  clause: ({ operation }) => ({
    sentence: 'Words say which queries are refused.',
    pointer: operation.replies.find(({ status }) => status === 400 || status === 422)?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    { name: 'what its parameters do not allow', tier: 1, run: (context) => judgeAll(context, oddQueries(subject)) },
  ],
};

/** So many values of one parameter, and so many in all. */
const MOST_OF_ONE = 3;
const MOST = 20;

/** What is wrong, and how it is written. */
interface OddQuery {
  readonly what: string;
  readonly text: string;
}

function oddQueries({ contract, operation }: Subject): readonly OddQuery[] {
  if (operation.method !== 'GET' || ![400, 422].some((status) => documents(operation, status))) return [];
  const { isInvalid, isUnknown, isRepeated } = refusedQueriesOf(contract)(operation);
  const asked = meantParameters(operation);
  const single = asked.find((one) => !one.required && typesOf(one.schema).some((type) => type === 'integer'));
  const good = single && pair(single, String(firstValue(single.schema, single.name)));
  const broken = asked
    .filter(({ description }) => isInvalid || SAYS_VALUE_REFUSED.test(description))
    .flatMap((one) =>
      wrongTexts(one)
        .slice(0, MOST_OF_ONE)
        .map((text) => ({ what: `${one.name} ${text.slice(0, 20)}`, text: pair(one, text) })),
    );
  return [
    ...(isUnknown ? [{ what: 'an unknown parameter', text: 'unknown=1' }] : []),
    ...(isRepeated && good !== undefined ? [{ what: 'a parameter that comes twice', text: `${good}&${good}` }] : []),
    ...broken,
  ].slice(0, MOST);
}

/** Texts that no reader takes for something good: not by its case, nor by the space around it. The bounds' neighbours first. */
function wrongTexts(parameter: Parameter): readonly string[] {
  const { schema } = parameter;
  const { minimum, maximum } = schema;
  const beyond = [
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
  ].map(String);
  const isPlain = (text: string): boolean =>
    [text.trim(), text.trim().toLowerCase(), text.trim().toUpperCase()].every(
      (one) => !fits(schema, 'request', valueOfText(schema, one)) && !choicesOf(schema).includes(one),
    );
  const all = brokenTexts(parameter).filter(isPlain);
  return [...all.filter((text) => beyond.includes(text)), ...all.filter((text) => !beyond.includes(text)).slice(0, 1)];
}

const choicesOf = (schema: Schema): readonly string[] =>
  (keywordOf(itemsOf(schema) ?? schema, 'enum') ?? []).map(String);

const pair = ({ name }: Parameter, text: string): string => [name, text].map(encodeURIComponent).join('=');

/** Beside another value of its own: "Another number than those from 1 to 9 is refused", "larger ones are answered with 400". */
const SAYS_VALUE_REFUSED =
  /\b(?:other|another|else|invalid|unknown|outside|out of range|larger|greater|smaller|more|less)\b[^.;]{0,60}\b(?:refused|rejected|4(?:00|22))\b/i;

async function* judgeAll(context: CaseContext, queries: readonly OddQuery[]): AsyncGenerator<Verdict> {
  const { query = {}, ...valid } = await fetchValidParts(context);
  const [, needed = ''] = toRequest(context.subject.operation, { query }).target.split('?');
  // Where what is good is refused, too, a refusal says nothing.
  if (isRefusal(await sendParts(context, { ...valid, query }))) return yield inconclusive('a good query is refused');
  for (const one of queries)
    yield* await verdictsOf(async () => {
      const [name = ''] = one.text.split('=');
      const others = needed.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
      const rawQuery = [...others, one.text].join('&');
      const exchange = answered(await sendParts(context, { ...valid, rawQuery }));
      if (isRefusal(exchange)) return PASS;
      return fail({
        expected: `a refusal of ${one.what}, as words say`,
        actual: `${outcomeOf(exchange)} for ?${rawQuery}`,
        exchanges: [exchange],
        key: one.what,
        topic: { wanted: 400, defect: `${one.what} is taken` },
      });
    });
}
