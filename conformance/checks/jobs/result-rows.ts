import { createHash } from 'node:crypto';
import {
  essence,
  isObject,
  memoized,
  type Operation,
  own,
  plain,
  propertiesOf,
  type Resource,
  sentencesAround,
  successOf,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { type Exchange, isSuccess, jsonLinesOf, jsonOf, tableOf } from '../../exchange/exchange';
import { sentencesOf } from '../../records/marked';
import { type JsonRecord, keyOf } from '../../records/records';
import type { CaseContext } from '../../steps/check';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';

/** What is wrong with the rows of a result, by the record of its job and by words beside it. */
export const wrongRows = (
  context: CaseContext,
  exchange: Exchange,
  result: Operation,
  resource: Resource,
  ended: { readonly exchange: Exchange; readonly record: JsonRecord },
): Verdict | undefined =>
  countedResult(exchange, result, resource, ended) ??
  measuredResult(exchange, resource, ended) ??
  listedResult(exchange, result) ??
  orderedResult(context, exchange, result) ??
  tabledResult(exchange, result);

/** The result has as many rows as the record of the job says, where words beside a figure say that it is their number. */
function countedResult(
  exchange: Exchange,
  result: Operation,
  resource: Resource,
  { exchange: read, record }: { readonly exchange: Exchange; readonly record: JsonRecord },
): Verdict | undefined {
  const last = plain(result.path.slice(result.path.lastIndexOf('/')));
  const isCount = (name: string, text: string): boolean =>
    !OF_SOME.test(text) &&
    (COUNTS.test(text) || (/count$/i.test(name) && ROWS_IN.test(text))) &&
    plain(`${name} ${text}`).includes(last.replace(/s$/, ''));
  const figure = [...propertiesOf(resource.schema).values()].find(
    ({ name, schema }) => typesOf(schema).includes('integer') && isCount(name, String(schema.description ?? '')),
  );
  const told = figure && own(record, figure.name);
  // A page is not all of it.
  const isPaged = result.parameters.some(({ in: place }) => place === 'query');
  if (figure === undefined || typeof told !== 'number' || isPaged) return undefined;
  const rows = rowsOf(exchange, result);
  if (rows === undefined || rows.length === told) return undefined;
  return fail({
    expected: `${told} in the result, as ${figure.name} says`,
    actual: `${rows.length}`,
    exchanges: [read, exchange],
    key: figure.name,
    topic: { member: figure.name },
  });
}

/** The size and the checksum that the record of a job tells are those of its file, where words say that they are. */
function measuredResult(
  exchange: Exchange,
  { schema }: Resource,
  { exchange: read, record }: { readonly exchange: Exchange; readonly record: JsonRecord },
): Verdict | undefined {
  const { bytes = 0, text, isCut } = exchange.response?.body ?? {};
  const content = text === undefined ? undefined : Buffer.from(text);
  // What was packed on its way, or is no text, is not what was counted.
  if (!isSuccess(exchange) || isCut !== false || content?.length !== bytes) return undefined;
  // An object tells where the file is, or of it.
  if (isObject(jsonOf(exchange)) && jsonLinesOf(exchange) === undefined) return undefined;
  for (const { name, schema: member } of propertiesOf(schema).values()) {
    const [said, told] = [String(member.description ?? ''), own(record, name)];
    if (!OF_FILE.test(said) || OF_OTHERS.test(`${wordsOf(name).join(' ')} ${said}`)) continue;
    const isSize =
      typeof told === 'number' &&
      /\bbytes?\b/i.test(`${wordsOf(name).join(' ')} ${said}`) &&
      /size|bytes|length/i.test(name);
    const digest = DIGESTS.find((one) => `${plain(name)} ${said.replaceAll('-', '')}`.toLowerCase().includes(one));
    const sums = digest === undefined || !/checksum|digest|hash/i.test(said) ? [] : sumsOf(digest, content);
    const sum = typeof told === 'string' ? told.replace(/^(?:sha-?\d+|md5)[:=-]/i, '').replace(/=+$/, '') : '';
    // What is written otherwise, cut or masked, tells nothing.
    const isSum = sums.some((one) => one.length === sum.length);
    if (isSize ? told === bytes : !isSum || sums.includes(sum) || sums.includes(sum.toLowerCase())) continue;
    return fail({
      expected: `${name}: ${isSize ? bytes : sums[0]}, as the file has it`,
      actual: `${name}: ${brief(told)}`,
      exchanges: [read, exchange],
      key: name,
      topic: { member: name },
    });
  }
  return undefined;
}

const OF_FILE = /\b(?:files?|results?|downloads?|exports?|contents?)\b/i;
/** Of what was packed, of another file, of a bound, or with a key. */
const OF_OTHERS =
  /\b(?:un|de)?compress|\bg?zip|\b(?:upload|sourc|input|import|origin|max|larg|limit|estimat|total|hmac|sign)/i;
const DIGESTS = ['sha256', 'sha512', 'sha1', 'md5'] as const;

const sumsOf = (digest: string, content: Buffer): readonly string[] =>
  (['hex', 'base64', 'base64url'] as const).map((form) =>
    createHash(digest).update(content).digest(form).replace(/=+$/, ''),
  );

const COUNTS = /\b(?:number of|count of|how many)\b/i;
/** `row_count`: `Rows in the file, the header not counted` */
const ROWS_IN =
  /^\W*(?:(?:the|all|data) ){0,2}(?:rows|records|lines|entries|items) (?:in|of) (?:the|its) \w+\s*(?:[.,;(]|$)/i;
const OF_SOME =
  /\binclud\w+ the head|\b(?:fail|invalid|skip|reject|error|broken|duplicate|ignored|unread)\w*|\bthat (?:were|could|did|have)\b/i;

/** The rows of a result: the one list of a reply, the lines of a table, or one JSON value each. Several judges ask for those of the same long file. */
export const rowsOf = (exchange: Exchange, result: Operation): readonly unknown[] | undefined =>
  rowsBy(exchange)(result);

const rowsBy = memoized((exchange: Exchange) =>
  memoized((result: Operation): readonly unknown[] | undefined =>
    isSuccess(exchange)
      ? (jsonLinesOf(exchange) ?? rowsIn(jsonOf(exchange)) ?? namedRows(exchange, result))
      : undefined,
  ),
);

/** What words beside a result say of it, and those of its reply. */
export const saidOf = memoized(
  (result: Operation): string => `${result.description} ${successOf(result)?.reply.description ?? ''}`,
);

/** The one list of a reply. */
function rowsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const [list, other] = isObject(value) ? Object.values(value).filter(Array.isArray) : [];
  return other === undefined ? list : undefined;
}

/** Rows are in the order of which the words beside a result, or around it, speak: by the times that they show, or that their records have. */
function orderedResult(
  { known, contract, subject }: CaseContext,
  exchange: Exchange,
  result: Operation,
): Verdict | undefined {
  const around = [...sentencesOf(subject.operation.description), ...sentencesAround(result)].filter((text) =>
    OF_RESULT.test(text),
  );
  const [said = ''] = [saidOf(result), ...around].flatMap((text) => ORDER.exec(text)?.[0] ?? []);
  const rows = rowsOf(exchange, result);
  const timeIn = (row: unknown): number => {
    const made = isObject(row) ? Object.entries(row).find(([name]) => MADE.test(plain(name))) : undefined;
    return Date.parse(String(made?.[1]));
  };
  const recordOf = (row: unknown): unknown => {
    const key = isObject(row) && typeof own(row, 'id') === 'string' ? keyOf(own(row, 'id')) : undefined;
    const found =
      key === undefined ? [] : contract.resources.flatMap((one) => known.collection(one).records.get(key) ?? []);
    return found.length === 1 ? found[0]?.latest : undefined;
  };
  const times = rows?.map((row) => (Number.isNaN(timeIn(row)) ? timeIn(recordOf(row)) : timeIn(row)));
  const sign = /^oldest/i.test(said) ? 1 : -1;
  const nth = times?.findIndex((time, at) => at > 0 && sign * (time - (times[at - 1] ?? time)) < 0) ?? -1;
  if (BY_ID.test(saidOf(result))) {
    const ids = rows?.map((row) => (isObject(row) ? numberIn(own(row, 'id')) : undefined)) ?? [];
    const wrong = ids.findIndex((id, at) => id !== undefined && (ids[at - 1] ?? id) > id);
    if (wrong > 0 && !ids.includes(undefined))
      return fail({
        expected: 'rows by id, as words say',
        actual: `${ids[wrong]} after ${ids[wrong - 1]}`,
        exchanges: [exchange],
        key: 'order',
      });
  }
  if (said === '' || nth < 0) return undefined;
  return fail({
    expected: `rows that are ${said.toLowerCase()}`,
    actual: `row ${nth + 1} after row ${nth}, which is made ${sign === 1 ? 'later' : 'earlier'}`,
    exchanges: [exchange],
    key: 'order',
  });
}

/** Each line is an object, where words say so of what has a JSON value on each. */
function listedResult(exchange: Exchange, result: Operation): Verdict | undefined {
  const said = saidOf(result);
  const rows = isSuccess(exchange) && OBJECT_EACH.test(said) ? jsonLinesOf(exchange) : undefined;
  const odd = rows?.findIndex((row) => !isObject(row)) ?? -1;
  if (rows === undefined || odd < 0) return undefined;
  return fail({
    expected: 'a JSON object on each line, as words say',
    actual: rows[odd] === undefined ? `line ${odd + 1} is no JSON` : brief(rows[odd]),
    exchanges: [exchange],
    key: 'lines',
  });
}

const OBJECT_EACH =
  /\b(?:one|an?|each) (?:JSON )?(?:object|document)\b[^.;]{0,60}\b(?:each|every|per|a) (?:\w+ )?(?:row|line|record)\b|\b(?:each|every) (?:row|line) (?:is|holds|has|contains) (?:one|an?) (?:JSON )?object\b/i;

/** `Sorted by id`, the least first. */
const BY_ID =
  /\b(?:sorted|ordered|in (?:the )?order) (?:by|of) (?:the |their |its )?[`'"]?ids?\b(?![^.;]*\b(?:desc|greatest|highest|newest|latest)\w*)/i;
const ORDER = /\b(?:oldest|newest|latest) first\b/i;
const OF_RESULT = /\b(?:files?|downloads?|rows?|lines?)\b/i;
const MADE = /^(?:created|issued|joined|registered|placed|made)(?:at|on|time)?$/;

/** The lines of a table with the names of its columns, as objects. */
function namedRows(exchange: Exchange, result: Operation): readonly unknown[] | undefined {
  const lines = linesBelow(exchange, result);
  const [names = []] = lines === undefined ? [] : tableOf(exchange.response?.body.text ?? '');
  const bare = (cell = ''): string => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"');
  return lines?.map((cells) => Object.fromEntries(names.map((name, nth) => [bare(name), bare(cells[nth])])));
}

/** The lines of a table below that which names its columns, where words say that the first one does. */
function linesBelow({ response }: Exchange, result: Operation): readonly (readonly string[])[] | undefined {
  const text = response?.body.isCut === false ? response.body.text : undefined;
  const isTable = essence(response?.headers.get('content-type') ?? '') === 'text/csv';
  return isTable && text !== undefined && namesColumns(result) ? tableOf(text).slice(1) : undefined;
}

const namesColumns = (result: Operation): boolean =>
  /\b(?:first|header|heading) (?:line|row)\b|\b(?:line|row) (?:of|with) (?:the |its )?(?:column|field|member) names\b|\b(?:line|row) (?:has|contains|names|lists|gives) (?:the |its |all )?(?:names of (?:the |its )?)?(?:columns|fields|members)\b|\b(?:column|field) names (?:in|on|as) the first\b|\bas (?:its|the) head(?:er|ing) (?:row|line)\b/i.test(
    saidOf(result),
  );

/** A table has a first line as words list it, and as many cells in each line. */
function tabledResult(exchange: Exchange, result: Operation): Verdict | undefined {
  const { response } = exchange;
  const text = response?.body.isCut === false ? response.body.text : undefined;
  if (essence(response?.headers.get('content-type') ?? '') !== 'text/csv' || !isSuccess(exchange) || !text)
    return undefined;
  const [first = [], ...rows] = tableOf(text);
  const listed: readonly string[] = saidOf(result).match(/(?<![\w,])[\w-]+(?:,[\w-]+)+(?![\w,])/g) ?? [];
  const named = first.map((cell) => cell.replaceAll('"', '')).join();
  const isListed = listed.some(
    (one) => named === one || (MAY_HAVE_MORE.test(saidOf(result)) && named.startsWith(`${one},`)),
  );
  if (namesColumns(result) && listed.length > 0 && !isListed)
    return fail({
      expected: `a first line that is ${listed.join(' or ')}`,
      actual: brief(first.join()),
      exchanges: [exchange],
      key: 'first line',
    });
  if (
    /(?<!\bquot\w+ (?:as in|as by|by|like|according to|following|per) )\bRFC ?4180\b/i.test(saidOf(result)) &&
    !/\bLF\b|\\n|\bline feeds?\b|\bnewlines?\b/i.test(saidOf(result)) &&
    text.includes('\n') &&
    !text.includes('\r\n')
  )
    return fail({
      expected: 'lines that end in CRLF (RFC 4180 §2), as words say',
      actual: 'lines that end in LF alone',
      exchanges: [exchange],
      key: 'line ends',
    });
  const odd = rows.find((row) => row.length !== first.length);
  return odd === undefined
    ? undefined
    : fail({
        expected: `${first.length} cells in each line, as in the first (RFC 4180 §2)`,
        actual: `${odd.length} in ${brief(odd.join())}`,
        exchanges: [exchange],
        key: 'cells',
      });
}

/** `Its first columns are`, `further columns may be added`. */
const MAY_HAVE_MORE =
  /\bfirst (?:columns|fields)\b|\bat least\b|\b(?:begins?|starts?) with\b|\b(?:columns|fields) (?:may|can|might) (?:be added|follow|come)\b/i;
