import { isNumeric, isObject } from '../json/value';
import { type Draft, drop, LEFT_OUT, replace, type Site, shown, within } from './draft';
import { KINDS, type Kind, type ObjectType, type ValueType } from './kinds';
import { OBJECT_REPAIRS } from './objects';
import { TYPES } from './schema';

/** Makes the fields of an object of its kind, in place: each holds a value of its form, or objects of its kind, or is gone. */
export function repair(draft: Draft, kind: Kind, place: Site): void {
  for (const leftover of OBJECT_REPAIRS[kind] ?? []) leftover(draft, place);
  for (const [name, field] of Object.entries(KINDS[kind])) {
    if (!Object.hasOwn(draft, name)) continue;
    if (typeof field === 'string') repairValue(draft, name, field, place);
    else repairField(draft, name, field, place);
  }
}

function repairValue(draft: Draft, name: string, form: ValueType, place: Site): void {
  const value = draft[name];
  const { words, isFit, meant } = FORMS[form];
  if (isFit(value)) return;
  const problem = `expected ${words}, found ${shown(value)}.`;
  const instead = meant(value);
  if (instead === undefined) drop(draft, name, place, problem);
  else replace(draft, name, instead, place, problem);
}

function repairField(draft: Draft, name: string, { holds, kind }: ObjectType, place: Site): void {
  if (holds === 'one') {
    repairMember(draft, name, kind, place);
    return;
  }
  const value = draft[name];
  // Looked at where it leads.
  if (isObject(value) && typeof value.$ref === 'string') return;
  if (holds === 'array' && isObject(value)) {
    const remedy = 'It is read as a list of that one.';
    replace(draft, name, [value], place, 'expected a list, found an object.', remedy);
  } else if (holds === 'array' ? !Array.isArray(value) : !isObject(value)) {
    drop(draft, name, place, `expected ${holds === 'array' ? 'a list' : 'an object'}, found ${shown(value)}.`);
    return;
  }
  repairMembers(draft, name, kind, within(place, name));
}

/** Makes the members of an array or of a map objects of a kind, in place. */
export function repairMembers(draft: Draft, name: string, kind: Kind, inside: Site): void {
  // An array has its members under their places, as an object has them under their names.
  const members = draft[name] as Draft;
  for (const member of Object.keys(members)) {
    if (kind !== 'schema' && !Array.isArray(members) && member.startsWith('x-') && !isObject(members[member])) continue;
    repairMember(members, member, kind, inside);
  }
}

function repairMember(owner: Draft, name: string, kind: Kind, place: Site): void {
  const value = owner[name];
  if (isObject(value) || kind === 'extension') return;
  if (kind === 'schema' && typeof value === 'boolean') return;
  const problem = `expected ${EXPECTED[kind] ?? 'an object'}, found ${shown(value)}.`;
  const instead = substituteOf(kind, value, Array.isArray(owner));
  if (instead === undefined) drop(owner, name, place, problem);
  else replace(owner, name, instead.value, place, problem, instead.remedy);
}

/** What stands for an object of a kind where there is none, and what is said of it. */
interface Substitute {
  readonly value: object;
  readonly remedy: string;
}

/** What is expected of members that may be something else than objects. */
const EXPECTED: Readonly<Partial<Record<Kind, string>>> = { schema: 'a schema' };

const ANYTHING: Substitute = { value: {}, remedy: 'Any value is taken there.' };

/** By what another value is meant, where that can be told. */
const MEANT: Readonly<Partial<Record<Kind, (value: unknown) => Substitute | undefined>>> = {
  schema: (value) => {
    const type = typeof value === 'string' ? TYPES.get(value.toLowerCase()) : undefined;
    return type === undefined ? ANYTHING : { value: type, remedy: 'It is read as a type.' };
  },
  response: (value) => ({
    value: { description: typeof value === 'string' ? value : '' },
    remedy: 'The reply is read as one without a body.',
  }),
  'media type': () => ANYTHING,
  example: (value) =>
    value === undefined ? undefined : { value: { value }, remedy: 'It is read as the value of an example.' },
};

/** What takes the place of no object of a kind, or of a reference to nothing; undefined where it is left out. In a list others keep their places. */
export const substituteOf = (kind: Kind, value: unknown, isListed: boolean): Substitute | undefined =>
  MEANT[kind]?.(value) ?? (isListed ? { value: {}, remedy: LEFT_OUT } : undefined);

interface ValueForm {
  /** What is expected, in words. */
  readonly words: string;
  readonly isFit: (value: unknown) => boolean;
  /** What the author of another value means by it; undefined where that can't be told. */
  readonly meant: (value: unknown) => unknown;
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

const numberIn = (value: unknown): number | undefined =>
  isText(value) && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;

const textOf = (value: unknown): string | undefined =>
  isNumeric(value) || typeof value === 'boolean' ? String(value) : undefined;

/** The forms of values that fields may have. */
const FORMS: Readonly<Record<ValueType, ValueForm>> = {
  text: { words: 'a text', isFit: isText, meant: textOf },
  flag: {
    words: 'true or false',
    isFit: (value) => typeof value === 'boolean',
    meant: (value) => (isText(value) ? FLAGS.get(value.trim().toLowerCase()) : undefined),
  },
  number: { words: 'a number', isFit: isNumeric, meant: numberIn },
  count: {
    words: 'a whole number of at least 0',
    isFit: isCount,
    meant: (value) => (isCount(numberIn(value)) ? numberIn(value) : undefined),
  },
  texts: {
    words: 'a list of texts',
    isFit: (value) => Array.isArray(value) && value.every(isText),
    meant: (value) => {
      if (isText(value)) return [value];
      return Array.isArray(value) ? value.map((one) => textOf(one) ?? one).filter(isText) : undefined;
    },
  },
  list: {
    words: 'a list',
    isFit: Array.isArray,
    meant: (value) => (value === null || value === undefined ? undefined : [value]),
  },
};

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
