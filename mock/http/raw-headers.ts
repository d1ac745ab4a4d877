/** The headers of a message in Node's form: names and values in turn. */
export type RawHeaders = readonly string[];

export const toRaw = (headers: Readonly<Record<string, string>>): RawHeaders => Object.entries(headers).flat();

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));
}

/** The value of the first header with exactly this spelling; undefined if there is none. */
export function valueIn(raw: RawHeaders, name: string): string | undefined {
  for (let place = 0; place < raw.length; place += 2) if (raw[place] === name) return raw[place + 1];
  return undefined;
}
