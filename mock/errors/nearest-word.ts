/** The parts of a name or phrase in lower case: `invalidBody`, `INVALID_BODY` and `Invalid body` have the same. */
const partsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '');

/** Endings do not matter: `validation` and `invalid` do not meet by this, `request` and `requests` do. */
const STEM = 5;
const stemOf = (part: string): string => part.slice(0, STEM);

/** Words of which one stands for the other in error codes. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['invalid', 'validation', 'unprocessable', 'bad', 'malformed', 'illegal', 'wrong'],
  ['unauthorized', 'unauthenticated', 'authentication', 'credentials', 'unauthorised'],
  ['forbidden', 'permission', 'denied', 'access'],
  ['missing', 'required'],
  ['limit', 'many', 'throttled', 'quota', 'rate'],
  ['internal', 'server', 'unexpected', 'unknown'],
  ['conflict', 'exists', 'duplicate', 'already', 'taken'],
  ['storage', 'unavailable', 'space'],
];

const meaningsOf = (part: string): ReadonlySet<string> =>
  new Set([part, ...SYNONYMS.filter((words) => words.includes(part)).flat()].map(stemOf));

/** The allowed value whose name is nearest to these words, of which the first weigh most; the first value where none is near. */
export function nearestWord(values: readonly unknown[], words: readonly string[]): unknown {
  const wanted = words.map((word) => partsOf(word).map(meaningsOf));
  const scoreOf = (value: unknown): number => {
    const parts = partsOf(String(value)).map(stemOf);
    const hits = wanted.map((meanings) => meanings.filter((stems) => parts.some((part) => stems.has(part))).length);
    return hits.reduce((sum, hit, place) => sum + hit / (place + 1), 0);
  };
  let [best, most] = [values[0], 0];
  for (const value of values) {
    const score = scoreOf(value);
    if (score > most) [best, most] = [value, score];
  }
  return best;
}

/** A word such as `not_found` in the way in which an example of the document is written. */
export function inStyleOf(example: unknown, word: string): string {
  if (typeof example !== 'string') return word;
  const parts = partsOf(word);
  const capital = (part: string) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`;
  if (/^[A-Z\d]+(_[A-Z\d]+)*$/.test(example)) return parts.join('_').toUpperCase();
  if (/^([A-Z][a-z\d]+)+$/.test(example)) return parts.map(capital).join('');
  if (/^[a-z\d]+([A-Z][a-z\d]*)+$/.test(example)) {
    return parts.map((part, place) => (place === 0 ? part : capital(part))).join('');
  }
  if (/^[a-z\d]+(-[a-z\d]+)+$/.test(example)) return parts.join('-');
  if (/^[A-Z][a-z]+( [A-Za-z][a-z]*)*$/.test(example)) return capital(parts.join(' '));
  return word;
}
