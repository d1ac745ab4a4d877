/**
 * What tests rely on that the document leaves open: each option by itself, then many at once, of which the fewest are found
 * that still make the tests fail.
 */

import { type Chosen, type Left, leftOf, optionInEffect, possibleOptions } from '../../openapi/behaviours/chosen';
import { BEHAVIOUR_IDS, type BehaviourId, VARIES_BY_REQUEST } from '../../openapi/behaviours/options';

/** What came of one run of the tests. */
export interface Tried {
  /** Why they did not pass, such as `it ended with the status 1`; undefined where they did. */
  readonly failure: string | undefined;
  /** The end of what they printed; behind it why they did not come to their own end. */
  readonly output: string;
  readonly milliseconds: number;
  /** How many requests they sent to the mock, and how many mocks of their own they started under the same choices. */
  readonly used: { readonly requests: number; readonly ownMocks: number };
}

/** Runs the tests against a mock that does this where the document leaves things open. */
export type Try = (chosen: Chosen | undefined) => Promise<Tried>;

/** One option that the mock would not take by itself. */
export interface Candidate {
  readonly id: BehaviourId;
  readonly option: string;
}

/** A few options under which the tests fail, and under none of which alone, unless it is one. */
export interface Reliance {
  readonly candidates: readonly Candidate[];
  readonly tried: Tried;
  /** The seed that has led to it, where several were varied at once. */
  readonly seed?: number;
}

/** What the tests were found to rely on. */
export interface Examined {
  /** The tests as they are, without any of these options; undefined where they were interrupted before their end. */
  readonly plain: Tried | undefined;
  readonly reliances: readonly Reliance[];
  /** Options under which the tests failed once and passed when they were run again. */
  readonly unsteady: readonly Reliance[];
  /** How often the tests were run to their end. */
  readonly runs: number;
  /** Whether the user ended the exam before its end. */
  readonly isInterrupted: boolean;
}

export interface ExamOptions extends Examining {
  /** What the mock does in any case. */
  readonly base: Chosen;
  /** What the document leaves. */
  readonly left: Left;
  /** By so many seeds all that the tests do not rely on by itself varies at once. */
  readonly seeds: readonly number[];
  /** Whether each option is tried by itself before. */
  readonly tryEach: boolean;
  /** Called before each run; what it returns, with what came of it. */
  readonly onRun: (about: Run) => (outcome: Tried | 'skipped' | 'interrupted') => void;
  /** Ends the exam, and the run that goes on: it counts as nothing. */
  readonly signal?: AbortSignal | undefined;
}

/** Which run begins. */
export interface Run {
  readonly kind: 'plain' | 'one' | 'several' | 'again';
  readonly candidates: readonly Candidate[];
  readonly seed?: number;
  /** Which one it is, from 1; undefined for one that makes sure of a failure: these are not foreseen. */
  readonly nth: number | undefined;
  /** How many are foreseen. */
  readonly of: number;
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
 * that tests that fail now and then are no finding.
 *
 * @throws CannotExamine where they fail without any of these options, or send no request
 */
export async function examine(tryUnder: Try, options: ExamOptions): Promise<Examined> {
  const { base, left, seeds, tryEach, onRun, signal } = options;
  const candidates = candidatesOf(base, left, options);
  const of = 1 + (tryEach ? candidates.length : 0) + seeds.length;
  let runs = 0;
  let foreseen = 0;
  const isOver = (): boolean => signal?.aborted === true;
  const aboutRun = (kind: Run['kind'], some: readonly Candidate[], seed?: number): Run => {
    if (kind !== 'again') foreseen += 1;
    const nth = kind === 'again' ? undefined : foreseen;
    return { kind, candidates: some, nth, of, ...(seed === undefined ? {} : { seed }) };
  };
  const run = async (kind: Run['kind'], some: readonly Candidate[], seed?: number): Promise<Tried> => {
    if (isOver()) throw new Interrupted();
    const ended = onRun(aboutRun(kind, some, seed));
    const tried = await tryUnder(chosenWith(base, some));
    ended(isOver() ? 'interrupted' : tried);
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
    const why = whyUnfit(plain);
    if (why !== undefined) throw new CannotExamine(why, plain);
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
    // One alone was tried by itself.
    if (some.length < (tryEach ? 2 : 1)) return onRun(aboutRun('several', some, seed))('skipped');
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

/** Why nothing can be learnt from tests that run like this; undefined where something can. */
export function whyUnfit({ failure, used }: Tried): string | undefined {
  const isElsewhere = used.requests + used.ownMocks === 0;
  const sent = 'sent no request to the mock, and started none that takes its choices';
  if (failure === undefined) return isElsewhere ? `the tests ${sent}` : undefined;
  return `the tests fail against the mock as it is: ${failure}${isElsewhere ? `; they ${sent}` : ''}`;
}

/** Which unspecified behaviours are examined; left out: all, or none that are not. */
interface Examining {
  readonly only?: readonly BehaviourId[] | undefined;
  readonly except?: readonly BehaviourId[] | undefined;
}

/** Every option of every unspecified behaviour that the mock does not take by itself. */
function candidatesOf(base: Chosen, left: Left, { only, except = [] }: Examining): readonly Candidate[] {
  const ids = BEHAVIOUR_IDS.filter((id) => (only === undefined || only.includes(id)) && !except.includes(id));
  return ids.flatMap((id) => {
    const usual = possibleOptions(id, { options: base.options }, left).options;
    return leftOf(left, id).flatMap((option) => (usual.includes(option) ? [] : [{ id, option }]));
  });
}

/**
 * The options that a seed takes of these behaviours, where they are others than usual. Where a server could change its mind with
 * each request, the other option is taken for all.
 */
function candidatesBy(seed: number, candidates: readonly Candidate[], left: Left): readonly Candidate[] {
  return candidates.filter(({ id, option }) => {
    const chosen: Chosen = { options: {}, vary: seed };
    return VARIES_BY_REQUEST.has(id) || optionInEffect(id, chosen, left, 0) === option;
  });
}

/** The choices of these options, and for the rest as usual. */
const chosenWith = (base: Chosen, candidates: readonly Candidate[]): Chosen => ({
  ...base,
  options: { ...base.options, ...Object.fromEntries(candidates.map(({ id, option }) => [id, [option]])) },
});

/**
 * The smallest part of a list for which something still holds that holds for all of it: nothing can be left out of it any more
 * (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002: ddmin). Parts are asked for in ever finer
 * pieces, so that few questions are enough where few items matter.
 *
 * @param holds is asked about parts of the list, in its order; it holds for all of it
 */
export async function smallest<Item>(
  all: readonly Item[],
  holds: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let part = all;
  let pieces = 2;
  while (part.length > 1) {
    const size = Math.ceil(part.length / pieces);
    const found = await firstThatHolds(withoutEach(part, size), holds);
    if (found !== undefined) {
      part = found;
      pieces = Math.max(2, pieces - 1);
    } else if (size === 1) return part;
    else pieces = Math.min(part.length, 2 * pieces);
  }
  return part;
}

/** The list without each piece of it, the pieces alone first where there are two. */
function withoutEach<Item>(list: readonly Item[], size: number): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => nth * size);
  return starts.map((start) => list.toSpliced(start, size));
}

async function firstThatHolds<Item>(
  parts: readonly (readonly Item[])[],
  holds: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[] | undefined> {
  for (const part of parts) if (await holds(part)) return part;
  return undefined;
}
