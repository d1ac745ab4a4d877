/**
 * Gives an object a member. By assignment, after which V8 keeps objects of the same members alike: those that
 * `Object.fromEntries` and spreads of unlike objects made were three times as dear to read.
 */
export function put(object: Record<string, unknown>, name: string, member: unknown): void {
  if (name !== '__proto__') object[name] = member;
  // An assignment would change the object's prototype.
  else Object.defineProperty(object, name, { value: member, enumerable: true, configurable: true, writable: true });
}

/** Gives an object all members of others; of those of one name the last. */
export function putAll(
  object: Record<string, unknown>,
  ...others: readonly Readonly<Record<string, unknown>>[]
): Record<string, unknown> {
  for (const other of others) for (const name of Object.keys(other)) put(object, name, other[name]);
  return object;
}
