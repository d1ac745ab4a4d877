/** A body in two parts; one of a byte in one, an empty one in none. */
export function inHalves(body: Buffer): readonly Buffer[] {
  const middle = Math.ceil(body.length / 2);
  return [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
}
