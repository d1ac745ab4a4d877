/** A JSON pointer made of these tokens (RFC 6901 §3–4), appended to `base`. */
export function pointerTo(base: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}
