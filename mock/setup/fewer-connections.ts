import { capacityOf, openFiles } from '../server/capacity';
import { DEFAULT_MAX_CONNECTIONS } from '../server/server';
import type { Options } from './options';

/** A sentence where the system allows fewer connections than the user asks for. */
export function noticeOfFewerConnections(
  { maxConnections }: Pick<Options, 'maxConnections'>,
  files = openFiles(),
): string | undefined {
  // Of the default nobody has asked for all.
  if (maxConnections === DEFAULT_MAX_CONNECTIONS) return undefined;
  const { connections, bound } = capacityOf(maxConnections, files);
  if (bound === 'option') return undefined;
  return (
    `--max-connections ${maxConnections} is more than the system's limit of open files allows: ${connections} are ` +
    'taken. Raise that limit (`ulimit -n`) before the start.'
  );
}
