import type { Chosen, Left } from '../../openapi/silences/chosen';
import { candidatesBy, candidatesOf, chosenWith, type Examining } from './candidates';
import type { Candidate, Examined, Reliance, Tried, Try } from './model';
import { smallest } from './smallest';

export interface ExamOptions extends Examining {
  /** What the mock does in any case. */
  readonly base: Chosen;
  /** What the document leaves. */
  readonly left: Left;
  /** By so many seeds all that the tests do not rely on by itself varies at once. */
  readonly seeds: readonly number[];
  /** Whether each option is tried by itself before. */
  readonly tryEach: boolean;
  /** Is told of each run before it begins, and of what came of it. */
  readonly onRun: (about: Run) => (tried: Tried) => void;
  /** Ends the exam before the next run. */
  readonly signal?: AbortSignal | undefined;
}

/** Which run begins. */
export interface Run {
  readonly kind: 'plain' | 'one' | 'several' | 'again';
  readonly candidates: readonly Candidate[];
  readonly seed?: number;
  /** How many runs are still to come at least, with this one. */
  readonly toCome: number;
}

/** Why nothing can be said of the tests. */
export class CannotExamine extends Error {
  override readonly name = 'CannotExamine';

  constructor(
    message: string,
    readonly tried: Tried,
  ) {
    super(message);
  }
}

/**
 * Runs tests as they are, then under each option by itself, then under many at once. What they fail under is tried again, so
 * that tests that fail now and then accuse nobody.
 *
 * @throws CannotExamine where they fail without any of these options, or send no request
 */
export async function examine(tryUnder: Try, options: ExamOptions): Promise<Examined> {
  const { base, left, seeds, tryEach, onRun, signal } = options;
  const candidates = candidatesOf(base, left, options);
  let runs = 0;
  let toCome = 1 + (tryEach ? candidates.length : 0) + seeds.length;
  const run = async (kind: Run['kind'], some: readonly Candidate[], seed?: number): Promise<Tried> => {
    const ended = onRun({
      kind,
      candidates: some,
      toCome: Math.max(1, toCome),
      ...(seed === undefined ? {} : { seed }),
    });
    runs += 1;
    if (kind !== 'again') toCome -= 1;
    const tried = await tryUnder(chosenWith(base, some));
    ended(tried);
    return tried;
  };
  const isOver = (): boolean => signal?.aborted === true;

  const plain = await run('plain', []);
  if (plain.failure !== undefined)
    throw new CannotExamine(`the tests fail against the mock as it is: ${plain.failure}`, plain);
  if (plain.used.requests + plain.used.ownMocks === 0)
    throw new CannotExamine('the tests sent no request to the mock', plain);

  const reliances: Reliance[] = [];
  const unsteady: Reliance[] = [];
  /** Whether they fail under these options each time. */
  const note = async (reliance: Reliance): Promise<void> => {
    const again = await run('again', reliance.candidates);
    (again.failure === undefined ? unsteady : reliances).push(reliance);
  };

  for (const candidate of tryEach ? candidates : []) {
    if (isOver()) break;
    const tried = await run('one', [candidate]);
    if (tried.failure !== undefined && !isOver()) await note({ candidates: [candidate], tried });
  }
  for (const seed of seeds) {
    if (isOver()) break;
    const known = new Set(reliances.flatMap((one) => one.candidates.map(({ id }) => id)));
    const some = candidatesBy(
      seed,
      candidates.filter(({ id }) => !known.has(id)),
      left,
    );
    if (some.length < (tryEach ? 2 : 1)) continue;
    const tried = await run('several', some, seed);
    if (tried.failure === undefined || isOver()) continue;
    let last = tried;
    const few = await smallest(some, async (part) => {
      const one = await run('again', part, seed);
      if (one.failure !== undefined) last = one;
      return one.failure !== undefined;
    });
    await note({ candidates: few, tried: last, seed });
  }
  if (reliances.length > 0 && !isOver()) {
    const last = await run('again', []);
    if (last.failure !== undefined)
      throw new CannotExamine(
        `the tests passed against the mock as it is, and fail there by now: ${last.failure}`,
        last,
      );
  }
  return { plain, reliances, unsteady, runs };
}
