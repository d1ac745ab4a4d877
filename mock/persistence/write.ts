import { stringifyJson } from '../../openapi/contract';
import { arrayText } from '../control/streamed-json';
import { aheadOf } from '../world/rules/ahead';
import type { WorldState } from '../world/stores/model';
import { FORMAT, FORMAT_VERSION, type NamedContract, type SavedClock } from './model';

/**
 * The text of a state file, in pieces that are made as they are asked for. What changes in the meantime is in it as it was
 * or as it is then; ids come after the records, so that none of a record that is in it can be given again.
 */
export async function* textOf({ title, version }: NamedContract, state: WorldState): AsyncGenerator<string> {
  const head = {
    format: FORMAT,
    version: FORMAT_VERSION,
    contract: { title, version },
    savedAt: new Date().toISOString(),
  };
  yield `${stringifyJson(head).slice(0, -1)},"records":[`;
  let separator = '\n';
  for await (const batch of state.records.batches()) {
    yield `${separator}{"collection":${stringifyJson(batch.collection)},"records":`;
    yield* arrayText([batch.records]);
    yield '}';
    separator = ',\n';
  }
  const tail = {
    ids: Object.fromEntries(await state.records.idMemories()),
    accounts: Object.fromEntries(await state.ledger.dump()),
    clock: clockOf(state),
    ...(await state.faults.dump()),
  };
  yield `\n],${stringifyJson(tail).slice(1)}\n`;
}

function clockOf({ clock }: WorldState): SavedClock {
  return { frozen: clock.frozen, now: clock.now(), ahead: aheadOf(clock) };
}
