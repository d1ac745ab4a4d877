/** The headers of a message as Node takes and gives them: names and values in turn. */
export type RawHeaders = readonly string[];

export const toRaw = (headers: Readonly<Record<string, string>>): RawHeaders => Object.entries(headers).flat();

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));
}

/** Whether a header of this name, spelt like this, is among them. */
export function has(raw: RawHeaders, name: string): boolean {
  for (let place = 0; place < raw.length; place += 2) if (raw[place] === name) return true;
  return false;
}
