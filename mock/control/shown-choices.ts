import { OPTIONS_OF, SILENCE_IDS, type SilenceId } from '../../openapi/silences/choices';
import { type Chosen, type Left, takenOptions } from '../../openapi/silences/chosen';

type Options = Readonly<Partial<Record<SilenceId, readonly string[]>>>;

/** What is done where the document leaves things open, in short. */
export interface ShownChoices {
  /** What was chosen, by silence. */
  readonly choices: Options;
  readonly vary: number | null;
  readonly except: readonly SilenceId[];
  /** What is done otherwise than the mock does by itself; of several any, by the request. */
  readonly taken: Options;
}

export function shownChoices(chosen: Chosen | undefined, left: Left): ShownChoices {
  const taken = SILENCE_IDS.map((id) => [id, takenOptions(id, chosen, left)] as const);
  return {
    choices: chosen?.options ?? {},
    vary: chosen?.vary ?? null,
    except: chosen?.except ?? [],
    taken: Object.fromEntries(taken.filter(([id, options]) => options.join() !== OPTIONS_OF[id][0])),
  };
}
