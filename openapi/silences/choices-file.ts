import { bytesUpTo, parseYaml, readTextFile, reasonOf } from '../contract';
import type { Chosen, Left } from './chosen';
import { ChoiceError, choiceProblem, readChosen } from './read-chosen';

/** So large a file of choices is read: the suite writes an exchange with each. */
const MOST_BYTES = 2 ** 24;

/**
 * What a file of choices says.
 *
 * @param left what the document leaves
 * @param notice called with a sentence about each choice that is left out
 * @throws TypeError for a file that can't be used
 */
export async function readChoicesFile(
  file: string,
  left: Left,
  notice: (text: string) => void = () => {},
): Promise<Chosen> {
  const text = await readTextFile(file, bytesUpTo(MOST_BYTES)).catch((error: unknown) => {
    throw new TypeError(
      `--choices ${file} can't be read: ${reasonOf(error)}. Name a file that --learn of the suite wrote.`,
    );
  });
  const name = `--choices ${file}`;
  return orRefuse(name, () => readChosen(parseYaml(file, text), left, (sentence) => notice(`${name}: ${sentence}`)));
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
