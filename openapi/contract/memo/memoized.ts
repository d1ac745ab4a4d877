/** Stands in the cache for a value that is `undefined`, so that a look at the cache is one `get`. */
const UNDEFINED = Symbol('undefined');

/**
 * A function that works out its result once for each object, and forgets it with the object. Its arguments must not
 * change afterwards; the contract and its parts never do.
 */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  return remembering(new WeakMap<Key, Value | typeof UNDEFINED>(), make);
}

/** The same for texts. It forgets none of them, so it is for such as are few: the paths of contracts. */
export function memoizedByText<Value>(make: (text: string) => Value): (text: string) => Value {
  return remembering(new Map<string, Value | typeof UNDEFINED>(), make);
}

interface Cache<Key, Value> {
  get(key: Key): Value | typeof UNDEFINED | undefined;
  set(key: Key, value: Value | typeof UNDEFINED): unknown;
}

function remembering<Key, Value>(cache: Cache<Key, Value>, make: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = cache.get(key);
    // Stored only where `make` gave undefined, which is then one of its values.
    if (known === UNDEFINED) return undefined as Value;
    if (known !== undefined) return known;
    const value = make(key);
    cache.set(key, value === undefined ? UNDEFINED : value);
    return value;
  };
}
