/** A JSON pointer made of these tokens (RFC 6901 §3–4), appended to `base`. */
export function pointerTo(base: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}

/** The tokens of a JSON pointer. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointers to what a place stands in, the nearest first, the whole last. */
export function ancestorsOf(pointer: string): readonly string[] {
  const found: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    found.push(pointer.slice(0, end));
  return found;
}
