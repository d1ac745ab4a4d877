import { dayOfRemoval } from '../pipeline/removed';
import type { MockEngine } from './engine';

/**
 * A sentence for each operation that is not served from the start on, because the day of its removal is over.
 *
 * @param now Unix milliseconds
 */
export function noticesOfRemoved(
  { contract, remainingAt }: Pick<MockEngine, 'contract' | 'remainingAt'>,
  now: number,
): readonly string[] {
  const left = remainingAt(now)?.contract.operations ?? contract.operations;
  return contract.operations
    .filter((operation) => !left.includes(operation))
    .map(
      (operation) =>
        `${operation.method} ${operation.path} is not served: the document removes it on ${dayOfRemoval(operation)}. ` +
        'To serve it all the same, give --keep-removed.',
    );
}
