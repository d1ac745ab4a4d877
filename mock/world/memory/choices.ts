import type { Chosen } from '../../../openapi/silences/chosen';
import type { ChoiceStore } from '../stores/choices';

/** @param atFirst what the world begins with */
export function createMemoryChoices(atFirst: Chosen | undefined): ChoiceStore {
  let chosen = atFirst;
  let turns = 0;
  return {
    get chosen() {
      return chosen;
    },
    choose(wanted) {
      chosen = wanted;
    },
    nextTurn: () => turns++,
  };
}
