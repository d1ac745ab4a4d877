import { bytesUpTo, fieldAt, isObject, parseYaml, pointerTo, readTextFile, reasonOf, stringifyJson } from '../contract';
import { meantText, nearest } from '../program/nearest';
import { type Chosen, type ChosenParts, type Left, leftOf, withParts } from './chosen';
import { BEHAVIOUR_IDS, type BehaviourId, isBehaviour, optionsOf } from './options';

/** Why a choice can't be taken. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';

  constructor(
    /** JSON Pointer to it in what was read. */
    readonly pointer: string,
    /** What is wrong there, and what to do, as it follows the name of the place and a colon; without a full stop. */
    readonly problem: string,
  ) {
    super(problem);
  }
}

/** Stands for an option that the suite has not learned; it chooses nothing. */
export const UNKNOWN = 'unknown';

/** Called with a sentence about each choice that is left out. */
type OnLeftOut = (sentence: string) => void;

/**
 * Reads choices by the ids of unspecified behaviours, as `GivenChoices`. What is `unknown` is left out; so is an option with
 * evidence that the document does not leave: it was seen of a server, and no user asked for it.
 *
 * @param left what the document leaves
 * @throws ChoiceError
 */
export function readChoices(
  value: unknown,
  left: Left,
  pointer = '',
  onLeftOut: OnLeftOut = () => {},
): Chosen['options'] {
  if (!isObject(value))
    throw new ChoiceError(pointer, 'expected an object of options by the ids of unspecified behaviours');
  const entries = Object.entries(value).map(([name, given]) =>
    readChoice(name, given, left, pointerTo(pointer, name), onLeftOut),
  );
  return Object.assign({}, ...entries);
}

function readChoice(
  name: string,
  given: unknown,
  left: Left,
  pointer: string,
  onLeftOut?: OnLeftOut,
): Chosen['options'] {
  const id = readId(name, pointer);
  const options = [isObject(given) ? (given.option ?? []) : given].flat();
  if (options.length === 1 && options[0] === UNKNOWN) return {};
  if (!isObject(given) || given.evidence === undefined) return { [id]: readOptions(id, options, left, pointer) };
  const seen = readOptions(id, options, {}, pointer);
  const all = leftOf(left, id);
  const [kept, others] = [seen.filter((one) => all.includes(one)), seen.filter((one) => !all.includes(one))];
  if (others.length > 0) {
    onLeftOut?.(`${id} was seen to be ${others.join(', ')}, and is not: the document leaves ${all.join(', ')} alone.`);
  }
  return kept.length === 0 ? {} : { [id]: kept };
}

/** @throws ChoiceError where there is no such behaviour */
export function readId(name: unknown, pointer = ''): BehaviourId {
  if (typeof name === 'string' && isBehaviour(name)) return name;
  const meant = nearest(String(name), BEHAVIOUR_IDS);
  const remedy = meant === undefined ? 'docs/unspecified.md lists them all' : `did you mean "${meant}"?`;
  throw new ChoiceError(pointer, `there is no unspecified behaviour ${quoted(name)}; ${remedy}`);
}

function readOptions(id: BehaviourId, given: readonly unknown[], left: Left, pointer: string): readonly string[] {
  const known = optionsOf(id);
  if (given.length === 0) throw new ChoiceError(pointer, `${id} needs an option: ${known.join(', ')}`);
  const options = given.map((option) => {
    if (typeof option !== 'string' || !known.includes(option)) {
      throw new ChoiceError(pointer, `${id} has no option ${quoted(option)}; ${meantText(String(option), known)}`);
    }
    const all = leftOf(left, id);
    if (all.includes(option)) return option;
    throw new ChoiceError(pointer, `${id} can't be ${option}: the document leaves ${all.join(', ')} alone`);
  });
  return [...new Set(options)];
}

/** A value as JSON, shortened if it is long. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return typeof value === 'string' ? stringifyJson(shown) : shown;
}

const LONGEST = 60;

const NO_PARTS = 'expected an object with "choices", "vary" or "except"';

const PARTS = ['choices', 'vary', 'except'] as const;

/**
 * Reads `choices`, `vary` and `except`, at least one of them; other members are the writer's own.
 *
 * @throws ChoiceError
 */
export function readParts(value: unknown, left: Left, onLeftOut?: OnLeftOut): ChosenParts {
  if (!isObject(value)) throw new ChoiceError('', NO_PARTS);
  checkParts(Object.keys(value));
  const { choices, vary, except } = value;
  if (vary !== undefined && vary !== null && !isSeed(vary)) {
    throw new ChoiceError('/vary', `expected a seed, a whole number from 0 to ${LARGEST_SEED}, not ${quoted(vary)}`);
  }
  if (except !== undefined && !Array.isArray(except))
    throw new ChoiceError('/except', 'expected an array of the ids of unspecified behaviours');
  return {
    options: choices === undefined ? undefined : readChoices(choices, left, '/choices', onLeftOut),
    vary,
    except: except && [...new Set(except.map((id, place) => readId(id, pointerTo('/except', place))))],
  };
}

/** @throws ChoiceError for what is meant to be a part by its name, and where there is none */
function checkParts(names: readonly string[]): void {
  const others = names.filter((name) => !PARTS.some((part) => part === name));
  for (const name of others.slice(0, MOST_OTHERS)) {
    const meant = nearest(name, PARTS);
    if (meant !== undefined)
      throw new ChoiceError(pointerTo('', name), `there may be no such name; did you mean "${meant}"?`);
  }
  if (others.length === names.length) throw new ChoiceError('', NO_PARTS);
}

/** So many other members are looked at. */
const MOST_OTHERS = 100;

export const LARGEST_SEED = 2 ** 32 - 1;

const isSeed = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_SEED;

/**
 * Reads `ID=OPTION`, or several options divided by commas.
 *
 * @throws ChoiceError
 */
export function readAssignment(text: string, left: Left): Chosen['options'] {
  const at = text.indexOf('=');
  if (at < 1) throw new ChoiceError('', `expected ID=OPTION, such as list.order=newest-first, not ${quoted(text)}`);
  return readChoice(text.slice(0, at), text.slice(at + 1).split(','), left, '');
}

/** So large a file of choices is read: the suite writes an exchange with each. */
const MOST_BYTES = 2 ** 24;

/**
 * Reads a file of choices, as `--choices` names it.
 *
 * @param left what the document leaves
 * @param notice called with a sentence about each choice that is left out
 * @throws TypeError for a file that can't be used
 */
export async function readChoicesFile(file: string, left: Left, notice: OnLeftOut = () => {}): Promise<Chosen> {
  const name = `--choices ${file}`;
  const text = await readTextFile(file, bytesUpTo(MOST_BYTES)).catch((error: unknown) => {
    throw new TypeError(`${name} can't be read: ${reasonOf(error)}. Name a file that --learn of the suite wrote.`);
  });
  return orRefuse(name, () => {
    const parts = readParts(parseYaml(file, text), left, (sentence) => notice(`${name}: ${sentence}`));
    return withParts(undefined, parts);
  });
}

/** @param name of what says it @throws TypeError for a choice that can't be taken */
export function orRefuse<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    throw new TypeError(choiceProblem(error, name));
  }
}

/**
 * What is wrong where, as a sentence.
 *
 * @param whole names what was read; empty where its parts have names enough
 */
export function choiceProblem({ pointer, problem }: ChoiceError, whole: string): string {
  const field = pointer === '' ? '' : fieldAt(pointer, whole === '' ? 'The' : 'the');
  const place = [whole, field].filter((part) => part !== '').join(': ');
  return `${place}: ${problem}${problem.endsWith('?') ? '' : '.'}`;
}
