import { isDeepStrictEqual } from 'node:util';
import { latest } from '../../../openapi/contract';
import type { Chosen } from '../../../openapi/silences/chosen';
import type { ChoiceStore } from '../stores/choices';

/**
 * The choices of a world that several processes share.
 *
 * @param present their text as it is known here, see `choicesText`
 * @param tell tells all others of another one
 */
export function createSharedChoices(present: () => string, tell: (text: string) => Promise<void>): ChoiceStore {
  const chosenIn = latest((text: string) => (text === '' ? undefined : (JSON.parse(text) as Chosen)));
  let turns = 0;
  return {
    get chosen() {
      return chosenIn(present());
    },
    choose: (wanted) => tell(choicesText(wanted)),
    nextTurn: () => turns++,
  };
}

/** Whether two texts of choices mean the same. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || (one !== '' && other !== '' && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));

/** Empty where nothing was chosen. */
export const choicesText = (chosen: Chosen | undefined): string => (chosen === undefined ? '' : JSON.stringify(chosen));
