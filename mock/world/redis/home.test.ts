import { setTimeout as pause } from 'node:timers/promises';
import type { Chosen } from '../../../openapi/behaviours/chosen';
import { until } from '../../../openapi/program/testing/until';
import { createMemoryFaults } from '../memory/faults';
import { createMemoryJournal } from '../memory/journal';
import { createMemoryLedger } from '../memory/ledger';
import { createMemoryRecords } from '../memory/records';
import { createChances } from '../rules/random';
import { describeChoices } from '../stores/choices.behaviour';
import type { StateOptions } from '../stores/stores';
import type { Connection } from './connection/connection';
import { createSharedHome, type SharedHome, type StateLink, type StateParts } from './home';
import { makeRecords } from './records/record-filling';
import { beginState, stateKeys, type WorldKeys, worldKeys } from './state/state';
import { onRedis } from './testing/on-redis';
import { changeMetadata } from './world-metadata';

onRedis('the home of a world in Redis', ({ connection }) => {
  const OPTIONS: StateOptions = {
    ...{ worldId: 'default', prefix: '', bans: { after: 0, seconds: 0 }, journalSize: 9, seed: 1 },
    ...{ indexedBy: () => [[]], maxRecords: 99, fixtures: new Map() },
  };
  /** Stores of this process alone: which of them a home has is what is looked at. Keys are there as of others. */
  const partsAt = (keys: WorldKeys, takeLink: (link: StateLink) => void): StateParts => ({
    makeRecords: (number) => makeRecords(connection, keys, number),
    async makeRest(number) {
      await makeRecords(connection, keys, number);
      await beginState(connection, stateKeys(keys, number), number, 1);
    },
    records: () => createMemoryRecords(),
    rest: (_state, _options, link) => {
      takeLink(link);
      return {
        ledger: createMemoryLedger(OPTIONS.bans),
        aside: createMemoryRecords(),
        journal: createMemoryJournal(9, ''),
        faults: createMemoryFaults(createChances(1), ''),
        admit: ({ moment }) => ({ moment, decision: undefined, effect: undefined }),
        refresh: async () => {},
      };
    },
  });
  interface Start {
    readonly fill?: Parameters<SharedHome['renew']>[1];
    readonly own?: Connection;
    readonly takeLink?: (link: StateLink) => void;
    readonly chosen?: Chosen | undefined;
  }
  const joined = (keys: WorldKeys, { fill, own = connection, takeLink = () => {}, chosen }: Start = {}) => {
    const parts = partsAt(keys, takeLink);
    return createSharedHome({ connection: own, keys, parts, real: Date.now }, { ...OPTIONS, chosen }, fill);
  };
  /** The home of a process that fills the world where it is the first. */
  const homeAt = async (keys: WorldKeys, start: Start = {}): Promise<SharedHome> => {
    const home = await joined(keys, { fill: () => {}, ...start });
    if (home === undefined) throw new Error('There is no home.');
    return home;
  };
  let worlds = 0;
  const ofNextWorld = (): WorldKeys => {
    worlds += 1;
    return worldKeys('test', `world-${worlds}`);
  };
  /** Homes of one world, as two processes have them that start one after the other. */
  const two = async () => {
    const keys = ofNextWorld();
    return { keys, one: await homeAt(keys), other: await homeAt(keys) };
  };

  describeChoices('choices in Redis', async (chosen) => (await homeAt(ofNextWorld(), { chosen })).present.choices);

  it('has one set of choices for all processes, which a reset brings back', async () => {
    const keys = ofNextWorld();
    const chosen: Chosen = { options: { ids: ['random'] }, vary: 7, except: [] };
    const [one, other] = [await homeAt(keys, { chosen }), await homeAt(keys, { chosen })];
    await one.present.choices.choose({ options: {}, vary: 8 });
    await other.catchUp();
    expect(other.present.choices.chosen).toEqual({ options: {}, vary: 8 });
    const third = await homeAt(keys, { chosen });
    expect(third.present.choices.chosen).toEqual({ options: {}, vary: 8 });
    await third.renew({ ...OPTIONS, chosen }, () => {});
    await one.catchUp();
    expect(one.present.choices.chosen).toEqual(chosen);
  });

  it('goes on with the choices of a process that is started otherwise, once those before are gone', async () => {
    const keys = ofNextWorld();
    const before = await homeAt(keys);
    await before.present.choices.choose({ options: { 'list.order': ['any'] } });
    const after = await homeAt(keys, { chosen: { options: {}, vary: 7 } });
    expect(after.present.choices.chosen).toEqual({ options: {}, vary: 7 });
    expect((await homeAt(keys)).present.choices.chosen).toBeUndefined();
    // At that very moment another one moves the clock.
    let isMoved = false;
    const late: Connection = {
      ...connection,
      async run(step, ...rest) {
        if (!isMoved && step.lua.includes("'PUBLISH'")) {
          isMoved = true;
          after.present.clock.advance(60);
          await after.present.clock.settled();
        }
        return connection.run(step, ...rest);
      },
    };
    const chosen: Chosen = { options: {}, vary: 8 };
    const third = await homeAt(keys, { own: late, chosen });
    expect([isMoved, third.present.choices.chosen]).toEqual([true, chosen]);
  });

  it('is filled once, by one of the processes that begin at once or later; one that only joins makes none', async () => {
    const keys = ofNextWorld();
    expect(await joined(keys)).toBeUndefined();
    let filled = 0;
    const fill = async () => {
      filled += 1;
      await pause(5);
    };
    await Promise.all(Array.from({ length: 5 }, () => homeAt(keys, { fill })));
    expect(await connection.send(keys.world, ['HGET', keys.world, 'version'])).toBe('1');
    filled = 0;
    await Promise.all([homeAt(keys, { fill }), joined(keys)]);
    expect(filled).toBe(0);
  });

  it('shows every process the records that one has put in their place', async () => {
    const { one, other } = await two();
    const { records, ledger } = other.present;
    await one.renewRecords(OPTIONS, () => {});
    await other.refresh();
    expect(other.present.records).not.toBe(records);
    expect(other.present.ledger).toBe(ledger);
  });

  it('has one clock, whichever process moves it and however old its copy is', async () => {
    const { one, other } = await two();
    const [clock, otherClock] = [one.present.clock, other.present.clock];
    clock.freeze();
    clock.set('2030-01-01T00:00:00Z');
    await clock.settled();
    expect(otherClock.frozen).toBe(false);
    otherClock.advance(60);
    await otherClock.settled();
    await one.refresh();
    expect([clock, otherClock].map((each) => new Date(each.now()).toISOString())).toEqual([
      '2030-01-01T00:01:00.000Z',
      '2030-01-01T00:01:00.000Z',
    ]);
    await one.renew(OPTIONS, () => {});
    expect(one.present.clock.frozen).toBe(false);
  });

  it('is read once more for all requests that find at once that what is known of it is old', async () => {
    const { keys, one } = await two();
    let reads = 0;
    const counting: Connection = {
      ...connection,
      send(...asked) {
        reads += 1;
        return connection.send(...asked);
      },
    };
    const links: StateLink[] = [];
    await homeAt(keys, { own: counting, takeLink: (link) => links.push(link) });
    const [link] = links;
    await one.renew(OPTIONS, () => {});
    reads = 0;
    await Promise.all(Array.from({ length: 20 }, async () => link?.refresh()));
    expect([reads, link?.version()]).toEqual([1, 2]);
  });

  it('keeps what is present where the new state can not be filled', async () => {
    const { one, other } = await two();
    const before = one.present;
    const failing = async (): Promise<void> => {
      throw new Error('full');
    };
    await expect(one.renew(OPTIONS, failing)).rejects.toThrow('full');
    await expect(one.renewRecords(OPTIONS, failing)).rejects.toThrow('full');
    await other.refresh();
    expect(one.present).toBe(before);
  });

  it('leaves nothing for good of a state that no process goes on with, or of which it is not known that it was put in place', async () => {
    const { keys, one } = await two();
    /** Without their ends: those that have none. */
    const lasting = async (): Promise<readonly string[]> => {
      const all = (await connection.send('', ['KEYS', `${keys.world}:*`])) as readonly string[];
      const ends = await Promise.all(all.map(async (key) => Number(await connection.send(key, ['PTTL', key]))));
      return all.filter((_, place) => (ends[place] ?? 0) < 0).map((key) => key.slice(keys.world.length + 1));
    };
    const present = (state: number, records: number): readonly string[] => [
      ...[`r${state}:store`, `r${records}:store`, `s${state}:counters`],
    ];
    expect((await lasting()).toSorted()).toEqual(present(1, 2));
    // As where their process is killed.
    const never = new Promise<void>(() => {});
    void one.renew(OPTIONS, () => never);
    void one.renewRecords(OPTIONS, () => never);
    await until(async () => (await connection.send(keys.world, ['HGET', keys.world, 'made'])) === '5');
    expect((await lasting()).toSorted()).toEqual(present(1, 2));
    const version = Number(await connection.send(keys.world, ['HGET', keys.world, 'version']));
    await makeRecords(connection, keys, 6);
    // All that this process would have done afterwards is left out.
    await changeMetadata(connection, keys, version, { records: '6' });
    expect((await lasting()).toSorted()).toEqual(present(1, 6));
    await expect(changeMetadata(connection, keys, version + 1, { state: '9' })).rejects.toThrow('it took too long');
    expect(await changeMetadata(connection, keys, version, { clock: '5' })).toBeUndefined();
  });
});
