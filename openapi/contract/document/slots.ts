import { pointerTo } from '../json/pointer';
import { isObject, own } from '../json/value';
import type { Draft } from '../mending/draft';
import { KINDS, type Kind } from '../mending/kinds';

/** Where a value stands. */
export interface Home {
  readonly file: string;
  readonly pointer: string;
}

/** A place whose value is yet to be looked at. */
export interface Slot extends Home {
  readonly owner: Draft;
  readonly name: string;
  readonly kind: Kind | 'example value';
  /** Whether it holds several of the kind. */
  readonly isSeveral?: true;
}

/** The places in an object of a kind where OpenAPI has references, or objects with such places. */
export function slotsIn(draft: Draft, kind: Kind, { file, pointer }: Home): Slot[] {
  if (kind === 'extension')
    return Object.keys(draft).map((name) => ({ owner: draft, name, kind, file, pointer: pointerTo(pointer, name) }));
  const found: Slot[] = [];
  for (const [name, field] of Object.entries(KINDS[kind])) {
    const value = own(draft, name);
    if (typeof field === 'string' || typeof value !== 'object' || value === null) continue;
    const at = pointerTo(pointer, name);
    const slot = { owner: draft, name, kind: field.kind, file, pointer: at };
    found.push(field.holds === 'one' ? slot : { ...slot, isSeveral: true });
  }
  for (const name of EXAMPLES[kind] ?? [])
    if (isReferring(draft[name]))
      found.push({ owner: draft, name, kind: 'example value', file, pointer: pointerTo(pointer, name) });
  return found;
}

export const isReferring = (value: unknown): value is Draft => isObject(value) && typeof value.$ref === 'string';

/** Fields with a value of the author's, of which many mean a reference to one. */
const EXAMPLES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  schema: ['example'],
  parameter: ['example'],
  header: ['example'],
  'media type': ['example'],
  example: ['value'],
};

/** Whether a value may stand where a reference to it does. */
export const isFit = (value: unknown, { kind, isSeveral }: Slot): boolean =>
  kind === 'extension' ||
  (isSeveral === true && Array.isArray(value)) ||
  isObject(value) ||
  (kind === 'schema' && typeof value === 'boolean');
