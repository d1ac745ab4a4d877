import {
  documents,
  fits,
  groupedBy,
  isObject,
  itemsOf,
  keywordOf,
  type Parameter,
  type Schema,
  sentencesAround,
  typesOf,
  valueOfText,
} from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { firstValue } from '../../arbitraries/schema';
import { type Exchange, isRefusal, outcomeOf } from '../../exchange/exchange';
import { refusedQueriesOf } from '../../exchange/said-of-all';
import { hasMany, type Subject } from '../../exchange/subject';
import { type Condition, queryBy, schemaBy } from '../../records/lists/condition';
import { conditionsOf } from '../../records/lists/conditions';
import { sortingOf } from '../../records/lists/orders';
import { meantParameters } from '../../records/lists/paging';
import { sentencesOf } from '../../records/marked';
import { hintsOf } from '../../requests/hints';
import { toRequest } from '../../requests/request';
import { namesEveryMistake } from '../../rules/oracles/refusal-reason';
import type { CaseContext, Check } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { answered, fail, inconclusive, PASS, type Verdict, verdictsOf } from '../../verdict/verdict';

/** A query is refused where words say that such a one is: else a server may read it as it likes, or pass it over. */
export const queryRefused: Check = {
  id: 'input.query-refused',
  isOfEach: true,
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

/** The statuses that refuse what was sent. */
const OF_INPUT = [400, 422];
/** So many values of one parameter, and so many in all. */
const MOST_OF_ONE = 3;
const MOST = 20;

/** What is wrong, and how it is written. */
export interface OddQuery {
  readonly what: string;
  readonly text: string;
  /** As what the words that speak of all queries say it of this one. */
  readonly as?: 'invalid' | 'unknown' | 'repeated';
}

function oddQueries(subject: Subject): readonly OddQuery[] {
  const { operation } = subject;
  if (operation.method !== 'GET' || !OF_INPUT.some((status) => documents(operation, status))) return [];
  const { isInvalid, isUnknown, isRepeated } = refusedQueriesOf(operation);
  const asked = meantParameters(operation);
  const single = asked.find((one) => !one.required && typesOf(one.schema).some((type) => type === 'integer'));
  const good = single && pair(single, String(firstValue(single.schema, single.name)));
  const broken = asked
    .filter(({ description }) => isInvalid || SAYS_VALUE_REFUSED.test(description))
    .flatMap((one) =>
      wrongTexts(one)
        .slice(0, MOST_OF_ONE)
        .map((text) => ({
          what: `${one.name} ${text.slice(0, 20)}`,
          text: pair(one, text),
          ...(isInvalid && !/\b4\d\d\b/.test(one.description) ? { as: 'invalid' as const } : {}),
        })),
    );
  return [
    ...(isUnknown ? [{ what: 'an unknown parameter', text: 'unknown=1', as: 'unknown' as const }] : []),
    ...(isRepeated && good !== undefined
      ? [{ what: 'a parameter that comes twice', text: `${good}&${good}`, as: 'repeated' as const }]
      : []),
    ...unknownOrders(subject),
    ...reversedRanges(subject),
    ...(namesEveryMistake(operation) ? inTwo(broken) : []),
    ...broken,
  ].slice(0, MOST);
}

/** Two parameters that are wrong at once, of which a refusal is said to name each. */
function inTwo(broken: readonly OddQuery[]): readonly OddQuery[] {
  const [first] = broken;
  const other = broken.find(({ text }) => text.split('=')[0] !== first?.text.split('=')[0]);
  if (first === undefined || other === undefined) return [];
  return [{ what: `${first.what} and ${other.what}`, text: `${first.text}&${other.text}` }];
}

/** An order by no member, where a parameter takes any text and words say which orders there are, and that others are refused. */
function unknownOrders({ operation, purpose }: Subject): readonly OddQuery[] {
  const { by, choices } = (purpose?.role === 'list' && sortingOf(purpose.resource)) || {};
  if (by === undefined || choices === undefined || choices.size === 0 || choicesOf(by.schema).length > 0) return [];
  const isRefused =
    SAYS_VALUE_REFUSED.test(by.description) ||
    operation.replies.some(
      ({ status, description }) => [400, 422].includes(Number(status)) && SAYS_BAD_ORDER.test(description),
    );
  const text = 'no_such_member';
  return isRefused && fits(by.schema, 'request', text) ? [{ what: 'an unknown order', text: pair(by, text) }] : [];
}

const SAYS_BAD_ORDER =
  /\b(?:unknown|invalid|unsupported|bad|no such|not allowed)\b[^.;]{0,30}\b(?:sort|order)|\b(?:sort|order)\w*\b[^.;]{0,30}\b(?:unknown|invalid|unsupported|not (?:known|valid|supported|allowed))\b/i;

/** Ranges that end before they begin, where words say that such are refused; or that nothing fits them, which is none. */
export function reversedRanges(
  { operation, purpose }: Pick<Subject, 'operation' | 'purpose'>,
  become: 'refused' | 'empty' = 'refused',
): readonly OddQuery[] {
  if (purpose?.role !== 'list') return [];
  const conditions = conditionsOf(purpose.resource);
  const refusals = operation.replies.flatMap(({ status, description }) =>
    status === 400 || status === 422 ? [description] : [],
  );
  return conditions.flatMap((least) => {
    if (least.kind !== 'least') return [];
    const greatest = conditions.find(({ kind, property }) => kind === 'greatest' && property === least.property);
    if (greatest === undefined) return [];
    const [first, last] = [nameOf(least), nameOf(greatest)];
    const isOf = (text: string, names: readonly string[]): boolean =>
      SAYS_REVERSED.test(text) || (SAYS_ORDERED.test(text) && names.every((name) => isWritten(name, text)));
    const isRefused =
      sentencesOf(least.parameter.description).some((text) => isOf(text, [last])) ||
      sentencesOf(greatest.parameter.description).some((text) => isOf(text, [first])) ||
      [operation.description, ...refusals].flatMap(sentencesOf).some((text) => isOf(text, [first, last])) ||
      sentencesAround(operation).some(
        (text) => SAYS_REVERSED.test(text) && SAYS_REFUSED.test(text) && !SAYS_EMPTY.test(text),
      );
    const bounds = BOUNDS.find(
      ([low, high]) => fits(schemaBy(least), 'request', high) && fits(schemaBy(greatest), 'request', low),
    );
    const isEmpty = sentencesAround(operation).some(
      (text) => SAYS_REVERSED.test(text) && SAYS_EMPTY.test(text) && !SAYS_REFUSED.test(text),
    );
    if (bounds === undefined || !(become === 'empty' ? isEmpty : isRefused)) return [];
    const [low, high] = bounds;
    const [one, other] = [queryBy(least, high), queryBy(greatest, low)];
    const name = least.parameter.name;
    const [inner, more] = [one[name], other[name]];
    const query = isObject(inner) && isObject(more) ? { [name]: { ...inner, ...more } } : { ...one, ...other };
    const [, text = ''] = toRequest(operation, { query }).target.split('?');
    return [{ what: `${first} beyond ${last}`, text }];
  });
}

/** What a text calls the bound of a range: its parameter, or the member of that. */
const nameOf = ({ parameter, within }: Condition): string => within ?? parameter.name;

const isWritten = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '.')}(?![\\w-])`).test(text);

const BOUNDS: readonly (readonly [low: unknown, high: unknown])[] = [
  ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ['2026-03-01', '2026-04-01'],
  [9, 10],
  [99, 1000],
];

/** That one bound must not lie beyond the other; that a range without anything in it is refused. */
const SAYS_ORDERED =
  /\b(?:must|may|can|should)(?: ?not|n['’]t) (?:be|lie|come|exceed)\b|\bmust (?:be|lie|come)\b[^.;]{0,20}\b(?:before|after|later|earlier|least|most|greater|less|smaller|larger|above|below)\b|\b(?:is|are|lies|comes) (?:later|earlier|before|after|greater|less|smaller|larger|above|below|beyond)\b|\bexceeds\b|\b(?:before|after|earlier|later|less|greater|smaller|larger|above|below)\b[^.;]{0,40}\b(?:refused|rejected|invalid|4(?:00|22))\b/i;
const SAYS_REVERSED =
  /\b(?:reversed|inverted|backwards?|empty) (?:range|interval|period)\b|\b(?:range|interval|period) (?:that )?(?:is|that is) (?:reversed|inverted|backwards|empty)\b|\b(?:range|interval|period) (?:that )?ends before it (?:begins|starts)\b|\b(?:lower|least|first|min(?:imum)?|start) (?:bound|limit|end)\b[^.;]{0,30}\b(?:above|beyond|after|behind|greater|larger|later|higher)\b/i;
const SAYS_EMPTY =
  /\b(?:fits?|match(?:es)?|leaves?|finds?|gives?|returns?|yields?) (?:nothing|none|no (?:records?|items?|results?))\b|\b(?:not|no|never) an? error\b|\bno error\b|\b(?:is|gives?|returns?|yields?) (?:simply |just )?(?:an )?empty (?:list|page|result)/i;
const SAYS_REFUSED = /\brefus|\breject|\binvalid\b|\b4(?:00|22)\b/i;

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
  /\b(?:other|another|else|invalid|unknown|outside|out of range|larger|greater|smaller|more|less)\b[^.;]{0,60}(?:\b(?:refused|rejected|4(?:00|22))\b|\ban? `?(?:invalid|bad|wrong|out_of)[_-]\w+)/i;

/** Of what is wrong with one parameter each, what no refusal names that names others beside it: who names several has looked at each that it names. */
export async function findUnnamed(
  queries: readonly OddQuery[],
  ask: (texts: readonly string[]) => Promise<Exchange>,
  { isOneEnough, turn }: { readonly isOneEnough: boolean; readonly turn: number },
): Promise<readonly OddQuery[]> {
  const nameIn = ({ text }: OddQuery): string => decodeURIComponent(text.split('=')[0] ?? '');
  const single = queries.filter(({ text }) => !text.includes('&'));
  const rounds = groupedBy(single, (one) => {
    const alike = single.filter((other) => nameIn(other) === nameIn(one));
    return alike.indexOf(one);
  });
  const seen = new Set<OddQuery>();
  for (const round of rounds.values()) {
    if (round.length < 2) continue;
    const exchange = await ask(round.map(({ text }) => text));
    const named = new Set(hintsOf(exchange).flatMap((one) => (one.in === 'query' ? one.at : [])));
    if (!isRefusal(exchange) || named.size < 2) break;
    for (const one of round.filter((each) => named.has(nameIn(each)))) seen.add(one);
  }
  const left = queries.filter((one) => !seen.has(one));
  if (!isOneEnough || seen.size > 0) return left;
  // Where nothing is named each takes a request of its own: of one parameter another value is tried on each list, and both where it has two ends.
  const alike = groupedBy(left, nameIn);
  const isNumber = ({ text }: OddQuery): boolean => /=-?\d{1,9}$/.test(text);
  return [...alike.values()].flatMap((some) => {
    const ends = some.filter(isNumber);
    return ends.length > 1 ? ends : (some[turn % some.length] ?? []);
  });
}

async function* judgeAll(context: CaseContext, queries: readonly OddQuery[]): AsyncGenerator<Verdict> {
  const { query = {}, ...valid } = await fetchValidParts(context);
  const [, needed = ''] = toRequest(context.subject.operation, { query }).target.split('?');
  // Where what is good is refused, too, a refusal says nothing.
  const hasWorked = context.notes.values.worked.has(context.subject.operation.id);
  if (!hasWorked && isRefusal(await sendParts(context, { ...valid, query })))
    return yield inconclusive('a good query is refused');
  const ask = async (texts: readonly string[]) => {
    const names = texts.map((text) => text.split('=')[0]);
    const others = needed.split('&').filter((part) => part !== '' && !names.includes(part.split('=')[0]));
    const rawQuery = [...others, ...texts].join('&');
    return { rawQuery, exchange: answered(await sendParts(context, { ...valid, rawQuery })) };
  };
  const { contract, operation } = context.subject;
  const lists = contract.operations.filter(({ method }) => method === 'GET');
  const turns = { isOneEnough: hasMany(contract), turn: lists.indexOf(operation) };
  for (const one of await findUnnamed(queries, async (texts) => (await ask(texts)).exchange, turns))
    yield* await verdictsOf(async () => {
      const { rawQuery, exchange } = await ask([one.text]);
      const wanted = one.as && refusedQueriesOf(operation).statuses[one.as];
      const isOther =
        wanted !== undefined && OF_INPUT.some((one) => one !== wanted && one === exchange.response?.status);
      if (isOther)
        return fail({
          expected: `the status ${wanted} for what is wrong with a query, as words say`,
          actual: `${outcomeOf(exchange)} for ?${rawQuery}`,
          exchanges: [exchange],
          key: 'another status',
          topic: { wanted, defect: 'another status refuses a query' },
        });
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
