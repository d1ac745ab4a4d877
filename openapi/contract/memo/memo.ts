/**
 * What is computed once and kept, as a function of the same signature: `once` for one value, `latest` for the argument of
 * the last call, `memoized` for each object, `memoizedByText` for each text, `memoizedTexts` for objects whose texts take
 * much memory, `memoizedLately` for texts that are many. Arguments must not change afterwards; the contract and its parts never do.
 */

/** Computed at the first call. A promise that is rejected is forgotten: the next call tries again. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    if (made !== undefined) return made;
    const value = make();
    made = value;
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}

/** Keeps its last result, and computes another only for another argument. */
export function latest<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { readonly argument: Argument; readonly result: Result } | undefined;
  return (argument) => {
    if (last === undefined || last.argument !== argument) last = { argument, result: make(argument) };
    return last.result;
  };
}

/** Computed once for each object, and forgotten with the object. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  return cachedIn(new WeakMap<Key, Value>(), make);
}

/** Computed once for each text and never forgotten: for texts that are few, such as the paths of contracts. */
export function memoizedByText<Value>(make: (text: string) => Value): (text: string) => Value {
  return cachedIn(new Map<string, Value>(), make);
}

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

function cachedIn<Key, Value>(cache: Cache<Key, Value>, make: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = cache.get(key);
    // What the cache has is a value, also where that is undefined.
    if (known !== undefined || cache.has(key)) return known as Value;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
}

/** A text for each object: those of the last calls are kept, at most `mostLength` characters of them. */
export const memoizedTexts = <Key extends object>(
  mostLength: number,
  make: (key: Key) => string,
): ((key: Key) => string) =>
  cachedLately(
    mostLength,
    make,
    () => new WeakMap<Key, string>(),
    (_, text) => text.length,
  );

/** A value for each text: those of the last calls are kept, of texts of at most `mostLength` characters together. */
export const memoizedLately = <Value>(mostLength: number, make: (text: string) => Value): ((text: string) => Value) =>
  cachedLately(
    mostLength,
    make,
    () => new Map<string, Value>(),
    ({ length }) => length,
  );

function cachedLately<Key, Value>(
  mostLength: number,
  make: (key: Key) => Value,
  newTable: () => Cache<Key, Value>,
  lengthOf: (key: Key, value: Value) => number,
): (key: Key) => Value {
  // Values move from the old table to the young one. When that has half of `mostLength`, it becomes the old one.
  let old = newTable();
  let young = newTable();
  let length = 0;
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? make(key);
    const size = OVERHEAD + lengthOf(key, value);
    if (size > mostLength / 2) return value;
    if (length + size > mostLength / 2) {
      old = young;
      young = newTable();
      length = 0;
    }
    young.set(key, value);
    length += size;
    return value;
  };
}

/** What a text takes beside its characters: its own head, and its place in the table. */
const OVERHEAD = 80;
