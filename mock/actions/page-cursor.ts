import {
  exactInteger,
  fits,
  isObject,
  type Position,
  parseJson,
  propertiesOf,
  type Resource,
  stringifyJson,
  typesOf,
} from '../../openapi/contract';
import type { Id, PageBegin } from '../world/stores/records';

/** Whether a page begins after a record, or ends before it. */
export type Turn = 'after' | 'before';

/** The values of a record by which a list was sorted. */
export type SortedBy = Readonly<Record<string, unknown>>;

/** Where a page begins; of a sorted list with the values of that record, which may be gone by then. */
export type Begin = PageBegin & { readonly sortedBy?: SortedBy | undefined };

/** A token that says where a page begins. It holds the id of a record and not its place, which changes with others. */
function tokenOf(turn: Turn, id: Id, sortedBy?: SortedBy): string {
  const values = sortedBy === undefined ? '' : stringifyJson(sortedBy);
  const isKept = values !== '' && values.length <= LONGEST_VALUES;
  return Buffer.from(stringifyJson(isKept ? [turn, id, sortedBy] : [turn, id])).toString('base64url');
}

/** A token stands in an address: longer values are left out. */
const LONGEST_VALUES = 500;

/**
 * What a parameter takes for the page after a record, or before it: a token, or the id itself where the parameter's name
 * or its schema asks for that. Undefined where it can't say so.
 */
export function cursorFor({ kind, parameter, isId }: Position, turn: Turn, id: Id, sortedBy?: SortedBy): unknown {
  const asId = kind === turn ? [id, String(id)] : [];
  const candidates: readonly unknown[] = isId ? asId : [tokenOf(turn, id, sortedBy), tokenOf(turn, id), ...asId];
  return candidates.find((candidate) => fits(parameter.schema, 'request', candidate));
}

/** Where a page begins that a client asks for by a token or an id; undefined for a token that no reply can have shown. */
export function readCursor(position: Position, turn: Turn, value: unknown, resource: Resource): Begin | undefined {
  const { isId, parameter } = position;
  if (!isId && typeof value === 'string' && fits(parameter.schema, 'request', tokenOf(turn, 1)))
    return readToken(value);
  const id = idOf(value, resource);
  if (id === undefined) return undefined;
  return turn === 'after' ? { after: id } : { before: id };
}

function readToken(text: string): Begin | undefined {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined;
    const [turn, id, values]: readonly unknown[] = value;
    const sortedBy = isObject(values) ? values : undefined;
    if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') return undefined;
    return turn === 'after' ? { after: id, sortedBy } : turn === 'before' ? { before: id, sortedBy } : undefined;
  } catch {
    return undefined;
  }
}

/** The id that a parameter's value means: parameters and records may have numbers in texts, or not. */
function idOf(value: unknown, { idProperty, schema }: Resource): Id | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const types = property === undefined ? ['integer'] : typesOf(property);
  if (types.includes('string')) return String(value);
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? exactInteger(BigInt(value)) : value;
}
