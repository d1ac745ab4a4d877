import {
  essence,
  isObject,
  jsonIn,
  type Operation,
  own,
  plain,
  propertiesOf,
  type Resource,
  sentencesAround,
  templateNames,
  typesOf,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, jsonOf, tableOf } from '../../exchange/exchange';
import { sentencesOf } from '../../records/marked';
import { createdIn, type JsonRecord, keyOf, sameJson } from '../../records/records';
import type { CaseContext } from '../../steps/check';
import { readRecord } from '../../steps/records';
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
  orderedResult(context, exchange, result) ??
  tabledResult(exchange, result);

/** What a job was asked for. */
export interface Asked {
  /** Whether nothing is to come of it. */
  readonly isEmpty: boolean;
  /** Of what it makes a row for each record; undefined where that is open. */
  readonly about: Resource | undefined;
  /** Whether all of them are to come, but for what `only` leaves out. */
  readonly isAll: boolean;
  /** A member of these records, and the value that it has in all that are to come. */
  readonly only: readonly [name: string, value: unknown] | undefined;
  /** The records of the kind that this run had made before, as they were then. */
  readonly made: readonly JsonRecord[];
  /** The id of one that was made after the job, where words say that it is not to come. */
  readonly later: unknown;
}

/** What was made of the records of a resource until now. */
export const madeOf = ({ known }: CaseContext, about: Resource | undefined): readonly JsonRecord[] =>
  about === undefined || templateNames(about.collectionPath).length > 0
    ? []
    : createdIn(known.collection(about)).map(({ latest }) => latest);

/** What is wrong with the rows by what was asked for: rows that were not, records that are lacking, members that are others. */
export async function notAsAsked(
  context: CaseContext,
  exchange: Exchange,
  result: Operation,
  asked: Asked,
): Promise<Verdict | undefined> {
  if (asked.isEmpty) return filledResult(exchange, result);
  const { about, made, only, isAll, later } = asked;
  const rows = isSuccess(exchange) ? (rowsIn(jsonOf(exchange)) ?? namedRows(exchange, result)) : undefined;
  const idProperty = about?.idProperty;
  if (about === undefined || idProperty === undefined || rows === undefined || !rows.every(isObject)) return undefined;
  const isAsked = (record: JsonRecord): boolean => only === undefined || sameCell(own(record, only[0]), only[1]);
  const other = rows.find((row) => only !== undefined && Object.hasOwn(row, only[0]) && !isAsked(row));
  if (other !== undefined && only !== undefined)
    return fail({
      expected: `rows whose ${only[0]} is ${brief(only[1])} alone, as was asked for`,
      actual: brief(other[only[0]]),
      exchanges: [exchange],
      key: `another ${only[0]}`,
    });
  const byId = new Map(rows.map((row) => [keyOf(row[idProperty]), row]));
  if (later !== undefined && byId.has(keyOf(later)))
    return fail({
      expected: `no row for ${brief(later)} of ${about.name}, which was made after the job`,
      actual: 'a row for it',
      exchanges: [exchange],
      key: 'a row of later',
    });
  if (isAll && !byId.has(keyOf(undefined)) && saysAll(context, result))
    for (const record of made.filter(isAsked).slice(-MOST_LOOKED)) {
      const row = byId.get(keyOf(record[idProperty]));
      const now = (await readRecord(context, about, record[idProperty]))?.record;
      if (now === undefined || !isAsked(now)) continue;
      if (row === undefined)
        return fail({
          expected: `a row for ${brief(record[idProperty])} of ${about.name}, which was there before`,
          actual: `${rows.length} rows, and none for it`,
          exchanges: [exchange],
          key: 'a row is lacking',
        });
      const name = Object.keys(row).find(
        (one) => sameJson(own(record, one), own(now, one)) && !sameCell(row[one], own(now, one)),
      );
      if (name !== undefined)
        return fail({
          expected: `${name}: ${brief(own(now, name))}, as ${brief(record[idProperty])} of ${about.name} has it`,
          actual: `${name}: ${brief(row[name])}`,
          exchanges: [exchange],
          key: `another ${name}`,
          topic: { member: name },
        });
    }
  return undefined;
}

/** So many records are looked for. */
const MOST_LOOKED = 4;

/** Whether a cell has a value: in a table that is a text, which may be empty where there is none; objects it may show in any form. */
function sameCell(cell: unknown, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'object' || sameJson(cell, value)) return true;
  if (cell === undefined || cell === null || typeof cell === 'object') return false;
  const [shown, text] = [String(cell), String(value)];
  const isTime = /^\d{4}-\d\d-\d\d/.test(text) && Date.parse(shown) === Date.parse(text);
  return (
    shown === text ||
    isTime ||
    (typeof value !== 'string' && Number(shown) === Number(value)) ||
    typeof value === 'boolean'
  );
}

/** `The file holds all records as they were then`, `one row for each order that exists`. */
const saysAll = ({ subject }: CaseContext, result: Operation): boolean =>
  [subject.operation.description, result.description]
    .flatMap(sentencesOf)
    .some(
      (text) => OF_RECORDS.test(text) && ALL.test(text) && !/\b(?:some|sample|up to|at most|first \d)\b/i.test(text),
    );
const OF_RECORDS = /\b(?:rows?|records?|lines?|elements?|files?|entr(?:y|ies))\b/i;
const ALL = /\b(?:all|every|each|that exist(?:ed)?|as they (?:are|were|stood)|snapshot|complete|whole)\b/i;

/** `The records as they were when you asked`, `the file is a snapshot`, `each record that exists at that moment` */
export const saysSnapshot = ({ subject }: Pick<CaseContext, 'subject'>, result: Operation): boolean =>
  [subject.operation.description, result.description].flatMap(sentencesOf).some((text) => SNAPSHOT.test(text));
const SNAPSHOT =
  /\bas (?:they|it) (?:were|was|stood) (?:when|at|on|in that)\b|\bexist(?:s|ed)? at (?:that|this) (?:moment|time|point)\b|\b(?:files?|exports?|results?|it) (?:is|are|holds?|contains?|has) an? snapshot\b/i;

/** The result has as many rows as the record of the job says, where words beside a figure say that it is their number. */
function countedResult(
  exchange: Exchange,
  result: Operation,
  resource: Resource,
  { exchange: read, record }: { readonly exchange: Exchange; readonly record: JsonRecord },
): Verdict | undefined {
  const last = plain(result.path.slice(result.path.lastIndexOf('/')));
  const isCount = (name: string, text: string): boolean =>
    /\b(?:number of|count of|how many)\b/i.test(text) && plain(`${name} ${text}`).includes(last.replace(/s$/, ''));
  const figure = [...propertiesOf(resource.schema).values()].find(
    ({ name, schema }) => typesOf(schema).includes('integer') && isCount(name, String(schema.description ?? '')),
  );
  const told = figure && own(record, figure.name);
  // A page is not all of it.
  const isPaged = result.parameters.some(({ in: place }) => place === 'query');
  if (figure === undefined || typeof told !== 'number' || isPaged) return undefined;
  const rows = isSuccess(exchange) ? (rowsIn(jsonOf(exchange)) ?? linesBelow(exchange, result)) : undefined;
  if (rows === undefined || rows.length === told) return undefined;
  return fail({
    expected: `${told} in the result, as ${figure.name} says`,
    actual: `${rows.length}`,
    exchanges: [read, exchange],
    key: figure.name,
    topic: { member: figure.name },
  });
}

/** Rows, where none was to come. */
function filledResult(exchange: Exchange, result: Operation): Verdict | undefined {
  const rows = isSuccess(exchange) ? (rowsIn(jsonOf(exchange)) ?? linesBelow(exchange, result)) : undefined;
  if (rows === undefined || rows.length === 0) return undefined;
  return fail({
    expected: 'nothing in the result, since no record is what it was asked for',
    actual: `${rows.length}`,
    exchanges: [exchange],
    key: 'not asked for',
  });
}

/** The one list of a reply. */
function rowsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const [list, other] = isObject(value) ? Object.values(value).filter(Array.isArray) : [];
  return other === undefined ? list : undefined;
}

/** Rows are in the order of which the words beside a result, or around it, speak: by the times that they show, or that their records have. */
function orderedResult({ known, contract }: CaseContext, exchange: Exchange, result: Operation): Verdict | undefined {
  const around = sentencesAround(result).filter((text) => OF_RESULT.test(text));
  const [said = ''] = [result.description, ...around].flatMap((text) => ORDER.exec(text)?.[0] ?? []);
  const rows = isSuccess(exchange) ? (rowsIn(jsonOf(exchange)) ?? namedRows(exchange, result)) : undefined;
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
  if (said === '' || nth < 0) return undefined;
  return fail({
    expected: `rows that are ${said.toLowerCase()}`,
    actual: `row ${nth + 1} after row ${nth}, which is made ${sign === 1 ? 'later' : 'earlier'}`,
    exchanges: [exchange],
    key: 'order',
  });
}

const ORDER = /\b(?:oldest|newest|latest) first\b/i;
const OF_RESULT = /\b(?:files?|downloads?|rows?|lines?)\b/i;
const MADE = /^(?:created|issued|joined|registered|placed|made)(?:at|on|time)?$/;

/** The lines of a text with the names of its columns, or of one JSON value each, as objects. */
function namedRows(exchange: Exchange, result: Operation): readonly unknown[] | undefined {
  const { response } = exchange;
  const text = response?.body.isCut === false ? response.body.text : undefined;
  if (text !== undefined && /\bjson-?(?:l|lines|seq)|ndjson\b/i.test(response?.headers.get('content-type') ?? ''))
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [jsonIn(line)]));
  const lines = linesBelow(exchange, result);
  const [names = []] = lines === undefined || text === undefined ? [] : tableOf(text);
  const bare = (cell = ''): string => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"');
  return lines?.map((cells) => Object.fromEntries(names.map((name, nth) => [bare(name), bare(cells[nth])])));
}

/** The lines of a table below that which names its columns, where words say that the first one does. */
function linesBelow({ response }: Exchange, result: Operation): readonly (readonly string[])[] | undefined {
  const text = response?.body.isCut === false ? response.body.text : undefined;
  const isTable = essence(response?.headers.get('content-type') ?? '') === 'text/csv';
  return isTable && text !== undefined && namesColumns(result) ? tableOf(text).slice(1) : undefined;
}

const namesColumns = ({ description }: Operation): boolean =>
  /\b(?:first|header|heading) (?:line|row)\b|\b(?:line|row) (?:of|with) (?:the |its )?(?:column|field|member) names\b|\b(?:line|row) (?:has|contains|names|lists|gives) (?:the |its |all )?(?:names of (?:the |its )?)?(?:columns|fields|members)\b|\b(?:column|field) names (?:in|on|as) the first\b/i.test(
    description,
  );

/** A table has a first line as words list it, and as many cells in each line. */
function tabledResult(exchange: Exchange, result: Operation): Verdict | undefined {
  const { response } = exchange;
  const text = response?.body.isCut === false ? response.body.text : undefined;
  if (essence(response?.headers.get('content-type') ?? '') !== 'text/csv' || !isSuccess(exchange) || !text)
    return undefined;
  const [first = [], ...rows] = tableOf(text);
  const listed: readonly string[] = result.description.match(/(?<![\w,])[\w-]+(?:,[\w-]+)+(?![\w,])/g) ?? [];
  const named = first.map((cell) => cell.replaceAll('"', '')).join();
  const isListed = listed.some(
    (one) => named === one || (MAY_HAVE_MORE.test(result.description) && named.startsWith(`${one},`)),
  );
  if (namesColumns(result) && listed.length > 0 && !isListed)
    return fail({
      expected: `a first line that is ${listed.join(' or ')}`,
      actual: brief(first.join()),
      exchanges: [exchange],
      key: 'first line',
    });
  if (
    /\bRFC ?4180\b/i.test(result.description) &&
    !/\bLF\b|\\n|\bline feeds?\b|\bnewlines?\b/i.test(result.description) &&
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
