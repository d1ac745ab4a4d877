import type { Engine } from '../model';
import type { Fault, FaultRule } from '../world/faults';
import type { World } from '../world/model';
import { invalidControl, quoted } from './problems';

/**
 * Switches a fault on.
 *
 * @throws Problem 400 for an operation or a key that there is not
 */
export function addFault(engine: Engine, world: World, rule: FaultRule): Fault {
  checkRule(engine, world, rule, '');
  return world.faults.add(rule);
}

/**
 * @param pointer where the rule stands in the request's body
 * @throws Problem 400 for an operation or a key that there is not
 */
export function checkRule({ contract }: Engine, { keys }: World, rule: FaultRule, pointer: string): void {
  const { operationId, key } = rule;
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
