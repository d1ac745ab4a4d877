import { isObject, pointerTo } from '../contract';
import { meantText } from '../program/nearest';
import { isSilence, optionsOf, SILENCE_IDS, type SilenceId } from './choices';
import { type Chosen, type Left, leftOf } from './chosen';

/** Why a choice can't be taken. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';

  constructor(
    /** JSON Pointer to it in what was read. */
    readonly pointer: string,
    /** What is wrong there, and what to do, as it follows the name of the place; without a full stop. */
    readonly problem: string,
  ) {
    super(problem);
  }
}

/** Stands for an option that nobody has seen; it chooses nothing. */
export const UNKNOWN = 'unknown';

/**
 * Choices by silence: an option, several of which any may be taken, or an object with these as its `option`, as the suite
 * writes them with its evidence. What is `unknown` is left out.
 *
 * @param left what the document leaves
 * @throws ChoiceError
 */
export function readChoices(value: unknown, left: Left, pointer = ''): Chosen['options'] {
  if (!isObject(value)) throw new ChoiceError(pointer, 'must be an object of options by the ids of silences');
  const entries = Object.entries(value).flatMap(([name, given]) => {
    const at = pointerTo(pointer, name);
    const id = readId(name, at);
    const options = [isObject(given) ? given.option : given].flat();
    if (options.length === 1 && options[0] === UNKNOWN) return [];
    return [[id, readOptions(id, options, left, at)] as const];
  });
  return Object.fromEntries(entries);
}

/** @throws ChoiceError where there is no such silence */
export function readId(name: unknown, pointer = ''): SilenceId {
  if (typeof name === 'string' && isSilence(name)) return name;
  throw new ChoiceError(pointer, `there is no silence ${quoted(name)}; ${meantText(String(name), SILENCE_IDS)}`);
}

function readOptions(id: SilenceId, given: readonly unknown[], left: Left, pointer: string): readonly string[] {
  const known = optionsOf(id);
  if (given.length === 0) throw new ChoiceError(pointer, `${id} needs an option: ${known.join(', ')}`);
  return given.map((option) => {
    if (typeof option !== 'string' || !known.includes(option)) {
      throw new ChoiceError(pointer, `${id} has no option ${quoted(option)}; it has ${known.join(', ')}`);
    }
    const all = leftOf(left, id);
    if (all.includes(option)) return option;
    throw new ChoiceError(pointer, `${id} can't be ${option}: the document leaves ${all.join(', ')} alone`);
  });
}

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `"${value.length > 60 ? `${value.slice(0, 59)}…` : value}"` : `that is ${typeof value}`;

/**
 * What a file of choices says, or a body: `choices`, `vary` and `except`; other members are its writer's own.
 *
 * @throws ChoiceError
 */
export function readChosen(value: unknown, left: Left): Chosen {
  if (!isObject(value)) throw new ChoiceError('', 'must be an object with "choices"');
  const { choices = {}, vary, except = [] } = value;
  if (vary !== undefined && vary !== null && !isSeed(vary)) {
    throw new ChoiceError('/vary', `must be a seed, a whole number from 0 to ${LARGEST_SEED}`);
  }
  if (!Array.isArray(except)) throw new ChoiceError('/except', 'must be an array of the ids of silences');
  return {
    options: readChoices(choices, left, '/choices'),
    vary: isSeed(vary) ? vary : undefined,
    except: except.map((id, place) => readId(id, pointerTo('/except', place))),
  };
}

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
  if (at < 1) throw new ChoiceError('', `${quoted(text)} must be ID=OPTION, such as list.order=newest-first`);
  return readChoices({ [text.slice(0, at)]: text.slice(at + 1).split(',') }, left);
}
