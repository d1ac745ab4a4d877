import { BEHAVIOUR_IDS, OPTIONS_OF } from '../../openapi/silences/choices';
import {
  type Chosen,
  type ChosenParts,
  type Left,
  leftOf,
  orNothing,
  settled,
  takenOptions,
  withParts,
} from '../../openapi/silences/chosen';
import { ChoiceError, choiceProblem, readParts } from '../../openapi/silences/read-chosen';
import { unspecifiedBehaviours } from '../../openapi/silences/silence';
import type { ChoicesChange, ChoicesState, Health } from '../../openapi/types/control';
import { Problem } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import type { World } from '../world/stores/model';

/** All unspecified behaviours with what is done about each, in the order of `openapi/silences.yaml`. */
export function readChoices({ contract }: Pick<Engine, 'contract'>, { state }: World): ChoicesState {
  const { chosen } = state.choices;
  const { silences: left } = contract;
  return {
    vary: chosen?.vary ?? null,
    except: chosen?.except ?? [],
    choices: unspecifiedBehaviours().map((silence) => {
      const { id } = silence;
      const { by } = settled(id, chosen, left);
      const taken = takenOptions(id, chosen, left);
      return { ...silence, left: leftOf(left, id), chosen: chosen?.options[id] ?? [], taken, by };
    }),
  };
}

/**
 * Replaces what was chosen.
 *
 * @throws Problem 400 for a behaviour or an option that does not exist, or that the document rules out; then nothing changes
 */
export async function setChoices(engine: Engine, world: World, change: ChoicesChange): Promise<ChoicesState> {
  const chosen = withParts(undefined, partsOrRefuse(engine, change));
  await world.state.choices.choose(orNothing(chosen, engine.contract.silences));
  return readChoices(engine, world);
}

/** What is done where the document leaves things open, in short. */
export function shownChoices(chosen: Chosen | undefined, left: Left): Health['choices'] {
  const taken = BEHAVIOUR_IDS.map((id) => [id, takenOptions(id, chosen, left)] as const);
  return {
    choices: chosen?.options ?? {},
    vary: chosen?.vary ?? null,
    except: chosen?.except ?? [],
    taken: Object.fromEntries(taken.filter(([id, options]) => options.join() !== OPTIONS_OF[id][0])),
  };
}

/** @throws Problem 400 */
export function partsOrRefuse({ contract }: Pick<Engine, 'contract'>, change: ChoicesChange): ChosenParts {
  try {
    return readParts(change, contract.silences);
  } catch (error) {
    if (error instanceof ChoiceError) throw new Problem(400, 'invalid_body', choiceProblem(error, ''));
    throw error;
  }
}
