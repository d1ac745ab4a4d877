import { describeKeyring } from '../../stores/keyring.behaviour';
import type { KeyEntry } from '../../stores/keys';
import { StoreUnavailable } from '../../stores/store';
import { sharedKeys } from '../state/state';
import { onRedis } from '../testing/on-redis';
import { createSharedKeyring, type SharedKeyring } from './keyring';

onRedis('a keyring in Redis', ({ connection }) => {
  let made = 0;
  const keyrings: SharedKeyring[] = [];
  afterEach(() => {
    for (const keyring of keyrings.splice(0)) keyring.close();
  });
  /** A keyring without keys, as each of some processes has it. */
  const shared = async (processes: number): Promise<readonly SharedKeyring[]> => {
    made += 1;
    const keys = sharedKeys(`test-${made}`);
    const those = await Promise.all(Array.from({ length: processes }, () => createSharedKeyring(connection, keys)));
    keyrings.push(...those);
    return those;
  };
  const two = async () => (await shared(2)) as unknown as readonly [SharedKeyring, SharedKeyring];

  describeKeyring('a keyring in Redis', async () => {
    const [keyring] = await shared(1);
    if (keyring === undefined) throw new Error('one was asked for');
    return keyring;
  });

  const entryOf = (worldId: string): KeyEntry => ({
    worldId,
    key: { name: worldId, plan: 'Free', allowances: [{ window: 'day', requests: 7, seconds: 86_400 }], revoked: false },
  });

  it('finds at once what another process has added, and no longer what another has removed', async () => {
    const [here, there] = await two();
    const ann = entryOf('ann');
    await here.add('value', ann);
    expect(await there.find('value', {})).toEqual(ann);
    // Its message may be there later.
    while (there.find('value', {}) instanceof Promise) await new Promise(setImmediate);
    expect(there.find('value', {})).toEqual(ann);
    await there.remove('ann');
    expect(await there.find('value', {})).toBeUndefined();
    while (here.has('value')) await new Promise(setImmediate);
    expect(await here.find('value', {})).toBeUndefined();
  });

  /** A keyring that has a key, on a line which takes so many steps, answers them once it may, and counts messages. */
  const cutOff = async (keyring: SharedKeyring) => {
    const line = { steps: Number.POSITIVE_INFINITY, answers: Promise.resolve(), messages: 0 };
    const own: typeof connection = {
      ...connection,
      async run(...step) {
        line.steps -= 1;
        if (line.steps < 0) throw new StoreUnavailable('It is busy.');
        const { answers } = line;
        const reply = await connection.run(...step);
        await answers;
        return reply;
      },
      subscribe: (channel, hear) =>
        connection.subscribe(channel, (message) => {
          hear(message);
          line.messages += 1;
        }),
    };
    const other = await createSharedKeyring(own, sharedKeys(`test-${made}`));
    keyrings.push(other);
    await keyring.add('value', entryOf('ann'));
    while (line.messages === 0) await new Promise(setImmediate);
    await other.find('value', {});
    return { other, line };
  };

  it('accepts no key that another process has revoked, though Redis does not answer what has become of it', async () => {
    const [keyring] = await two();
    const { other, line } = await cutOff(keyring);
    line.steps = 0;
    await keyring.revise('ann', (key) => ({ ...key, revoked: true }));
    while (line.messages === 1) await new Promise(setImmediate);
    for (let asked = 0; asked < 2; asked += 1) await expect(other.find('value', {})).rejects.toThrow('It is busy.');
    expect(other.has('value')).toBe(true);
    line.steps = 1;
    expect((await other.find('value', {}))?.key.revoked).toBe(true);
    expect(other.find('value', {})).toMatchObject({ key: { revoked: true } });
  });

  it('accepts none that was revoked after the answer that comes last, or by itself in a step without an answer', async () => {
    const [keyring] = await two();
    const { other, line } = await cutOff(keyring);
    let answer = (): void => {};
    line.answers = new Promise((resolve) => (answer = resolve));
    const first = other.find('value', {});
    await keyring.revise('ann', (key) => ({ ...key, plan: 'Pro' }));
    while (line.messages === 1) await new Promise(setImmediate);
    line.steps = 0;
    await keyring.revise('ann', (key) => ({ ...key, revoked: true }));
    while (line.messages === 2) await new Promise(setImmediate);
    answer();
    await first;
    await expect(other.find('value', {})).rejects.toThrow('It is busy.');
    line.steps = 1;
    expect((await other.find('value', {}))?.key.revoked).toBe(true);
    Object.assign(line, { steps: 1, answers: Promise.reject(new StoreUnavailable('It is late.')) });
    await expect(other.remove('ann')).rejects.toThrow('It is late.');
    Object.assign(line, { steps: 1, answers: Promise.resolve() });
    expect(await other.find('value', {})).toBeUndefined();
  });

  it('is changed in one step, whose outcome it has at once', async () => {
    const [keyring] = await two();
    const { other, line } = await cutOff(keyring);
    line.steps = 1;
    await other.add('second value', entryOf('ann'));
    while (line.messages === 1) await new Promise(setImmediate);
    expect(other.find('second value', {})).toEqual(entryOf('ann'));
    line.steps = 1;
    await other.remove('ann');
    line.steps = 0;
    expect([other.has('value'), await other.find('value', {})]).toEqual([false, undefined]);
  });

  it('goes on with the keys that its process was given where Redis has lost all, and knows of no others until they are back', async () => {
    const [keyring] = await shared(1);
    const ann = entryOf('ann');
    await keyring?.replace('ann', [{ value: 'value', key: ann.key }]);
    const { keyring: stored } = sharedKeys(`test-${made}`);
    await connection.send(stored, ['DEL', stored, `${stored}:ann`]);
    await keyring?.refresh();
    expect(await keyring?.find('value', {})).toEqual(ann);
    await expect(keyring?.find('other', {})).rejects.toThrow('has lost the API keys');
    await keyring?.replace('ann', [{ value: 'value', key: ann.key }]);
    expect([await keyring?.find('value', {}), await keyring?.find('other', {})]).toEqual([ann, undefined]);
  });

  it('stores no value, and of those that people have chosen nothing but the digest', async () => {
    const [here, there] = await two();
    const key = { ...entryOf('ann').key, demoValue: 'demo-value-of-ann' };
    const issued = [{ value: 'demo-value-of-ann', key }];
    await Promise.all([here.replace('ann', issued), there.replace('ann', issued)]);
    await here.add('added-value', entryOf('ben'));
    const { keyring } = sharedKeys(`test-${made}`);
    const told = JSON.stringify(await connection.send(keyring, ['HGETALL', keyring]));
    for (const secret of ['demo-', 'value', '"de', '"length\\":17']) expect(told).not.toContain(secret);
    expect(told).toContain('length\\":11');
    expect([here.has('demo-value-of-ann'), there.has('demo-value-of-ann')]).toEqual([true, true]);
  });

  it('has what all of them have changed at once, and as it is where messages were missed', async () => {
    const [here, there] = await two();
    const names = Array.from({ length: 20 }, (_, number) => `world-${number}`);
    const doIt = async (name: string, nth: number): Promise<void> => {
      const [one, other] = nth % 2 === 0 ? [here, there] : [there, here];
      await one.add(`value of ${name}`, entryOf(name));
      if (nth % 3 === 0) await other.remove(name);
      else await other.revise(name, (key) => ({ ...key, plan: 'Pro' }));
    };
    await Promise.all(names.map(doIt));
    const late = await createSharedKeyring(connection, sharedKeys(`test-${made}`));
    keyrings.push(late);
    // Before any is looked for.
    const hidden = names.map((name) => late.has(`value of ${name}`));
    expect(hidden).toEqual(names.map((_, nth) => nth % 3 !== 0));
    here.close();
    await there.remove('world-1');
    await here.refresh();
    const plans = async (keyring: SharedKeyring) =>
      Promise.all(names.map(async (name) => (await keyring.find(`value of ${name}`, {}))?.key.plan));
    const expected = names.map((_, nth) => (nth % 3 === 0 || nth === 1 ? undefined : 'Pro'));
    expect(await plans(here)).toEqual(expected);
    expect(await plans(late)).toEqual(expected);
    while (there.has('value of world-0')) await new Promise(setImmediate);
    expect(await plans(there)).toEqual(expected);
  });

  it('knows the values that it was given, to hide them, whatever others have put in their place since', async () => {
    const [one, other] = await two();
    const key = { name: 'ann', plan: 'Free', allowances: [], revoked: false };
    await one.replace('default', [{ value: 'value-of-ann', key }]);
    await other.replace('default', [{ value: 'value-of-eve', key }]);
    await one.refresh();
    expect(await one.find('value-of-ann', {})).toBeUndefined();
    expect([one.has('value-of-ann'), one.lengthsFrom('v'.charCodeAt(0), 'a'.charCodeAt(0))]).toEqual([true, [12]]);
  });
});
