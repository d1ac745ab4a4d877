import type { SilenceId } from '../../openapi/silences/choices';
import {
  type ChosenParts,
  leftOf,
  orNothing,
  type SettledBy,
  settled,
  takenOptions,
  withParts,
} from '../../openapi/silences/chosen';
import { ChoiceError, choiceProblem, type GivenChoices, readParts } from '../../openapi/silences/read-chosen';
import { type Silence, silences } from '../../openapi/silences/silence';
import { Problem } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import type { World } from '../world/stores/model';

/** What is to be done where the document leaves things open: what a file of choices says. */
export interface ChoicesChange {
  /** By the ids of silences. */
  readonly choices?: GivenChoices | undefined;
  /** A seed by which everything varies that is not chosen; null for none. */
  readonly vary?: number | null | undefined;
  /** What does not vary. */
  readonly except?: readonly SilenceId[] | undefined;
}

/** What a world does where its document leaves things open. */
export interface ChoicesState {
  readonly vary: number | null;
  readonly except: readonly SilenceId[];
  readonly choices: readonly SilenceState[];
}

/** A silence, and what is done about it. */
export interface SilenceState extends Silence {
  /** What the document leaves of its options. */
  readonly left: readonly string[];
  /** What was chosen; empty where nobody has. */
  readonly chosen: readonly string[];
  /** What is done; of several any, by the request. */
  readonly taken: readonly string[];
  readonly by: SettledBy;
}

/** All silences with what is done about each, in the order of `openapi/silences.yaml`. */
export function readChoices({ contract }: Pick<Engine, 'contract'>, { state }: World): ChoicesState {
  const { chosen } = state.choices;
  const { silences: left } = contract;
  return {
    vary: chosen?.vary ?? null,
    except: chosen?.except ?? [],
    choices: silences().map((silence) => {
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
 * @throws Problem 400 for a silence or an option that there is not, or that the document does not leave; then nothing changes
 */
export async function setChoices(engine: Engine, world: World, change: ChoicesChange): Promise<ChoicesState> {
  const chosen = withParts(undefined, partsOrRefuse(engine, change));
  await world.state.choices.choose(orNothing(chosen, engine.contract.silences));
  return readChoices(engine, world);
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
