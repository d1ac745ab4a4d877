import { keywordOf, type Paging, type Position, type Resource } from '../../openapi/contract';
import type { PageBegin } from '../world/stores/records';
import type { Input } from './model';
import { readCursor } from './page-cursor';

/** Which page of a list a request asks for. */
export interface AskedPage {
  /** The parameter that says it; else the one that links to other pages use. Undefined where the list has none. */
  readonly position: Position | undefined;
  readonly begin: PageBegin;
  /** The most records of the page; `Infinity` for a list that has no pages. */
  readonly size: number;
}

/** The page size of a list whose description has none. */
const USUAL_SIZE = 20;

/** @returns undefined for a token that no reply can have shown */
export function readAskedPage(query: Input['query'], paging: Paging, resource: Resource): AskedPage | undefined {
  const size = sizeOf(query, paging);
  const position = positionIn(query, paging.positions);
  const value = position && query[position.parameter.name];
  if (position === undefined || !isGiven(value)) {
    return { position: paging.positions[0], begin: { skip: 0 }, size };
  }
  if (position.kind === 'after' || position.kind === 'before') {
    const begin = readCursor(position, position.kind, value, resource);
    return begin && { position, begin, size };
  }
  const before = Math.max(0, (numberIn(value) ?? position.base) - position.base);
  return { position, begin: { skip: position.kind === 'page' ? before * size : before }, size };
}

/** Of several positions the one that the client has set: tokens have no default, and numbers may be at theirs. */
function positionIn(query: Input['query'], positions: readonly Position[]): Position | undefined {
  const given = positions.filter(({ parameter }) => isGiven(query[parameter.name]));
  const isSet = ({ parameter }: Position): boolean => query[parameter.name] !== keywordOf(parameter.schema, 'default');
  return given.find(isSet) ?? given[0];
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function sizeOf(query: Input['query'], { size, positions }: Paging): number {
  const asked = size && numberIn(query[size.name]);
  if (asked !== undefined) return Math.max(0, asked);
  if (positions.length === 0) return Number.POSITIVE_INFINITY;
  const { minimum = 0, maximum = USUAL_SIZE } = size?.schema ?? {};
  return Math.max(Number(minimum), Math.min(USUAL_SIZE, Number(maximum)));
}

/** A parameter's whole number, which may stand in a text. */
function numberIn(value: unknown): number | undefined {
  const isNumber =
    typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && /^\d+$/.test(value));
  return isNumber ? Math.trunc(Number(value)) : undefined;
}
