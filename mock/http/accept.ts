/**
 * The index of the media type that an `Accept` header prefers (RFC 9110 §12.5.1), of equals the first; undefined where it
 * takes none of them.
 *
 * @param types such as `text/plain` or, with ranges as OpenAPI has them, `text/*`
 */
export function preferredOf(types: readonly string[], accept: string): number | undefined {
  const ranges = accept.slice(0, LONGEST).split(',').flatMap(rangeOf);
  let best: number | undefined;
  let most = 0;
  for (const [index, type] of types.entries()) {
    const quality = qualityOf(type, ranges);
    if (quality <= most) continue;
    [best, most] = [index, quality];
  }
  return best;
}

/** Of a longer header the beginning counts. */
const LONGEST = 4096;

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): readonly Range[] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return name === '' || Number.isNaN(quality) ? [] : [{ type: name, quality }];
}

/** The most specific range counts. */
function qualityOf(offered: string, ranges: readonly Range[]): number {
  const type = (offered.split(';')[0] ?? '').trim().toLowerCase();
  const [main = ''] = type.split('/');
  const isWide = type.endsWith('/*');
  const named = (wanted: string) => ranges.find((range) => range.type === wanted)?.quality;
  const inside = isWide
    ? ranges.find((range) => main === '*' || range.type.startsWith(`${main}/`))?.quality
    : undefined;
  return named(type) ?? inside ?? named(`${main}/*`) ?? named('*/*') ?? 0;
}
