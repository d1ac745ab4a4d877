import type { Connection } from '../connection/connection';
import { script } from '../connection/script';
import { ASIDE_MS, GRACE_MS, type StateKeys } from './keys';

/**
 * Begins a state, unless it is there or was there: its counters say that it lives. It goes by itself unless somebody says
 * that it stays.
 *
 * @param number the state's
 * @param chances where those of its faults begin, an integer from 0 to 2^32-1
 */
export async function beginState(
  connection: Connection,
  { world, counters }: StateKeys,
  number: number,
  chances: number,
): Promise<void> {
  await connection.run(BEGIN, [world, counters], [String(number), String(chances), String(ASIDE_MS)]);
}

/**
 * The fields of the counters: `turn` (of the last request), `rules` (the version of the fault rules, raised by one for each
 * that comes or goes), `fault` (the highest number that a fault has had as its id), `chances` (where those of the faults
 * stand), `born` (how many births were noted), `met` (how many addresses have come), `swept` (how far the ledger was looked through), and of the journal, see
 * `journal-steps.ts`, `entry` (the id of the last one), `forgotten` (of the last one that is no longer kept), `removed` (of
 * the last one that is no longer there), `cleared` (of the last one when it was cleared), `bytes` (what those that are there
 * take). A state was replaced where that of a higher number is present.
 */
const BEGIN = script(`
  if redis.call('EXISTS', KEYS[2]) == 1 then return end
  local present = tonumber(redis.call('HGET', KEYS[1], 'state') or 0)
  if present > tonumber(ARGV[1]) then return end
  redis.call('HSET', KEYS[2], 'turn', 0, 'rules', 0, 'chances', ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
`);

/** Lets what a state consists of end soon: requests that began before it was replaced go on with it. */
export async function leaveState(connection: Connection, state: StateKeys): Promise<void> {
  const { world: _, ...keys } = state;
  await connection.run(LEAVE, Object.values(keys), [String(GRACE_MS)]);
}

const LEAVE = script(`
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1], 'LT') end
`);
