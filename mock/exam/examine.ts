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
  /** Is told of each run before it begins, and of what came of it: nothing where it was interrupted. */
  readonly onRun: (about: Run) => (tried: Tried | undefined) => void;
  /** Ends the exam, and the run that goes on: it counts as nothing. */
  readonly signal?: AbortSignal | undefined;
}

/** Which run begins. */
export interface Run {
  readonly kind: 'plain' | 'one' | 'several' | 'again';
  readonly candidates: readonly Candidate[];
  readonly seed?: number;
  /** Which one it is, from 1. */
  readonly nth: number;
  /** How many there are at least: each failure leads to more. */
  readonly ofAtLeast: number;
}

/** Ends the exam, see `ExamOptions.signal`. */
class Interrupted extends Error {}

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
  /** Those that are sure to come. */
  let toCome = 1 + (tryEach ? candidates.length : 0) + seeds.length;
  const isOver = (): boolean => signal?.aborted === true;
  const run = async (kind: Run['kind'], some: readonly Candidate[], seed?: number): Promise<Tried> => {
    if (isOver()) throw new Interrupted();
    if (kind !== 'again') toCome -= 1;
    const nth = runs + 1;
    const ended = onRun({
      kind,
      candidates: some,
      nth,
      ofAtLeast: nth + toCome,
      ...(seed === undefined ? {} : { seed }),
    });
    const tried = await tryUnder(chosenWith(base, some));
    ended(isOver() ? undefined : tried);
    if (isOver()) throw new Interrupted();
    runs += 1;
    return tried;
  };

  let plain: Tried | undefined;
  const reliances: Reliance[] = [];
  const unsteady: Reliance[] = [];
  /** Whether they fail under these options each time. */
  const note = async (reliance: Reliance): Promise<void> => {
    const again = await run('again', reliance.candidates);
    (again.failure === undefined ? unsteady : reliances).push(reliance);
  };
  const tryPlain = async (): Promise<void> => {
    plain = await run('plain', []);
    if (plain.failure !== undefined)
      throw new CannotExamine(`the tests fail against the mock as it is: ${plain.failure}`, plain);
    if (plain.used.requests + plain.used.ownMocks === 0)
      throw new CannotExamine('the tests sent no request to the mock', plain);
  };
  const tryOne = async (candidate: Candidate): Promise<void> => {
    const tried = await run('one', [candidate]);
    if (tried.failure !== undefined) await note({ candidates: [candidate], tried });
  };
  const trySeveral = async (seed: number): Promise<void> => {
    const known = new Set(reliances.flatMap((one) => one.candidates.map(({ id }) => id)));
    const some = candidatesBy(
      seed,
      candidates.filter(({ id }) => !known.has(id)),
      left,
    );
    if (some.length < (tryEach ? 2 : 1)) {
      toCome -= 1;
      return;
    }
    const tried = await run('several', some, seed);
    if (tried.failure === undefined) return;
    let last = tried;
    const few = await smallest(some, async (part) => {
      const one = await run('again', part, seed);
      if (one.failure !== undefined) last = one;
      return one.failure !== undefined;
    });
    await note({ candidates: few, tried: last, seed });
  };
  const tryPlainAgain = async (): Promise<void> => {
    const last = await run('again', []);
    if (last.failure !== undefined)
      throw new CannotExamine(
        `the tests passed against the mock as it is, and fail there by now: ${last.failure}`,
        last,
      );
  };

  try {
    await tryPlain();
    for (const candidate of tryEach ? candidates : []) await tryOne(candidate);
    for (const seed of seeds) await trySeveral(seed);
    if (reliances.length > 0) await tryPlainAgain();
    return { plain, reliances, unsteady, runs, isInterrupted: false };
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return { plain, reliances, unsteady, runs, isInterrupted: true };
  }
}
