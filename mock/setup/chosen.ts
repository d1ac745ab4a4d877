import { appendFileSync } from 'node:fs';
import type { Contract } from '../../openapi/contract';
import { orRefuse, readChoicesFile } from '../../openapi/silences/choices-file';
import type { Chosen } from '../../openapi/silences/chosen';
import { readAssignment, readChoices, readId } from '../../openapi/silences/read-chosen';
import type { Options } from './options';

/** The options that choose. */
export type GivenChoices = Partial<Pick<Options, 'choices' | 'choice' | 'vary' | 'except'>>;

/** Names a file of choices, for mocks in programs, too: so that tests which start one can be examined. */
export const CHOICES_VARIABLE = 'ANIMAL_STORE_CHOICES';
/** Names a file to which each mock adds a line that has read the other. */
export const MARK_VARIABLE = 'ANIMAL_STORE_CHOICES_READ';

/**
 * What the options choose where the document leaves things open; undefined where none of them is given. What `--choice` says
 * counts before the file.
 *
 * @param notice called with a sentence about each choice that is left out
 * @throws TypeError for a file that can't be used, and for a silence or an option that there is not
 */
export async function chosenBy(
  given: GivenChoices,
  { silences: left }: Pick<Contract, 'silences'>,
  notice: (text: string) => void,
): Promise<Chosen | undefined> {
  const { choices = fileByVariable(), choice = [], vary, except = [] } = given;
  if (choices === undefined && choice.length === 0 && vary === undefined && except.length === 0) return undefined;
  if (choices === fileByVariable()) markAsRead();
  const ofFile = typeof choices === 'string' ? await readChoicesFile(choices, left, notice) : undefined;
  const inCode = typeof choices === 'object' ? choices : undefined;
  const tell = (sentence: string): void => notice(`choices: ${sentence}`);
  const ofCode = inCode && orRefuse('choices', () => readChoices(inCode, left, '', tell));
  const single = choice.map((text) => orRefuse('--choice', () => readAssignment(text, left)));
  return {
    options: Object.assign({}, ofCode ?? ofFile?.options, ...single),
    vary: vary ?? ofFile?.vary,
    except: [...(ofFile?.except ?? []), ...except.map((id) => orRefuse('--except', () => readId(id)))],
  };
}

/** A variable that is set to nothing is not set. */
const fileByVariable = (): string | undefined => process.env[CHOICES_VARIABLE] || undefined;

function markAsRead(): void {
  const mark = process.env[MARK_VARIABLE] || undefined;
  if (mark !== undefined) appendFileSync(mark, '.\n');
}
