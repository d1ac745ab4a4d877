/** `isDeepStrictEqual` of `node:util` for what a page has: values of JSON, and numbers beyond 2^53 as `bigint`. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    members.length === others.size &&
    members.every(([name, member]) => others.has(name) && isDeepStrictEqual(member, others.get(name)))
  );
}
