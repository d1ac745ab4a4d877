/** The notices of the log and the consoles at the start, and when the store goes and comes back. */

import type { Chosen } from '../../openapi/behaviours/chosen';
import type { Contract } from '../../openapi/contract';
import { accessOf } from '../control/access';
import { shownChoices } from '../control/choices';
import type { ControlEngine } from '../control/model';
import { dayOfRemoval, isToBeRemoved } from '../pipeline/identify';
import { capacityOf, openFiles } from '../server/capacity';
import { DEFAULT_MAX_CONNECTIONS } from '../server/defaults';
import type { StoreStatus } from '../world/stores/store';
import type { Options } from './options';

/** What was chosen, so that a run can be repeated; nothing where nothing was. */
export function noticesOfChoices(chosen: Chosen | undefined, { leftOpen: left }: Contract): readonly string[] {
  if (chosen === undefined) return [];
  const { vary, except, taken } = shownChoices(chosen, left);
  const assigned = Object.entries(taken).map(([id, options]) => `${id}=${options.join('|')}`);
  const list = assigned.join(', ') || 'nothing otherwise than without';
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

/** A sentence for each operation that is not served from the start on, because the day of its removal is over. */
export function noticesOfRemoved(
  { contract, remainingAt }: Pick<ControlEngine, 'contract' | 'remainingAt'>,
  now: number,
): readonly string[] {
  const left = remainingAt(now)?.contract.operations ?? contract.operations;
  return contract.operations
    .filter((operation) => !left.includes(operation))
    .filter(isToBeRemoved)
    .map(
      (operation) =>
        `${operation.method} ${operation.path} is not served: the document removes it on ${dayOfRemoval(operation)}. ` +
        'To serve it all the same, give --keep-removed.',
    );
}

/** A sentence about each option for what is off. */
export function noticesWithoutEffect(options: Parameters<typeof accessOf>[0]): readonly string[] {
  const { kind } = accessOf(options);
  if (kind !== 'off' && kind !== 'health') return [];
  const given = [
    ...(options.adminToken === undefined ? [] : ['The admin token has']),
    ...(options.adminOrigin === undefined ? [] : ['--admin-origin has']),
  ];
  return given.map((what) => `${what} no effect, since the Admin API is off.`);
}

/** A sentence where the system allows fewer connections than the user asks for. */
export function noticeOfFewerConnections(
  { maxConnections }: Pick<Options, 'maxConnections'>,
  files = openFiles(),
): string | undefined {
  // The default is a bound, not a wish.
  if (maxConnections === DEFAULT_MAX_CONNECTIONS) return undefined;
  const { connections, bound } = capacityOf(maxConnections, files);
  if (bound === 'option') return undefined;
  return (
    `--max-connections ${maxConnections} is more than the system's limit of open files allows: ${connections} are ` +
    'taken. Raise that limit (`ulimit -n`) before the start.'
  );
}

/** Reports to the log and the consoles once that the store can't be used any more, and once that it can be again. */
export function reportStore(
  { store, warnings, worlds }: Pick<ControlEngine, 'store' | 'warnings' | 'worlds'>,
  notice: (text: string) => void,
): void {
  let lostAt: number | undefined;
  store.onStatus(({ state, since, reason = '' }) => {
    if (state !== 'ok') {
      if (lostAt === undefined) notice(`${reason} Until it is back, ${whose(state)} a 503.`);
      lostAt ??= since;
    } else if (lostAt !== undefined) {
      notice(`Redis is back after ${Math.max(1, Math.round((since - lostAt) / 1000))} s.`);
      lostAt = undefined;
    }
    const at = new Date(lostAt ?? since).toISOString();
    const subject = whose(state).replace(/^./, (first) => first.toUpperCase());
    warnings.set('store', lostAt === undefined ? undefined : `${reason} ${subject} a 503 since ${at}.`);
    // Consoles read the warnings again.
    for (const world of worlds.all()) world.notices.announce();
  });
}

const whose = (state: StoreStatus['state']): string =>
  state === 'slow' ? 'requests that it keeps waiting get' : 'every request gets';
