import { stringifyJson } from '../../../../openapi/contract';
import { faultNumberOf, tooManyFaults } from '../../rules/fault-bounds';
import { StoreUnavailable } from '../../stores/failures';
import { type Faults, type FaultsMemory, MOST_FAULTS } from '../../stores/faults';
import type { Connection, Reply } from '../connection/connection';
import { hashIn, listIn } from '../connection/replies';
import type { Script } from '../connection/script';
import { runInState } from '../state/in-state';
import type { StateKeys } from '../state/keys';
import { leaveState } from '../state/state-life';
import { effectIn, type FaultRules, knownFault, readRules, rulesOf, triedBy } from './fault-rules';
import { ADD, CLEAR, READ, REMOVE, RESTORE, STRIKE } from './fault-steps';

/** Faults that several processes share: each has a copy of the rules, and Redis counts. */
export interface RedisFaults extends Faults {
  /** The copy: of a new state, or as it was last read or changed here. */
  readonly rules: FaultRules;
  /** Reads the rules again. */
  refresh(): Promise<void>;
}

/** @param prefix what every path of the contract begins with; a pattern may leave it out */
export function createRedisFaults(connection: Connection, state: StateKeys, prefix: string): RedisFaults {
  const keys = [state.counters, state.faults, state['fault-counts']];
  let rules = rulesOf(0, []);
  let reading: Promise<unknown> | undefined;
  /** How many changes this process has made. */
  let changes = 0;

  const run = (script: Script, args: readonly string[]): Promise<Reply> => runInState(connection, script, keys, args);

  const read = async (): Promise<FaultsMemory> => {
    const before = changes;
    const [version, chances, stored, counted] = listIn(await run(READ, []));
    const counts = hashIn(counted);
    const found = readRules(Number(version), hashIn(stored), rules, prefix);
    // An answer that was on its way while this process made a change may be older than the copy. Else it is newer whatever
    // its version is: a Redis may have come back with less than it had.
    if (before === changes || found.version > rules.version) rules = found.version === rules.version ? rules : found;
    const faults = [...found.byId.values()].map(({ id, rule }) => {
      const [struck, passed] = [`struck ${id}`, `passed ${id}`].map((field) => Number(counts.get(field) ?? 0));
      return { id, rule, struck: struck ?? 0, ...(passed === 0 ? {} : { passed }) };
    });
    return { faults, chances: Number(chances) };
  };

  /** Goes on with the rules that a change by this process has made; they are read where others have made changes before. */
  const changed = async (version: number, made?: () => FaultRules): Promise<void> => {
    changes += 1;
    if (made !== undefined && rules.version === version - 1) rules = made();
    else if (rules.version < version) await read();
  };

  return {
    get rules() {
      return rules;
    },
    get lookAt() {
      return rules.lookAt;
    },
    async refresh() {
      // Many requests are told at once that the rules are old.
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    async add(wanted) {
      const text = stringifyJson(wanted);
      const told = await run(ADD, [text, String(MOST_FAULTS)]);
      if (told === null) throw tooManyFaults();
      const [version = 0, number] = listIn(told).map(Number);
      const fault = knownFault(String(number), `${version} ${text}`, prefix);
      await changed(version, () => rulesOf(version, [...rules.byId.values(), fault], rules.usedUp));
      return { id: fault.id, rule: fault.rule, struck: 0 };
    },
    list: async () => (await read()).faults,
    async remove(id) {
      const version = await run(REMOVE, [id]);
      if (version === null) return false;
      const others = () => [...rules.byId.values()].filter((fault) => fault.id !== id);
      await changed(Number(version), () => rulesOf(Number(version), others(), rules.usedUp));
      return true;
    },
    async clear() {
      const version = Number(await run(CLEAR, []));
      await changed(version, () => rulesOf(version, []));
    },
    dump: read,
    async restore({ faults, chances = '' }) {
      if ((faults ?? []).length > MOST_FAULTS) throw tooManyFaults();
      const last = Math.max(0, ...(faults ?? []).map(({ id }) => faultNumberOf(id)));
      const texts = (faults ?? []).flatMap(({ id, rule, struck, passed = 0 }) => [
        id,
        stringifyJson(rule),
        String(struck),
        String(passed),
      ]);
      const version = await run(RESTORE, [faults === undefined ? '0' : '1', String(chances), String(last), ...texts]);
      if (version !== null) await changed(Number(version));
    },
    async strike(request) {
      for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
        const asked = rules;
        const told = await run(STRIKE, [String(asked.version), ...triedBy(asked, request)]);
        if (told !== 0) return effectIn(asked, listIn(told));
        await read();
      }
      throw new StoreUnavailable('The faults of this world change all the time.');
    },
    leave: () => leaveState(connection, state),
  };
}

/** So often rules are read again that have been changed since. */
const MOST_TRIES = 10;
