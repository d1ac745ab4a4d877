/** An object of JSON whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether this is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property's value: `__proto__` and `constructor` are names like any other. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value if it is an object, else an empty one. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value if it is an array, else an empty one. */
export const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a string. */
export const stringOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Whether this is a number, which beyond 2^53 is a `bigint`. */
export const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** The JSON type of a value; of a number `number`, or `bigint` where it is kept as one. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Several in their order, by what they have in common. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** How many values are inside a value, itself among them, counted up to about `most`. */
export function countParts(value: unknown, most: number): number {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && parts.length < most; index += 1) {
    const part = parts[index];
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
  }
  return parts.length;
}

/**
 * A slice of a text that is cut between characters: a surrogate pair that lies across its beginning is in it whole, and one
 * that lies across its end is not.
 */
export const partOf = (text: string, from: number, to = text.length): string =>
  text.slice(splitsPair(text, from) ? from - 1 : from, splitsPair(text, to) ? to - 1 : to);

const splitsPair = (text: string, at: number): boolean =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

/** Whether a value is a whole number. */
export const isWhole = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value);

/** A JSON pointer made of these tokens (RFC 6901 §3–4), appended to `base`. */
export function pointerTo(base: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}

/** The tokens of a JSON pointer. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointers to what a place stands in, the nearest first, the whole last. */
export function ancestorsOf(pointer: string): readonly string[] {
  const found: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    found.push(pointer.slice(0, end));
  return found;
}
