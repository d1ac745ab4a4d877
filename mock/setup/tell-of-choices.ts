import type { Contract } from '../../openapi/contract';
import type { Chosen } from '../../openapi/silences/chosen';
import { shownChoices } from '../control/shown-choices';

/** What is told at the start of what was chosen, so that a run can be repeated; nothing where nobody has chosen anything. */
export function noticesOfChoices(chosen: Chosen | undefined, { silences: left }: Contract): readonly string[] {
  if (chosen === undefined) return [];
  const { vary, except, taken } = shownChoices(chosen, left);
  const told = Object.entries(taken).map(([id, options]) => `${id}=${options.join('|')}`);
  const list = told.join(', ') || 'nothing otherwise than without';
  if (vary === null) {
    const isChosen = Object.keys(chosen.options).length > 0;
    return [
      ...(isChosen ? [`Chosen where the document leaves things open: ${list}.`] : []),
      ...(except.length > 0 ? ['--except has no effect without --vary.'] : []),
    ];
  }
  const exceptions = except.length === 0 ? '' : ` --except ${except.join(' ')}`;
  return [`Varies by seed ${vary}: ${list}; repeat with --vary ${vary}${exceptions}, narrow with --except ID.`];
}
