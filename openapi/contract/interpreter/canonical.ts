/** Makes the test of whether a value is equal to one of these. */
export function isOneOf(values: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set(values.map(canonicalText));
  const plain = new Set(values.filter((value) => typeof value === 'string'));
  return (value) => (typeof value === 'string' ? plain.has(value) : texts.has(canonicalText(value)));
}

export const areAllDifferent = (items: readonly unknown[]): boolean =>
  new Set(items.map(canonicalText)).size === items.length;

/** The same text for equal values, another one for others, in linear time. An integer has one form, as `exactNumber` gives it. */
function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.sort().join(',')}}`;
}
