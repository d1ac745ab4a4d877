import {
  bareOf,
  type Contract,
  formsOf,
  groupedBy,
  identityCandidates,
  memoized,
  type Operation,
  own,
  type Resource,
  type Schema,
  wordsOf,
} from '../../../openapi/contract';
import { keyOf } from '../records';
import { isTelling, referencesTo, referredIn, type Slot } from './identity';

/** By the names of a path's parameters. */
export type PathValues = Readonly<Record<string, unknown>>;

const TEMPLATE = /\{([^{}]+)\}/g;

const segmentsOf = (path: string): readonly string[] => bareOf(path).split('/').slice(1);
const shapeOf = (path: string): string => bareOf(path).replaceAll(TEMPLATE, '{}');

type Paths = Pick<Contract, 'operations' | 'resources'>;

interface Slots {
  readonly of: ReadonlyMap<Operation, readonly Slot[]>;
  /** The same of all paths by the shape of what is before them: there the things are that they name. */
  readonly byShape: ReadonlyMap<string, readonly Slot[]>;
  /** By the names that refer to what they name. */
  readonly byReference: ReadonlyMap<string, readonly Slot[]>;
}

const slotsIn = memoized(({ operations, resources }: Paths): Slots => {
  const byItem = new Map(resources.map((resource) => [shapeOf(resource.itemPath ?? ''), resource]));
  const paths = [...new Set(operations.map(({ path }) => path))].map(segmentsOf);
  const of = new Map(operations.map((operation) => [operation, slotsFor(operation, byItem, paths)]));
  // Of several paths with the same slot one is enough.
  const named = new Map([...of.values()].flat().map((slot) => [`${slot.shape} ${slot.parameter.name}`, slot]));
  const byShape = groupedBy(named.values(), ({ shape }) => shape);
  // What is named below others is meant less often than what stands by itself.
  const each = [...byShape.values()].map(([first]) => first).toSorted((one, other) => depthOf(one) - depthOf(other));
  const referring = each.flatMap((slot) => referencesTo(slot).map((name) => ({ name, slot })));
  const byReference = new Map(
    [...groupedBy(referring, ({ name }) => name)].map(([name, some]) => [name, some.map(({ slot }) => slot)]),
  );
  return { of, byShape, byReference };
});

const depthOf = ({ shape }: Slot): number => shape.split('{}').length;

/** The fixed segments that other paths have in the place of one that is none, where the other segments may be the same. */
function wordsAt(segments: readonly string[], index: number, paths: Iterable<readonly string[]>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const other of paths) {
    const word = other[index];
    if (word === undefined || word.includes('{') || other.length !== segments.length) continue;
    const isAlike = (one: string, place: number): boolean =>
      place === index || one === other[place] || one.includes('{') || other[place]?.includes('{') === true;
    if (segments.every(isAlike)) words.add(decoded(word));
  }
  return words;
}

function slotsFor(
  { path, parameters }: Operation,
  byItem: ReadonlyMap<string, Resource>,
  paths: readonly (readonly string[])[],
): readonly Slot[] {
  const segments = segmentsOf(path);
  return segments.flatMap((segment, index) =>
    [...segment.matchAll(TEMPLATE)].flatMap(([, name]): readonly Slot[] => {
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (parameter === undefined) return [];
      const above = segments.slice(0, index);
      const before = above.map((one) => `/${one}`).join('');
      const fixed = above.slice(above.findLastIndex((one) => one.includes('{')) + 1);
      const shape = shapeOf(before);
      const resource = byItem.get(`${shape}/{}`);
      const candidates = resource === undefined ? [] : identityCandidates(resource, parameter);
      return [
        {
          ...{ parameter, before, shape, fixed, words: wordsAt(segments, index, paths) },
          asked: wordsOf(parameter.name),
          told: new Set(wordsOf(parameter.description.slice(0, MOST_TOLD))),
          forms: formsOf(fixed.at(-1) ?? ''),
          documented: candidates.flatMap(({ at }) => at.slice(-1)),
        },
      ];
    }),
  );
}

/** So much of a description says of a parameter what it is. */
const MOST_TOLD = 200;

/** The slots of an operation's path, the outermost first. */
export const slotsOf = (contract: Paths, operation: Operation): readonly Slot[] =>
  slotsIn(contract).of.get(operation) ?? [];

/** Whether a path ends in its last slot. */
export const endsInSlot = ({ path }: Pick<Operation, 'path'>): boolean => bareOf(path).endsWith('}');

/** The slots that follow a path; none where nothing has a path of its own below it. */
export const slotsBelow = (contract: Paths, path: string): readonly Slot[] =>
  slotsIn(contract).byShape.get(shapeOf(path)) ?? [];

/** The slots that a parameter or a member refers to by its name. */
export function slotsReferredBy(contract: Paths, name: string): readonly Slot[] {
  const { byReference } = slotsIn(contract);
  return referredIn(name).flatMap((one) => byReference.get(one) ?? []);
}

/** The slots that ask for texts of the very form of a schema, where few texts have it. */
export function slotsOfForm(contract: Paths, { pattern }: Schema): readonly Slot[] {
  if (pattern === undefined || !isTelling(pattern)) return [];
  const each = [...slotsIn(contract).byShape.values()].flatMap(([first]) => first ?? []);
  return each.filter(({ parameter }) => parameter.schema.pattern === pattern);
}

/** The slot at the end of the path of an item. */
export const slotOfItem = (contract: Paths, itemPath: string): Slot | undefined =>
  slotsBelow(contract, itemPath.slice(0, bareOf(itemPath).lastIndexOf('/')))[0];

/** What stands below a path with values. */
export interface Place {
  /** The path with its values, each as text; empty where it is not known, or nothing there has a path of its own. */
  readonly key: string;
  readonly slots: readonly Slot[];
}

export const NOWHERE: Place = { key: '', slots: [] };

/** The place that a path leads to; nowhere where nothing has a path of its own below it, or a value is lacking. */
export function placeIn(contract: Paths, path: string, values: PathValues): Place {
  const slots = slotsBelow(contract, path);
  const key = slots.length === 0 ? undefined : keyOfPath(path, values);
  return key === undefined ? NOWHERE : { key, slots };
}

/** A path with values, each as text; undefined where one is lacking. */
export function keyOfPath(path: string, values: PathValues): string | undefined {
  const names = [...path.matchAll(TEMPLATE)].map(([, name = '']) => name);
  if (names.some((name) => own(values, name) === undefined)) return undefined;
  return bareOf(path).replaceAll(TEMPLATE, (_, name: string) => escaped(keyOf(own(values, name))));
}

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('/', '%2F');

/** A place where a link leads, and what it names there. */
interface Led {
  readonly place: Place;
  readonly value: string;
}

/**
 * What an address names by a contract's paths: that of the path that it ends with, most of whose segments are fixed ones.
 *
 * @param base the path that it may be relative to
 */
export function ledTo(contract: Paths, address: string, base: string): readonly Led[] {
  const url = URL.canParse(address, `http://host${base}`) ? new URL(address, `http://host${base}`) : undefined;
  const segments = (url === undefined ? '' : bareOf(url.pathname)).split('/').slice(1).map(decoded);
  const fits = ways(contract).filter(({ parts }) => {
    const end = segments.slice(-parts.length);
    return end.length === parts.length && parts.every((part, index) => part === SLOT || part === end[index]);
  });
  const [way] = fits;
  if (way === undefined) return [];
  const end = segments.slice(-way.parts.length);
  return way.slots.map((slot, index) => {
    const at = way.parts.flatMap((part, position) => (part === SLOT ? [position] : []))[index] ?? 0;
    const key = end
      .slice(0, at)
      .map((one) => `/${escaped(one)}`)
      .join('');
    return { place: { key, slots: slotsBelow(contract, slot.before) }, value: end[at] ?? '' };
  });
}

const SLOT = Symbol('slot');

/** The paths that a link may lead to, those with most fixed segments first: one of those alone names nothing. */
const ways = memoized((contract: Paths) =>
  contract.operations
    .map((operation) => {
      const parts = segmentsOf(operation.path).map((one) => (/^\{[^{}]+\}$/.test(one) ? SLOT : one));
      return { parts, slots: slotsOf(contract, operation), fixed: parts.filter((part) => part !== SLOT).length };
    })
    .filter(({ parts, slots, fixed }) => fixed > 0 && parts.length - fixed === slots.length)
    .toSorted(
      (one, other) =>
        other.fixed - one.fixed ||
        // What names nothing, such as `/things/count`, is no thing `count`.
        Math.sign(other.slots.length) - Math.sign(one.slots.length) ||
        one.parts.length - other.parts.length,
    ),
);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
