import { relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Contract, stringifyJson } from '../../openapi/contract';
import { messageOf } from '../../openapi/program/failure';
import { checkRule } from '../control/faults';
import type { ControlEngine } from '../control/model';
import { Problem } from '../errors/problems';
import type { Fixtures } from '../resources/fixtures';
import { createFit } from '../resources/record';
import type { WorldsOptions } from '../world/model';
import { createPauses } from '../world/rules/pauses';
import type { World, WorldState } from '../world/stores/model';
import type { RecordStore } from '../world/stores/records';
import { StoreFull } from '../world/stores/store';

/** What a mock is made from, and watched files may change. */
export type Terms = Pick<WorldsOptions, 'contract' | 'fixtures' | 'examples' | 'examplesOf' | 'keys' | 'chosen'>;

/** What became of the worlds' content under another contract. */
interface Adopted {
  /** A sentence for each record that was set aside, since the contract does not allow it. */
  readonly setAside: readonly string[];
  /** How many records are back that an earlier contract did not allow. */
  readonly back: number;
  /** How many faults were removed, since they name what there is not any more. */
  readonly faults: number;
  /** How many records of the fixtures are not in the default world, since there is no room for them. */
  readonly withoutRoom: number;
}

/**
 * Makes the step that puts another engine in place of the present one. The worlds go on, with all that still makes sense. A
 * record that the new contract does not allow is set aside, until a later one allows it or the world is reset: an edit and its
 * undoing lose nothing. What changes between the old and the new fixtures changes in the default world, too.
 */
export function createAdoption<Engine extends ControlEngine>(live: {
  engine: Engine;
}): (engine: Engine, before: Terms, after: Terms) => Promise<Adopted> {
  return async (engine, before, after) => {
    const { worlds } = engine;
    const setAside: string[] = [];
    const look = async (): Promise<void> => {
      for (const { state } of worlds.all()) setAside.push(...(await putMisfitsAside(after.contract, state)));
    };
    await look();
    const revised = worlds.revise(after);
    live.engine = engine;
    await revised;
    // Again, for what requests have stored meanwhile that came before the other contract.
    await setImmediate();
    await look();
    let back = 0;
    let faults = 0;
    for (const world of worlds.all()) {
      back += await takeBack(after.contract, world.state);
      faults += await removeFaults(engine, world);
    }
    const withoutRoom = await changeFixtures(worlds.main.state.records, recordsOf(before), recordsOf(after));
    return { setAside, back, faults, withoutRoom };
  };
}

/** What the default world begins with. */
function recordsOf({ fixtures, examples }: Terms): Fixtures {
  return examples === undefined ? fixtures : new Map([...examples.each()].flatMap((collections) => [...collections]));
}

/** @returns a sentence for each */
async function putMisfitsAside(contract: Contract, { records, aside }: WorldState): Promise<readonly string[]> {
  const misfitOf = createFit(contract);
  const misfitTexts: string[] = [];
  for await (const batch of records.batches()) {
    const { collection } = batch;
    for (const [id, record] of batch.records) {
      const misfit = misfitOf(collection, id, record);
      if (misfit === undefined) continue;
      misfitTexts.push(misfit);
      // First away from where it was: both count together.
      await records.delete(collection, id);
      await aside.put(collection, id, record);
    }
    // Requests are served between two batches.
    await setImmediate();
  }
  return misfitTexts;
}

/** @returns how many fit again */
async function takeBack(contract: Contract, { records, aside }: WorldState): Promise<number> {
  const misfitOf = createFit(contract);
  let back = 0;
  for await (const batch of aside.batches()) {
    for (const [id, record] of batch.records) {
      if (misfitOf(batch.collection, id, record) !== undefined) continue;
      await aside.delete(batch.collection, id);
      if (await putWhereRoom(records, batch.collection, id, record)) back += 1;
      else await aside.put(batch.collection, id, record);
    }
    await setImmediate();
  }
  return back;
}

/** @returns how many named what there is not any more */
async function removeFaults(engine: ControlEngine, world: World): Promise<number> {
  const { faults } = world.state;
  let removed = 0;
  for (const { id, rule } of await faults.list()) {
    try {
      checkRule(engine, world, rule, '');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await faults.remove(id);
      removed += 1;
    }
  }
  return removed;
}

/** Does to the records what was done to the fixtures, and nothing else; returns how many there was no room for. */
async function changeFixtures(records: RecordStore, before: Fixtures, after: Fixtures): Promise<number> {
  const pause = createPauses();
  let withoutRoom = 0;
  for (const [collection, old] of before) {
    for (const id of old.keys()) {
      if (after.get(collection)?.has(id) !== true) await records.delete(collection, id);
      await pause();
    }
  }
  for (const [collection, wanted] of after) {
    for (const [id, record] of wanted) {
      const old = before.get(collection)?.get(id);
      const isNew = old === undefined && (await records.get(collection, id)) === undefined;
      const isChanged = old !== undefined && stringifyJson(old) !== stringifyJson(record);
      if ((isNew || isChanged) && !(await putWhereRoom(records, collection, id, record))) withoutRoom += 1;
      await pause();
    }
  }
  return withoutRoom;
}

/** @returns whether there was room for it */
async function putWhereRoom(
  records: RecordStore,
  ...[collection, id, record]: Parameters<RecordStore['put']>
): Promise<boolean> {
  try {
    await records.put(collection, id, record);
    return true;
  } catch (error) {
    if (error instanceof StoreFull) return false;
    throw error;
  }
}

/** The line about an edit that is served from now on. */
export function readAgain(changed: readonly string[], { setAside, back, faults, withoutRoom }: Adopted): string {
  const [first] = setAside;
  const sentences = [
    `Read again: ${namesOf(changed)}.`,
    first === undefined
      ? ''
      : `Set aside, since it does not allow them: ${counted(setAside.length, 'record')}; the first: ${first}`,
    back === 0 ? '' : `Back, since it allows them again: ${counted(back, 'record')}.`,
    faults === 0 ? '' : `Switched off, since they name what there is not any more: ${counted(faults, 'fault')}.`,
    withoutRoom === 0 ? '' : `There is no room for ${counted(withoutRoom, 'record')} of the fixtures.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The line about an edit that can't be used. */
export function notUsed(error: unknown): string {
  const message = (messageOf(error) ?? '').replace(/^error: /, '');
  return `Not used: ${message} Until then what was read before goes on being served.`;
}

/** Files as a user would name them: those below the working folder by their path from there. */
export function namesOf(files: readonly string[]): string {
  const names = files.map((file) => {
    const path = relative(process.cwd(), file);
    return path.startsWith('..') ? file : path;
  });
  return names.join(', ');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
