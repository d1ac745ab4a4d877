/** The headers of a message as Node takes and gives them: names and values in turn. */
export type RawHeaders = readonly string[];

export const toRaw = (headers: Readonly<Record<string, string>>): RawHeaders => Object.entries(headers).flat();

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));
}

/** The value of the first header of this name, spelt like this; undefined where there is none. */
export function valueIn(raw: RawHeaders, name: string): string | undefined {
  for (let place = 0; place < raw.length; place += 2) if (raw[place] === name) return raw[place + 1];
  return undefined;
}
