import {
  essence,
  groupedBy,
  jsonIn,
  type Operation,
  own,
  type Schema,
  schemaAt,
  takesCredential,
  templateNames,
  textOf,
} from '../../../openapi/contract';
import { shellWord } from '../../../openapi/program/printable';
import { doubtedIn } from '../../exchange/doubted';
import { type Exchange, isOfOneCaller } from '../../exchange/exchange';
import { likenessOf } from '../../exchange/likeness';
import { GONE } from '../../exchange/refusals';
import { bodyMembers, MULTIPART, memberedBodyOf } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { memberSchema } from '../../requests/bodies/given';
import { isFile } from '../../requests/files';
import { type Hint, hintsOf } from '../../requests/hints';
import { wordsIn } from '../../requests/refusal-reply';
import { USED_UP } from '../../run/pace/scheduler';
import { TIME_IS_UP } from '../../run/pace/time';
import { REACH } from '../../run/plan/reach';
import type { ReportContext } from './context';
import { short } from './wording';

/** How far a run has got with an operation. */
export interface OperationReach {
  readonly operation: Operation;
  readonly state: 'reached' | 'refused' | 'never tried';
  /** Requests with a good key, and how many of them were sent for a first success. */
  readonly requests: number;
  readonly tries: number;
  /** The statuses that came to them, rising. */
  readonly statuses: readonly number[];
  /** What stood in its way: the refusal's own words, or why nothing was sent. Undefined where it was reached. */
  readonly why?: string;
  /** Alike for operations for which the same stood in the way. */
  readonly likeness?: string;
  /** A value that may help, where one may. */
  readonly wanted?: Wanted;
  /** The flag that may help. */
  readonly give?: string;
}

/** A value of a request that a user may know better. */
export interface Wanted {
  /** As `--example` names it. */
  readonly name: string;
  /** The first that the refusal says would be taken. */
  readonly value?: unknown;
  /** Whether it names a record. */
  readonly isOfRecord: boolean;
  /** Another flag than `--example` that gives it. */
  readonly flag?: string;
}

/** How far a run has got with each operation that it was to judge. */
export function reachOf(context: ReportContext): readonly OperationReach[] {
  const { contract, result } = context;
  const sent = groupedBy(result.exchanges, ({ request }) => request.operation);
  const judged = new Set(result.cells.map(({ operation }) => operation));
  return contract.operations
    .filter((operation) => sent.has(operation) || judged.has(operation.id))
    .map((operation) => ofOperation(operation, sent.get(operation) ?? [], context))
    .map(({ give, wanted, ...one }) =>
      // Where the suite sends nothing itself there is nothing to give it.
      context.settings === undefined || give === undefined
        ? one
        : { ...one, give, ...(wanted === undefined ? {} : { wanted }) },
    );
}

function ofOperation(operation: Operation, exchanges: readonly Exchange[], context: ReportContext): OperationReach {
  // What comes to a request without a good key is said of others only where there are no others.
  const good = exchanges.filter(({ request }) => isOfOneCaller(request.credential));
  const ours = good.length > 0 ? good : exchanges;
  const tried = ours.filter(({ sentBy }) => sentBy === REACH.id);
  const reach = {
    operation,
    requests: ours.length,
    tries: tried.length,
    statuses: [...new Set(ours.flatMap(({ response }) => response?.status ?? []))].toSorted((a, b) => a - b),
  };
  if (exchanges.some(isServed)) return { ...reach, state: 'reached' };
  const telling = mostTelling(tried.length > 0 ? tried : ours);
  const unsent = unsentOf(operation, context);
  // What was sent with wrong values on purpose says nothing of what it lacks.
  if (telling === undefined || (tried.length === 0 && unsent.wanted !== undefined))
    return { ...reach, state: 'never tried', ...unsent };
  const { response } = telling;
  if (response === undefined) return { ...reach, state: 'refused', why: 'no reply came', likeness: '' };
  const refused = {
    ...reach,
    state: 'refused',
    why: `${response.status}${refusalText(telling, context.redact)}`,
    likeness: likenessOf(telling),
  } as const;
  const wanted = wantedBy(operation, telling);
  if (wanted !== undefined) return { ...refused, wanted, give: flagOf(operation, wanted) };
  if (!reach.statuses.every((one) => FORBIDDEN.includes(one))) return refused;
  return { ...refused, give: takesCredential(operation) ? '--api-key KEY' : WITH_PLACE };
}

/** Where the document says nothing of a key, none is sent. */
export const WITH_PLACE = '--api-key KEY --credential-in header:Authorization:Bearer';

/** A redirect and a reply without an end are none. */
const isServed = ({ response }: Exchange): boolean =>
  response !== undefined && response.status < 400 && (response.status < 300 || response.status === 304);

/** Statuses of refusals, those first that came to a request which was let in, and whose record was there. */
const TELLING: readonly number[] = [409, 400, 422, 403, 410, 404, 415, 406, 401, 405];

/** The refusal that says most of what is missing, the last of several. */
function mostTelling(exchanges: readonly Exchange[]): Exchange | undefined {
  const rankOf = ({ response }: Exchange): number => {
    const rank = TELLING.indexOf(response?.status ?? 0);
    return rank < 0 ? TELLING.length : rank;
  };
  return exchanges.toReversed().toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** What more requests or time would help against. */
const OF_BUDGET: readonly string[] = [USED_UP, TIME_IS_UP];

/** Why nothing of an operation was sent: what most checks say, a lack of budget last. */
function unsentOf(
  operation: Operation,
  { result, redact }: ReportContext,
): Pick<OperationReach, 'why' | 'likeness' | 'wanted' | 'give'> {
  const left = result.notCalled?.find((one) => one.operation.id === operation.id);
  if (left !== undefined)
    return {
      why: `not called unasked, since it ${left.why}`,
      likeness: left.why,
      give: `--include ${shellWord(operation.id)}`,
    };
  const reasons = result.cells.flatMap((cell) => (cell.operation === operation.id ? cell.reasons : []));
  const [[most] = ['nothing of it was sent']] = [...groupedBy(reasons, (reason) => reason)].toSorted(
    ([one, some], [other, others]) =>
      Number(OF_BUDGET.includes(one)) - Number(OF_BUDGET.includes(other)) || others.length - some.length,
  );
  const why = short(redact(most), MOST_OF_REASON);
  const [name] = templateNames(operation.path).slice(-1);
  if (name === undefined || !why.includes('--example')) return { why, likeness: why };
  const wanted = { name, isOfRecord: true };
  return { why, likeness: why, wanted, give: flagOf(operation, wanted) };
}

const MOST_OF_REASON = 160;

/** What a refusal says, in its own words. */
function refusalText({ response }: Exchange, redact: (text: string) => string): string {
  const { text = '' } = response?.body ?? {};
  const said = wordsIn(text) ?? text;
  // Part of a secret would not be found any more.
  const line = redact(said).replaceAll(/\s+/g, ' ').trim();
  // A page is more than its words.
  return /\p{L}{2}/u.test(line) && !line.startsWith('<')
    ? `: ${short(line, MOST_OF_REASON).replace(/[.:;]$/, '')}`
    : ', without a reason';
}

/** The value that a refusal is about, as far as it says so, or its status does. */
function wantedBy(operation: Operation, exchange: Exchange): Wanted | undefined {
  const status = exchange.response?.status ?? 0;
  const [record] = templateNames(operation.path).slice(-1);
  if (GONE.includes(status)) return record === undefined ? undefined : { name: record, isOfRecord: true };
  // A type that is not taken may be that of a file in the form.
  if (status === 415)
    return requiredOf(operation)
      .filter((name) => isFileAt(operation, [name]))
      .map((name) => ({ name, isOfRecord: false }))[0];
  if (FORBIDDEN.includes(status)) return madeUpIn(exchange);
  if (!OF_VALUES.includes(status)) return undefined;
  const hints = hintsOf(readAgain(exchange)).filter(({ kind }) => kind !== 'unknown');
  const named = hints
    .toSorted((one, other) => other.choices.length - one.choices.length)
    .flatMap((hint) => placeOf(operation, hint) ?? [])[0];
  return (
    named ??
    repeatedParameter(exchange) ??
    madeUpIn(exchange) ??
    requiredOf(operation).map((name) => ({ name, isOfRecord: false }))[0]
  );
}

const OF_VALUES: readonly number[] = [400, 409, 422];

/** The parameter of the path whose value a refusal repeats. */
function repeatedParameter({ request, response }: Exchange): Wanted | undefined {
  const { text = '' } = response?.body ?? {};
  const [name] = Object.keys(request.path).filter((one) => {
    const value = textOf(own(request.path, one));
    return value.length >= FEWEST_OF_VALUE && text.includes(value);
  });
  return name === undefined ? undefined : { name, isOfRecord: true };
}

/** What is asked for where a refusal is about what was made up. */
function madeUpIn(exchange: Exchange): Wanted | undefined {
  const found = doubtedIn(exchange);
  return found && { ...found, isOfRecord: false };
}

/** A shorter one may stand in any text. */
const FEWEST_OF_VALUE = 4;

export const FORBIDDEN: readonly number[] = [401, 403];

/** The exchange with the value of its reply, which is not kept. */
function readAgain(exchange: Exchange): Exchange {
  const { response } = exchange;
  const value = jsonIn(response?.body.text ?? '');
  return response === undefined || value === undefined
    ? exchange
    : { ...exchange, response: { ...response, body: { ...response.body, json: { value } } } };
}

/** The place of a hint as `--example` names it; undefined where that has no name for it. */
function placeOf(operation: Operation, hint: Hint): Wanted | undefined {
  const schema = memberedBodyOf(operation)?.schema ?? {};
  // The items of an array have one name.
  const steps = hint.at.filter((step) => !/^\d+$/.test(step));
  const isThere =
    hint.in === 'body'
      ? steps.length > 0 && isTakenAt(schema, steps)
      : operation.parameters.some(({ in: place, name }) => place === hint.in && name === steps[0]);
  const [value] = isFileAt(operation, steps) ? [] : hint.choices;
  return isThere ? { name: steps.join('.'), isOfRecord: false, ...(value === undefined ? {} : { value }) } : undefined;
}

/** Whether a body may have a value there: that of a property, or of a member which an object without a form of its own may have. */
function isTakenAt(schema: Schema, steps: readonly string[]): boolean {
  const around = schemaAt(schema, steps.slice(0, -1));
  const isFree = around !== undefined && memberSchema(around, steps.at(-1) ?? '') !== undefined;
  return isFree || schemaAt(schema, steps) !== undefined;
}

/** What a request has to have: members of the body first, then parameters, the last one first. */
function requiredOf(operation: Operation): readonly string[] {
  const parameters = operation.parameters.filter(({ required }) => required);
  const members = [...bodyMembers(operation).values()].filter(({ required }) => required);
  return [...members, ...parameters.toReversed()].map(({ name }) => name);
}

/** The flag that gives a value to an operation. */
function flagOf(operation: Operation, { name, value, flag }: Wanted): string {
  if (flag !== undefined) return flag;
  const unknown = isFileAt(operation, name.split('.')) ? '@FILE' : 'VALUE';
  return `--example ${shellWord(`${operation.id}.${name}=${value === undefined ? unknown : textOf(value)}`)}`;
}

/** Whether a member of a form is a file to upload. */
function isFileAt(operation: Operation, steps: readonly string[]): boolean {
  const media = memberedBodyOf(operation);
  return media !== undefined && essence(media.type) === MULTIPART && isFile(schemaAt(media.schema, steps) ?? {});
}

/** The values that may help, as a file that `--examples` reads: null stands for one that is not known. */
export const examplesToFill = (all: readonly OperationReach[]): Readonly<Record<string, JsonRecord>> =>
  Object.fromEntries(
    all.flatMap(({ operation, wanted }) =>
      wanted === undefined ? [] : [[operation.id, { [wanted.name]: wanted.value ?? null }]],
    ),
  );
