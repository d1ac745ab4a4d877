/** What `name[a][b]` says besides its name: `a`, then `b`. */
export interface Bracketed {
  readonly steps: readonly string[];
  readonly texts: readonly string[];
}

/** The texts of a query or a form by their names; several of one name in their order. */
export interface Fields {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Those whose names go on in brackets, by what stands before the first one. */
  readonly bracketed: ReadonlyMap<string, readonly Bracketed[]>;
}

/** Names with more brackets mean nothing: nobody nests so deep in a URL. */
const MOST_BRACKETS = 20;

/** Fields of names and texts, such as `URLSearchParams` gives. */
export function fieldsOf(pairs: Iterable<readonly [string, string]>): Fields {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const before = texts.get(name);
    if (before === undefined) texts.set(name, [text]);
    else before.push(text);
  }
  const bracketed = new Map<string, Bracketed[]>();
  for (const [name, some] of texts) {
    const steps = stepsOf(name);
    if (steps === undefined) continue;
    const base = name.slice(0, name.indexOf('['));
    const before = bracketed.get(base);
    if (before === undefined) bracketed.set(base, [{ steps, texts: some }]);
    else before.push({ steps, texts: some });
  }
  return { texts, bracketed };
}

/** What stands in the brackets at the end of a name; undefined where it has none. */
function stepsOf(name: string): readonly string[] | undefined {
  const from = name.indexOf('[');
  if (from <= 0 || !name.endsWith(']')) return undefined;
  const steps = name.slice(from + 1, -1).split('][');
  const isPlain = steps.every((step) => !step.includes('[') && !step.includes(']'));
  return isPlain && steps.length <= MOST_BRACKETS ? steps : undefined;
}
