import type { Engine } from '../pipeline/model';
import type { Fault, FaultRule } from '../world/faults';
import type { World } from '../world/model';
import { checkNames } from './names';

/**
 * Switches a fault on.
 *
 * @throws Problem 400 for an operation or a key that there is not
 */
export function addFault(engine: Engine, world: World, rule: FaultRule): Fault {
  checkNames(engine, world, rule, '');
  return world.faults.add(rule);
}
