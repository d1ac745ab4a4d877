import type { Engine } from '../pipeline/model';
import type { Fault, FaultRule } from '../world/stores/fault';
import type { World } from '../world/stores/model';
import { checkRule } from './fault-rules';
import { noSuch } from './problems';

/**
 * Switches a fault on.
 *
 * @throws Problem 400 for an unknown operation or key, and for a reply that HTTP does not allow
 */
export async function addFault(engine: Engine, world: World, rule: FaultRule): Promise<Fault> {
  checkRule(engine, world, rule, '');
  return world.state.faults.add(rule);
}

/**
 * Switches a fault off.
 *
 * @throws Problem 404 for an unknown id
 */
export async function removeFault({ state: { faults } }: World, id: string): Promise<void> {
  if (await faults.remove(id)) return;
  const left = await faults.list();
  throw noSuch(
    'fault',
    id,
    left.map((fault) => fault.id),
  );
}
