import {
  essence,
  formsOf as formsOfWord,
  isObject,
  jsonIn,
  keywordOf,
  type Operation,
  own,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  replyFor,
  sentencesAround,
  successOf,
  typesOf,
  validatorOf,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, jsonOf, outcomeOf, tableOf } from '../../exchange/exchange';
import { isHidden } from '../../exchange/secrets';
import { bodyOf, type Subject } from '../../exchange/subject';
import { actionOf } from '../../records/action-words';
import { LOOK_MS } from '../../records/listing';
import { quoted } from '../../records/marked';
import { type JsonRecord, keyOf } from '../../records/records';
import type { States } from '../../records/states';
import { toRequest } from '../../requests/request';
import { isDoneIn } from '../../steps/actions';
import type { CaseContext } from '../../steps/check';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';

/** What a job leads to, right below it, which words refuse in some states. */
export function resultOf(
  { contract }: Pick<CaseContext, 'contract'>,
  { itemPath }: Resource,
  states: States,
): Operation | undefined {
  return contract.operations.find(({ method, path, ...one }) => {
    if (method !== 'GET' || itemPath === undefined || path.slice(0, path.lastIndexOf('/')) !== itemPath) return false;
    const action = actionOf({ ...one, method, path }, states);
    return action.from !== undefined || action.notFrom.length > 0;
  });
}

/** Asks for a result that is not there yet. @returns what is wrong, as long as the job is then in such a state, too */
export async function beforeTheEnd(
  context: CaseContext,
  result: Operation,
  states: States,
  path: JsonRecord,
  look: () => Promise<{ readonly exchange: Exchange; readonly state: unknown } | undefined>,
): Promise<Verdict | undefined> {
  const exchange = await context.send(toRequest(result, { path }));
  // By its own words a 409 is for the states in which it is not there yet.
  const isStated = quoted(replyFor(result, 409)?.description ?? '', states.values).includes('«');
  const isOtherwise = isStated && [400, 404, 410, 422].includes(exchange.response?.status ?? 0);
  const after = isSuccess(exchange) || isOtherwise ? await look() : undefined;
  if (typeof after?.state !== 'string' || isDoneIn(actionOf(result, states), after.state)) return undefined;
  return fail({
    expected: `the status 409 for one that is ${after.state}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange, after.exchange],
    key: 'before the end',
    topic: { wanted: 409 },
  });
}

/** What a job leads to is there once it has ended well, and as long as its record says. */
export async function atTheEnd(
  context: CaseContext,
  result: Operation,
  resource: Resource,
  ended: { readonly exchange: Exchange; readonly record: JsonRecord },
  path: JsonRecord,
  isEmpty = false,
): Promise<Verdict | undefined> {
  const fetchResult = () => context.send(toRequest(result, { path }));
  const isThere = ({ response }: Exchange): boolean => !LACKING.includes(response?.status ?? 0);
  let exchange = await fetchResult();
  if (!isThere(exchange)) {
    // What has just ended may be there a moment later.
    await context.wait(LOOK_MS, 'a further look at what a job has made');
    exchange = await fetchResult();
  }
  if (isThere(exchange))
    return (
      countedResult(exchange, result, resource, ended) ??
      (isEmpty ? filledResult(exchange, result) : undefined) ??
      orderedResult(context, exchange, result) ??
      tabledResult(exchange, result)
    );
  return fail({
    expected: `the status ${successOf(result)?.status ?? 200}, since the job has ended`,
    actual: outcomeOf(exchange),
    exchanges: [ended.exchange, exchange],
    key: 'not there at the end',
  });
}

/** Statuses of what is not there, or not yet. */
const LACKING: readonly number[] = [404, 409, 425];

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
    expected: 'nothing in the result, since it was asked for what is made from a time to come on',
    actual: `${rows.length}`,
    exchanges: [exchange],
    key: 'earlier ones',
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
  /\b(?:first|header|heading) (?:line|row)\b|\b(?:line|row) (?:of|with) the (?:column|field) names\b|\b(?:column|field) names (?:in|on|as) the first\b/i.test(
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
  if (/\bRFC ?4180\b/i.test(result.description) && text.includes('\n') && !text.includes('\r\n'))
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

/** The bodies that ask for each form of a result, by the member and the choices that are called as the types of its reply are. */
export function formsOf({ contract, operation }: Subject, resource: Resource, states: States): readonly JsonRecord[] {
  const result = resultOf({ contract }, resource, states);
  const types = (result && successOf(result)?.reply.content.map(({ type }) => essence(type))) ?? [];
  const members = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()];
  const [forms = []] = members.flatMap(({ name, readOnly, schema }) => {
    const choices = (keywordOf(schema, 'enum') ?? []).filter(
      (one) => typeof one === 'string' && types.some((type) => type.replace(/^.*\/(?:x-)?/, '') === one.toLowerCase()),
    );
    return readOnly || choices.length < 2
      ? []
      : [choices.toSorted((one) => (one === 'json' ? -1 : 0)).map((one) => ({ [name]: one }))];
  });
  const others = otherChoices({ contract, operation }, members, Object.keys(forms[0] ?? {}));
  return forms.length > 0
    ? forms.slice(0, MOST_FORMS).map((one, nth) => (nth === 0 ? one : { ...one, ...others }))
    : [{}];
}

const MOST_FORMS = 2;

/** What a job may be about beside what the first one is: of several such kinds one whose records have something that no reply shows. */
function otherChoices(
  { contract, operation }: Pick<Subject, 'contract' | 'operation'>,
  members: readonly Property[],
  not: readonly string[],
): JsonRecord {
  const [about] = members.filter(
    ({ name, required, schema }) => required && !not.includes(name) && keywordOf(schema, 'enum') !== undefined,
  );
  const hasSecret = (choice: unknown): boolean =>
    contract.resources.some(
      ({ name, operations: { create } }) =>
        create !== undefined &&
        create !== operation &&
        formsOfName(name).includes(plain(String(choice))) &&
        [...propertiesOf(bodyOf(create)?.schema ?? {}).values()].some(({ schema }) => isHidden(schema)),
    );
  const chosen = (about && keywordOf(about.schema, 'enum'))?.find(hasSecret);
  return about === undefined || chosen === undefined ? {} : { [about.name]: chosen };
}

const formsOfName = (name: string): readonly string[] => formsOfWord(name.split('/').at(-1) ?? '');

/** The body that asks for what is made from a time to come on alone, by a member of which words say that; undefined where there is none. */
export function lateForm({ operation }: Subject): JsonRecord | undefined {
  const media = bodyOf(operation);
  const since = [...propertiesOf(media?.schema ?? {}).values()].find(
    ({ readOnly, schema }) => !readOnly && SINCE.test(String(keywordOf(schema, 'description') ?? '')),
  );
  const isTaken = since !== undefined && validatorOf(since.schema, 'request')(LATE) === undefined;
  return isTaken ? { [since.name]: LATE } : undefined;
}

/** `Only records created at or after this instant`, `leaves out what was placed before it`. */
const SINCE =
  /\bonly\b[^.;]{0,40}\b(?:created|made|placed|added|recorded|entered|issued|registered|changed|updated)\b[^.;]{0,20}\b(?:at or after|on or after|after|since|from|no earlier than|not before|later than)\b|\b(?:leaves? out|without|omits?|excludes?|skips?)\b[^.;]{0,40}\b(?:created|made|placed|added|recorded|entered|issued|registered|changed|updated) (?:before|earlier than)\b/i;
const LATE = '2999-01-01T00:00:00Z';
