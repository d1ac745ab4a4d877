import { type Parameter, type Property, plain, propertiesOf, type Resource, wordsOf } from '../../../openapi/contract';
import { fitsAsText } from '../../exchange/query';

/** Where a path goes on with the value of a parameter. */
export interface Slot {
  readonly parameter: Parameter;
  /** The path before it. */
  readonly before: string;
  /** The same, whatever its parameters are called. */
  readonly shape: string;
  /** The fixed segments right before it, the nearest last. */
  readonly fixed: readonly string[];
  /** The fixed segments that other paths have in its place: as its value they would lead there (OpenAPI 3.0.3 §4.7.8.2). */
  readonly words: ReadonlySet<string>;
  /** The words of its parameter's name, and those by which the document tells of it. */
  readonly asked: readonly string[];
  readonly told: ReadonlySet<string>;
  /** The name of what is there, in the singular and the plural. */
  readonly forms: readonly string[];
  /** The members of the records there that it may ask for by the document, the likeliest first. */
  readonly documented: readonly string[];
}

/** How a value came to be known that may name something: `path`: a request has had it in its path and succeeded. */
export type ClueSource = 'link' | 'path' | 'member' | 'key' | 'item' | 'sent';

export interface Naming {
  readonly source: ClueSource;
  /** Of a member its name; of a plain item that of its list. */
  readonly name: string;
  /** Its words. */
  readonly words: readonly string[];
  readonly value: unknown;
}

/** How likely what a clue says is what a slot asks for: the less, the likelier. */
export const LIKELY = {
  /** The very value has worked there before; a member of that name has. */
  worked: 0,
  bound: 1,
  /** By what the document says of its records. */
  documented: 1.5,
  exact: 2,
  ofResource: 3,
  end: 4,
  told: 5,
  listed: 6,
  id: 7,
  key: 8,
  /** Only its pattern or format is that of the parameter. */
  alike: 9,
} as const;

/**
 * How likely a value is the one by which a slot names the thing that has it; Infinity where it is none.
 *
 * @param bound the name of the member whose values have worked there
 */
export function likelihoodOf({ source, name, words, value }: Naming, slot: Slot, bound?: string): number {
  const { parameter, documented, asked, forms, told } = slot;
  if (source === 'link' || source === 'path') return LIKELY.worked;
  if (source === 'key' || source === 'item') return LIKELY.listed;
  if (name === bound) return LIKELY.bound;
  if (documented.includes(name)) return LIKELY.documented + documented.indexOf(name) / 20;
  const [one, wanted] = [words.join(''), asked.join('')];
  if (one === wanted) return LIKELY.exact;
  const isUsual = IDS.has(one) || KEYS.has(one);
  if (isUsual && forms.some((form) => form + one === wanted)) return LIKELY.ofResource;
  if (forms.some((form) => form + wanted === one || (one.startsWith(form) && IDS.has(one.slice(form.length)))))
    return LIKELY.ofResource;
  if (isEndOf(words, asked)) return LIKELY.end;
  if (isEndOf(asked, words) && !IDS.has(wanted) && !KEYS.has(wanted)) return LIKELY.end;
  if (isUsual && told.has(one)) return LIKELY.told;
  if (IDS.has(one)) return LIKELY.id;
  if (KEYS.has(one) || forms.includes(one)) return LIKELY.key;
  return isAlike(parameter, value) ? LIKELY.alike : Number.POSITIVE_INFINITY;
}

const isEndOf = (end: readonly string[], words: readonly string[]): boolean =>
  end.length > 0 && end.length <= words.length && end.every((word, index) => word === words.at(index - end.length));

/** Whether a text is of the very form that a parameter asks for, where few texts are. */
const isAlike = ({ schema }: Parameter, value: unknown): boolean =>
  (schema.format === 'uuid' || isTelling(schema.pattern ?? '')) &&
  typeof value === 'string' &&
  fitsAsText(schema, value);

/** Whether few texts fit a pattern. */
export const isTelling = (pattern: string): boolean => pattern.length > 8;

/** The names by which records of others refer to what a slot names, in one spelling: `thingid` and `thing`. */
export function referencesTo({ asked, forms: all }: Pick<Slot, 'asked' | 'forms'>): readonly string[] {
  const forms = all.filter((form) => form.length > 2);
  const name = asked.join('');
  const isPlain = IDS.has(name) || KEYS.has(name) || name.length < 3;
  return [...(isPlain ? forms.map((form) => form + name) : [name]), ...forms.flatMap((form) => [`${form}id`, form])];
}

/** What a name may refer to, in one spelling, the nearest first: `thingid` and `thing` of `mainThingId`, `thing` of `thing_ref`. */
export function referredIn(name: string): readonly string[] {
  const words = wordsOf(name.replace(/s$/, ''));
  const last = words.at(-1) ?? '';
  const stem = words.length > 1 && REFERS.has(last) ? words.slice(0, -1) : words;
  const ends = stem.map((_, index) => stem.slice(index).join('')).filter((end) => end.length > 2);
  return [
    ...new Set([plain(name), ...ends.flatMap((end) => (stem === words ? [end] : [end + last, `${end}id`, end]))]),
  ];
}

/** Names of members that hold ids, and of those that hold natural keys. */
const IDS = new Set(['id', 'uuid', 'guid', 'gid', 'uid', 'sid', 'oid', 'pk', 'ulid', 'urn', 'identifier']);
const KEYS = new Set(['name', 'key', 'slug', 'code', 'username', 'login', 'handle', 'email', 'number', 'ref']);
/** How names end that refer to something. */
const REFERS = new Set([...IDS, ...KEYS, 'reference']);

/** Whether a name says of what it holds what it refers to: `thingCode`. */
export function saysReference(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && REFERS.has(words.at(-1) ?? '');
}

/** Whether a member has a resource's ids: by the same telling pattern, or since it is called by the key. */
export const hasIdsOf = (resource: Resource, member: Pick<Property, 'name' | 'schema'>): boolean =>
  hasFormOf(resource, member) && (isTelling(member.schema.pattern ?? '') || isCalledBy(resource, member));

/** Whether a member is called by the key of a resource, which tells what it is of: `sku`. */
export const isKeyOf = (resource: Resource, member: Pick<Property, 'name' | 'schema'>): boolean =>
  isCalledBy(resource, member) && hasFormOf(resource, member);

const isCalledBy = ({ idParameter, idProperty }: Resource, { name }: Pick<Property, 'name'>): boolean =>
  idProperty !== undefined &&
  [idProperty, idParameter?.name ?? ''].every((one) => plain(one) === plain(name)) &&
  !ANYTHING.test(name);

function hasFormOf(
  { idParameter, idProperty, schema: record }: Resource,
  { schema }: Pick<Property, 'schema'>,
): boolean {
  const property = idProperty === undefined ? undefined : propertiesOf(record).get(idProperty)?.schema;
  return [idParameter?.schema, property].some((one) => one?.pattern === schema.pattern);
}

/** What records of many kinds have. */
const ANYTHING = /^(?:id|name|code|key|number|slug|tag|type|title|label|version|date|ref|reference)$/i;
