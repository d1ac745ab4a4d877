import { isObject, type Operation, own, type Resource, templateNames } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { sentencesOf } from '../../records/marked';
import { createdIn, type JsonRecord, keyOf, sameJson } from '../../records/records';
import type { CaseContext } from '../../steps/check';
import { readRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';
import { rowsOf, saidOf } from './result-rows';

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
  const rows = rowsOf(exchange, result);
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
  const strange = await strangeRow(context, exchange, result, about, rows);
  if (strange !== undefined) return strange;
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

/** A row for a record that is not there for who asked, where words say that each has records of their own alone. */
async function strangeRow(
  context: CaseContext,
  exchange: Exchange,
  result: Operation,
  about: Resource,
  rows: readonly JsonRecord[],
): Promise<Verdict | undefined> {
  const said = [context.subject.operation.description, saidOf(result)].flatMap(sentencesOf);
  const isTheirs = said.some((text) => OF_RECORDS.test(text) && OF_THEIR_OWN.test(text));
  if (!isTheirs || said.some((text) => OF_PAST.test(text))) return undefined;
  const { records } = context.known.collection(about);
  const ids = rows.map((row) => own(row, about.idProperty ?? 'id'));
  const unknown = ids.filter((id) => ['string', 'number'].includes(typeof id) && !records.has(keyOf(id)));
  for (const id of unknown.slice(-MOST_STRANGE)) {
    const seen = await readRecord(context, about, id);
    if (seen?.exchange.response?.status !== 404) continue;
    return fail({
      expected: `rows of ${about.name} that are there for who asked, as words say`,
      actual: `a row for ${brief(id)}, which is not there`,
      exchanges: [exchange, seen.exchange],
      key: 'a row of others',
    });
  }
  return undefined;
}

/** `Each payment of your organisation`, `a key sees the data of its account only` */
const OF_THEIR_OWN =
  /\bof (?:your|the caller['’]s|its|that|one|the same) (?:own )?(?:organi[sz]ation|account|workspace|tenant|company|merchant|team|business|shop|store|house)\b/i;
/** A file may have what is there no more. */
const OF_PAST = /\b(?:delet|archiv|remov|histor)\w*/i;
const MOST_STRANGE = 3;

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
  [subject.operation.description, saidOf(result)]
    .flatMap(sentencesOf)
    .some(
      (text) => OF_RECORDS.test(text) && ALL.test(text) && !/\b(?:some|sample|up to|at most|first \d)\b/i.test(text),
    );
const OF_RECORDS = /\b(?:rows?|records?|lines?|elements?|files?|entr(?:y|ies))\b/i;
const ALL = /\b(?:all|every|each|that exist(?:ed)?|as they (?:are|were|stood)|snapshot|complete|whole)\b/i;

/** `The records as they were when you asked`, `the file is a snapshot`, `each record that exists at that moment` */
export const saysSnapshot = ({ subject }: Pick<CaseContext, 'subject'>, result: Operation): boolean =>
  [subject.operation.description, saidOf(result)].flatMap(sentencesOf).some((text) => SNAPSHOT.test(text));
const SNAPSHOT =
  /\bas (?:they|it) (?:were|was|stood) (?:when|at|on|in that)\b|\bexist(?:s|ed)? at (?:that|this) (?:moment|time|point)\b|\b(?:files?|exports?|results?|it) (?:is|are|holds?|contains?|has) an? snapshot\b/i;

/** Rows, where none was to come. */
function filledResult(exchange: Exchange, result: Operation): Verdict | undefined {
  const rows = rowsOf(exchange, result);
  if (rows === undefined || rows.length === 0) return undefined;
  return fail({
    expected: 'nothing in the result, since no record is what it was asked for',
    actual: `${rows.length}`,
    exchanges: [exchange],
    key: 'not asked for',
  });
}
