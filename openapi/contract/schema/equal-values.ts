/** Values of JSON, each once. */
export interface ValueSet {
  readonly has: (value: unknown) => boolean;
  /** Whether the value is new in it. */
  readonly add: (value: unknown) => boolean;
}

/**
 * A set in which values of JSON are the same that are equal: names of an object may come in any order. It takes each in
 * time that is linear in the value, however many there are.
 */
export function newValueSet(values: Iterable<unknown> = []): ValueSet {
  const plain = new Set<unknown>();
  const texts = new Set<string>();
  const add = (value: unknown): boolean => {
    const before = plain.size + texts.size;
    if (isNested(value)) texts.add(canonicalText(value));
    else plain.add(value);
    return plain.size + texts.size > before;
  };
  for (const value of values) add(value);
  // Text is made of a value only where the set has one that it could equal.
  const has = (value: unknown): boolean =>
    isNested(value) ? texts.size > 0 && texts.has(canonicalText(value)) : plain.has(value);
  return { has, add };
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The same text for equal values, another one for others. An integer has one form, as `exactNumber` gives it. */
function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.sort().join(',')}}`;
}
