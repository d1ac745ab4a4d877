import type { Engine } from '../pipeline/model';
import type { World } from '../world/stores/model';
import { invalidControl, quoted } from './problems';

/** The names in a fault rule or in a pattern. */
interface Names {
  readonly operationId?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * @param pointer where the names are in the request's body
 * @throws Problem 400 for an unknown operation or key
 */
export function checkNames({ contract }: Engine, { keys }: World, { operationId, key }: Names, pointer: string): void {
  const operations = contract.operations.map(({ id }) => id);
  if (operationId !== undefined && !operations.includes(operationId)) {
    throw invalidControl(
      `${pointer}/operationId`,
      `must be one of ${operations.join(', ')}, not ${quoted(operationId)}`,
    );
  }
  const names = keys.map(({ name }) => name);
  if (key !== undefined && !names.includes(key)) {
    throw invalidControl(`${pointer}/key`, `must be the name of a key: one of ${names.join(', ')}, not ${quoted(key)}`);
  }
}
