/** Which page of a list a request asks for: by a number, a cursor, or a parameter of the mock's own. */
import {
  exactInteger,
  fits,
  isObject,
  keywordOf,
  type Paging,
  type Parameter,
  type Position,
  parseJson,
  type Resource,
  stringifyJson,
  typesOf,
} from '../../openapi/contract';
import { idPropertyOf, isId } from '../resources/record';
import type { Id, PageBegin } from '../world/stores/records';
import type { Input, Task } from './model';

/** Which page of a list a request asks for. */
export interface AskedPage {
  /** The parameter that says it; else the one that links to other pages use. Undefined where the list has none. */
  readonly position: Position | undefined;
  readonly begin: Begin;
  /** How many records a number in the request leaves out before the page, with all its digits. */
  readonly skipped?: number | bigint;
  /** The most records of the page; `Infinity` for a list that has no pages. */
  readonly size: number;
  /** The same with all its digits, where the request says it. */
  readonly exactSize: number | bigint | undefined;
}

/** The page size of a list whose description has none. */
const USUAL_SIZE = 20;

/** @returns undefined for a token that no reply can have shown */
export function readAskedPage(query: Input['query'], paging: Paging, resource: Resource): AskedPage | undefined {
  const exactSize = askedSize(query, paging);
  const size = exactSize === undefined ? usualSize(paging) : Number(exactSize);
  const position = positionIn(query, paging.positions);
  const value = position && query[position.parameter.name];
  if (position === undefined || !isGiven(value)) {
    return { position: paging.positions[0], begin: { skip: 0 }, size, exactSize };
  }
  if (position.kind === 'after' || position.kind === 'before') {
    const begin = readCursor(position, position.kind, value, resource);
    return begin && { position, begin, size, exactSize };
  }
  const before = notNegative(BigInt(numberIn(value) ?? position.base) - BigInt(position.base));
  const isPage = position.kind === 'page' && Number.isFinite(size);
  const skipped = exactInteger(isPage ? before * BigInt(exactSize ?? size) : before);
  return { position, begin: { skip: Number(skipped) }, skipped, size, exactSize };
}

/** Of several positions the one that the client has set: tokens have no default, and numbers may be at theirs. */
function positionIn(query: Input['query'], positions: readonly Position[]): Position | undefined {
  const given = positions.filter(({ parameter }) => isGiven(query[parameter.name]));
  const isSet = ({ parameter }: Position): boolean => query[parameter.name] !== keywordOf(parameter.schema, 'default');
  return given.find(isSet) ?? given[0];
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function askedSize(query: Input['query'], { size }: Paging): number | bigint | undefined {
  const asked = size && numberIn(query[size.name]);
  return asked === undefined ? undefined : exactInteger(notNegative(BigInt(asked)));
}

function usualSize({ size, positions }: Paging): number {
  if (positions.length === 0) return Number.POSITIVE_INFINITY;
  const { minimum = 0, maximum = USUAL_SIZE } = size?.schema ?? {};
  return Math.ceil(Math.max(Number(minimum), Math.min(USUAL_SIZE, Number(maximum))));
}

const notNegative = (value: bigint): bigint => (value < 0n ? 0n : value);

/** A parameter's whole number, which may stand in a text. */
function numberIn(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Math.trunc(value);
  // No more digits are read of any integer.
  return typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,100}$/.test(value))
    ? exactInteger(BigInt(value))
    : undefined;
}

/** Whether a page begins after a record, or ends before it. */
type Turn = 'after' | 'before';

/** The values of a record by which a list was sorted. */
export type SortedBy = Readonly<Record<string, unknown>>;

/** Where a page begins; of a sorted list with the values of that record, which may be gone by then. */
export type Begin = PageBegin & { readonly sortedBy?: SortedBy | undefined };

/** A token that says where a page begins. It holds the id of a record and not its place, which changes with others. */
function tokenOf(turn: Turn, id: Id, sortedBy?: SortedBy): string {
  const values = sortedBy === undefined ? '' : stringifyJson(sortedBy);
  const isKept = values !== '' && values.length <= LONGEST_VALUES;
  const base64 = Buffer.from(stringifyJson(isKept ? [turn, id, sortedBy] : [turn, id])).toString('base64');
  // As RFC 4648 §5 has it for addresses.
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A token stands in an address: longer values are left out. */
const LONGEST_VALUES = 500;

/** What a parameter takes for the page after a record, or before it: a token, or the id; undefined where it can't say so. */
export function cursorFor({ kind, parameter, isId }: Position, turn: Turn, id: Id, sortedBy?: SortedBy): unknown {
  const asId = kind === turn ? [id, String(id)] : [];
  const candidates: readonly unknown[] = isId ? asId : [tokenOf(turn, id, sortedBy), tokenOf(turn, id), ...asId];
  return candidates.find((candidate) => fits(parameter.schema, 'request', candidate));
}

/** Where a page begins that a client asks for by a token or an id; undefined for a token that no reply can have shown. */
function readCursor(position: Position, turn: Turn, value: unknown, resource: Resource): Begin | undefined {
  const { isId, parameter } = position;
  if (!isId && typeof value === 'string' && fits(parameter.schema, 'request', tokenOf(turn, 1)))
    return readToken(value);
  const id = idFrom(value, resource);
  if (id === undefined) return undefined;
  return turn === 'after' ? { after: id } : { before: id };
}

function readToken(text: string): Begin | undefined {
  try {
    const value = parseJson(Buffer.from(text, 'base64').toString());
    if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined;
    const [turn, id, values]: readonly unknown[] = value;
    const sortedBy = isObject(values) ? values : undefined;
    if (!isId(id)) return undefined;
    return turn === 'after' ? { after: id, sortedBy } : turn === 'before' ? { before: id, sortedBy } : undefined;
  } catch {
    return undefined;
  }
}

/** The id that a parameter's value means: parameters and records may have numbers in texts, or not. */
function idFrom(value: unknown, resource: Resource): Id | undefined {
  if (!isId(value)) return undefined;
  const property = idPropertyOf(resource);
  const types = property === undefined ? ['integer'] : typesOf(property);
  if (types.includes('string')) return String(value);
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? exactInteger(BigInt(value)) : value;
}

/** Where a list has sizes and leads on, but no position: a parameter of the mock's own, else the first page would be the last. */
export function withPosition(task: Task, paging: Paging): { readonly task: Task; readonly paging: Paging } {
  const { size, positions } = paging;
  const { input, operation, call } = task;
  const isSized = size !== undefined && input.query[size.name] !== undefined;
  if (positions.length > 0 || !isSized || !leadsOn(paging)) return { task, paging };
  const name = nameBeside(size.name);
  const isTaken = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
  if (isTaken) return { task, paging };
  const parameter: Parameter = { ...size, name, required: false, schema: { type: 'string' }, examples: [] };
  const value = new URLSearchParams(call.query).get(name) ?? undefined;
  return {
    task: { ...task, input: { ...input, query: { ...input.query, [name]: value } } },
    paging: { ...paging, positions: [{ kind: 'after', parameter, base: 0, isId: false }] },
  };
}

const leadsOn = ({ members, headers }: Paging): boolean =>
  members.some(({ fact }) => fact === 'next') || headers.some(({ kind }) => kind === 'links');

/** `page[after]` beside `page[size]`, as JSON:API's profile for cursors has it; else `cursor`. */
function nameBeside(size: string): string {
  const [, holder] = /^([^[]+)\[[^\]]+\]$/.exec(size) ?? [];
  return holder === undefined ? 'cursor' : `${holder}[after]`;
}
