import { SILENCE_IDS, type SilenceId, VARIES_BY_REQUEST } from '../../openapi/silences/choices';
import { type Chosen, type Left, leftOf, settled, taken } from '../../openapi/silences/chosen';
import type { Candidate } from './model';

/** Which silences are examined; left out: all, or none that are not. */
export interface Examining {
  readonly only?: readonly SilenceId[] | undefined;
  readonly except?: readonly SilenceId[] | undefined;
}

/**
 * Every option of every silence that the mock does not take by itself.
 *
 * @param base what it takes in any case
 */
export function candidatesOf(base: Chosen, left: Left, { only, except = [] }: Examining): readonly Candidate[] {
  const ids = SILENCE_IDS.filter((id) => (only === undefined || only.includes(id)) && !except.includes(id));
  return ids.flatMap((id) => {
    const usual = settled(id, { options: base.options }, left).options;
    return leftOf(left, id).flatMap((option) => (usual.includes(option) ? [] : [{ id, option }]));
  });
}

/**
 * The options that a seed takes of these silences, where they are others than usual. Where a server could change its mind with
 * each request, the other option is taken for all.
 */
export function candidatesBy(seed: number, candidates: readonly Candidate[], left: Left): readonly Candidate[] {
  return candidates.filter(({ id, option }) => {
    const chosen: Chosen = { options: {}, vary: seed };
    return VARIES_BY_REQUEST.has(id) || taken(id, chosen, left, 0) === option;
  });
}

/** The choices of these options, and for the rest as usual. */
export const chosenWith = (base: Chosen, candidates: readonly Candidate[]): Chosen => ({
  ...base,
  options: { ...base.options, ...Object.fromEntries(candidates.map(({ id, option }) => [id, [option]])) },
});

/** As a flag says it. */
export const flagOf = ({ id, option }: Candidate): string => `--choice ${id}=${option}`;
