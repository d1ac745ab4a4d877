/** What a text takes beside its characters: its own head, and its place in the table. */
const PLACE = 80;

/**
 * A function that works out a text for each object, and remembers those that were asked for lately: as many as have so many
 * characters. Its arguments must not change afterwards.
 */
export function memoizedTexts<Key extends object>(
  mostLength: number,
  make: (key: Key) => string,
): (key: Key) => string {
  // Texts go from the one table to the other; when the young one has half of all, what only the old one has is forgotten.
  let old = new WeakMap<Key, string>();
  let young = new WeakMap<Key, string>();
  let length = 0;
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const text = old.get(key) ?? make(key);
    const size = PLACE + text.length;
    if (size > mostLength / 2) return text;
    if (length + size > mostLength / 2) {
      old = young;
      young = new WeakMap();
      length = 0;
    }
    young.set(key, text);
    length += size;
    return text;
  };
}
