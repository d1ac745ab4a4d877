import { isObject, own, pointerTo } from '../json/value';
import type { Draft } from '../repair/draft';
import { KINDS, type Kind } from '../repair/kinds';
import { withoutUserInfo } from './download';

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

/** Why a reference leads nowhere. */
export interface Nowhere {
  /** A sentence about the reference, or about the file that it leads to. */
  readonly problem: string;
  readonly correction: string;
  /** The file that the problem is one of, where it is not that of the reference. */
  readonly file?: string;
}

/** A file that was not read. */
export class Unread {
  constructor(readonly why: Nowhere) {}
}

const CORRECTION = 'Correct the reference there.';

export const nowhere = (reference: unknown, problem: string, correction = CORRECTION) =>
  ({
    is: 'nowhere',
    problem: `the reference ${JSON.stringify(withoutUserInfo(String(reference)))} ${problem}.`,
    correction,
  }) as const;

export const missing = (reference: string, name: string) =>
  nowhere(reference, `leads nowhere: ${JSON.stringify(name)} does not exist`);

/** Keywords that say nothing of a value: those beside a reference count, not those that it leads to. */
const SAYINGS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  ...['nullable', 'externalDocs', 'xml', '$comment'],
]);

/** What a reference leads to, with what stands beside it: OpenAPI 3.0 ignores that, but most authors mean it. */
export function joined(target: Draft, siblings: Draft, kind: Kind): Draft {
  const isSaidTwice = (name: string): boolean =>
    !SAYINGS.has(name) && !name.startsWith('x-') && Object.hasOwn(target, name) && target[name] !== siblings[name];
  if (kind !== 'schema' || !Object.keys(siblings).some(isSaidTwice)) return { ...target, ...siblings };
  const { allOf } = siblings;
  return { ...siblings, allOf: [target, ...(Array.isArray(allOf) ? allOf : [])] };
}
