/** How many values are inside a value, itself among them, counted up to about `most`. */
export function countParts(value: unknown, most: number): number {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && parts.length < most; index += 1) {
    const part = parts[index];
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
  }
  return parts.length;
}
