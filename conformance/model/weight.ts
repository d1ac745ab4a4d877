/** About how many bytes a JSON value takes in memory, counted no further than to `most` and the next value. */
export function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return OF_A_VALUE + value.length;
  let weight = OF_A_VALUE;
  if (typeof value !== 'object' || value === null) return weight;
  for (const [name, inner] of Object.entries(value)) {
    if (weight > most) break;
    weight += name.length + weightOf(inner, most - weight);
  }
  return weight;
}

const OF_A_VALUE = 24;
