import { isObject, pointerTo, stringifyJson } from '../contract';
import { meantText, nearest } from '../program/nearest';
import { BEHAVIOUR_IDS, type BehaviourId, isBehaviour, optionsOf } from './choices';
import { type Chosen, type ChosenParts, type Left, leftOf, withParts } from './chosen';

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
export type OnLeftOut = (sentence: string) => void;

const UNTOLD: OnLeftOut = () => {};

/**
 * What should be `GivenChoices`. What is `unknown` is left out, and so is what was seen of a server (it has evidence) where
 * the document does not leave it, since no user asked for that.
 *
 * @param left what the document leaves
 * @throws ChoiceError
 */
export function readChoices(value: unknown, left: Left, pointer = '', onLeftOut = UNTOLD): Chosen['options'] {
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
  onLeftOut: OnLeftOut,
): Chosen['options'] {
  const id = readId(name, pointer);
  const options = [isObject(given) ? (given.option ?? []) : given].flat();
  if (options.length === 1 && options[0] === UNKNOWN) return {};
  if (!isObject(given) || given.evidence === undefined) return { [id]: readOptions(id, options, left, pointer) };
  const seen = readOptions(id, options, {}, pointer);
  const all = leftOf(left, id);
  const [kept, others] = [seen.filter((one) => all.includes(one)), seen.filter((one) => !all.includes(one))];
  if (others.length > 0) {
    onLeftOut(`${id} was seen to be ${others.join(', ')}, and is not: the document leaves ${all.join(', ')} alone.`);
  }
  return kept.length === 0 ? {} : { [id]: kept };
}

/** @throws ChoiceError where there is no such behaviour */
export function readId(name: unknown, pointer = ''): BehaviourId {
  if (typeof name === 'string' && isBehaviour(name)) return name;
  const meant = nearest(String(name), BEHAVIOUR_IDS);
  const remedy = meant === undefined ? 'openapi/SILENCES.md lists all that there are' : `did you mean "${meant}"?`;
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
 * What a file of choices says, or a body: `choices`, `vary` and `except`, one of them at least; other members are its
 * writer's own.
 *
 * @throws ChoiceError
 */
export const readChosen = (value: unknown, left: Left, onLeftOut = UNTOLD): Chosen =>
  withParts(undefined, readParts(value, left, onLeftOut));

/**
 * The same, with what is left out left out.
 *
 * @throws ChoiceError
 */
export function readParts(value: unknown, left: Left, onLeftOut = UNTOLD): ChosenParts {
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

/**
 * What is wrong where, as a sentence.
 *
 * @param whole what people call that which was read; empty where its parts have names enough
 */
export function choiceProblem({ pointer, problem }: ChoiceError, whole: string): string {
  const place = [whole, pointer].filter((part) => part !== '').join(': ');
  return `${place}: ${problem}${problem.endsWith('?') ? '' : '.'}`;
}

/** So many other members are looked at. */
const MOST_OTHERS = 100;

export const LARGEST_SEED = 2 ** 32 - 1;

const isSeed = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_SEED;

/**
 * `ID=OPTION`, or several options divided by commas.
 *
 * @throws ChoiceError
 */
export function readAssignment(text: string, left: Left): Chosen['options'] {
  const at = text.indexOf('=');
  if (at < 1) throw new ChoiceError('', `expected ID=OPTION, such as list.order=newest-first, not ${quoted(text)}`);
  return readChoice(text.slice(0, at), text.slice(at + 1).split(','), left, '', UNTOLD);
}
