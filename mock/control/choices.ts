import {
  type Chosen,
  type ChosenParts,
  type Left,
  leftOf,
  optionsInEffect,
  orNothing,
  possibleOptions,
  withParts,
} from '../../openapi/behaviours/chosen';
import { BEHAVIOUR_IDS, OPTIONS_OF } from '../../openapi/behaviours/options';
import { ChoiceError, choiceProblem, readParts } from '../../openapi/behaviours/read-chosen';
import { unspecifiedBehaviours } from '../../openapi/behaviours/unspecified-behaviours';
import type { ChoicesChange, ChoicesState, Health } from '../../openapi/types/control';
import { Problem } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import type { World } from '../world/stores/model';

/** All unspecified behaviours with what is done about each, in the order of `openapi/silences.yaml`. */
export function readChoices({ contract }: Pick<Engine, 'contract'>, { state }: World): ChoicesState {
  const { chosen } = state.choices;
  const { leftOpen: left } = contract;
  return {
    vary: chosen?.vary ?? null,
    except: chosen?.except ?? [],
    choices: unspecifiedBehaviours().map((behaviour) => {
      const { id } = behaviour;
      const { by } = possibleOptions(id, chosen, left);
      const taken = optionsInEffect(id, chosen, left);
      return { ...behaviour, left: leftOf(left, id), chosen: chosen?.options[id] ?? [], taken, by };
    }),
  };
}

/** @throws Problem 400 for a behaviour or an option that does not exist, or that the document rules out */
export async function setChoices(engine: Engine, world: World, change: ChoicesChange): Promise<ChoicesState> {
  const chosen = withParts(undefined, partsOrRefuse(engine, change));
  await world.state.choices.choose(orNothing(chosen, engine.contract.leftOpen));
  return readChoices(engine, world);
}

/** What is done where the document leaves things open, in short. */
export function shownChoices(chosen: Chosen | undefined, left: Left): Health['choices'] {
  const taken = BEHAVIOUR_IDS.map((id) => [id, optionsInEffect(id, chosen, left)] as const);
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
    return readParts(change, contract.leftOpen);
  } catch (error) {
    if (error instanceof ChoiceError) throw new Problem(400, 'invalid_body', choiceProblem(error, ''));
    throw error;
  }
}
