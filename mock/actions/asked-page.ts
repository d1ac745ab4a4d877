import { exactInteger, keywordOf, type Paging, type Position, type Resource } from '../../openapi/contract';
import type { Input } from './model';
import { type Begin, readCursor } from './page-cursor';

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
