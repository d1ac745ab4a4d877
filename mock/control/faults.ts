import type { Fault, FaultRule } from '../../openapi/types/control';
import type { Engine } from '../pipeline/model';
import { createPauses } from '../world/rules/pauses';
import type { World } from '../world/stores/model';
import { checkRule } from './fault-rules';
import { noSuch } from './problems';
import { shownFault } from './shown-fault';

/** The faults that are on, as they are shown; with pauses for other work, as their bodies may be long. */
export async function listFaults({ secrets }: Engine, { state: { faults } }: World): Promise<readonly Fault[]> {
  const pause = createPauses();
  const shown: Fault[] = [];
  for (const fault of await faults.list()) {
    shown.push(shownFault(secrets, fault));
    await pause();
  }
  return shown;
}

/**
 * Switches a fault on.
 *
 * @returns it as it is shown
 * @throws Problem 400 for an unknown operation or key, and for a reply that HTTP does not allow
 */
export async function addFault(engine: Engine, world: World, rule: FaultRule): Promise<Fault> {
  checkRule(engine, world, rule, '');
  return shownFault(engine.secrets, await world.state.faults.add(rule));
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
