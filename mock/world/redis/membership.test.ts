import { until } from '../../../openapi/program/testing/until';
import { createMembership } from './membership';
import { sharedKeys } from './state/state';
import { notAlike, notHeardOf, type Terms } from './terms';
import { onRedis } from './testing/on-redis';

onRedis('the mocks that run on one Redis', ({ connection }) => {
  const TERMS: Terms = { contract: 'c', title: 'API', version: '1', options: { '--seed': '1', '--keys': 'k' } };
  const OTHER: Terms = { ...TERMS, options: { '--seed': '2', '--keys': 'k' } };
  const OTHER_CONTRACT: Terms = { ...TERMS, contract: 'd' };

  let prefixes = 0;
  const freshKeys = () => {
    prefixes += 1;
    return sharedKeys(`prefix${prefixes}`);
  };
  const member = (keys: ReturnType<typeof sharedKeys>, terms: Terms, lease?: number) => {
    const heard: unknown[] = [];
    const hearing = {
      onEmptied: () => heard.push('emptied'),
      onOthers: (others: Terms) => heard.push(others),
      onLapsed: (others: Terms) => heard.push('lapsed', others),
    };
    return {
      ...createMembership({ connection, keys, terms, ...hearing, ...(lease === undefined ? {} : { lease }) }),
      heard,
    };
  };
  /** As if so much time had passed without Redis that none of them has been heard of. */
  const outOfTouch = async ({ replicas }: ReturnType<typeof sharedKeys>): Promise<void> => {
    const ids = (await connection.send(replicas, ['ZRANGE', replicas, '0', '-1'])) as readonly string[];
    for (const id of ids) await connection.send(replicas, ['ZADD', replicas, '1', id]);
  };
  it('have the same terms for as long as one of them runs; then others may have others, of the same contract', async () => {
    const keys = freshKeys();
    const [one, two, other, third] = [TERMS, TERMS, OTHER, OTHER_CONTRACT].map((terms) => member(keys, terms));
    expect(await one?.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: undefined });
    // Nothing is stored yet that could be taken for something else.
    expect(await third?.join(false)).toEqual({ outcome: 'others', terms: TERMS });
    await one?.settle();
    expect(await two?.join(false)).toEqual({ outcome: 'joined', isAlone: false, stored: TERMS });
    one?.leave();
    expect(await other?.join(false)).toEqual({ outcome: 'others', terms: TERMS });
    two?.leave();
    expect(await third?.join(false)).toEqual({ outcome: 'stored', terms: TERMS });
    expect(await other?.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: TERMS });
    // It has not succeeded.
    other?.leave();
    expect(await one?.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: TERMS });
    one?.leave();
    await other?.join(false);
    await other?.settle();
    other?.leave();
    expect(await one?.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: OTHER });
    one?.leave();
    expect(await third?.join(true)).toEqual({ outcome: 'joined', isAlone: true, stored: undefined });
    third?.leave();
    // What is stored is left with its terms; nothing says which ran.
    const all = [keys.terms, keys.running, keys.replicas, keys.resetting];
    expect(await connection.send(keys.terms, ['EXISTS', ...all])).toBe(0);
  });

  it('count no more once they were waited for, and hear of it where others have come', async () => {
    const keys = freshKeys();
    const [one, alike, other] = [member(keys, TERMS), member(keys, TERMS), member(keys, OTHER, 120)];
    await one.join(false);
    await one.settle();
    await outOfTouch(keys);
    expect(await alike.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: TERMS });
    await outOfTouch(keys);
    expect(await other.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: TERMS });
    await one.renew();
    await other.renew();
    expect([one.heard, other.heard]).toEqual([[OTHER], ['lapsed', TERMS]]);
    for (const each of [one, alike, other]) each.leave();
  });

  it('are not taken for gone by one with other terms that comes first after a time without Redis', async () => {
    const keys = freshKeys();
    const [one, other] = [member(keys, TERMS), member(keys, OTHER, 3600)];
    await one.join(false);
    await one.settle();
    await outOfTouch(keys);
    const joining = other.join(false);
    await until(() => other.heard.length > 0);
    await one.renew();
    expect(await joining).toEqual({ outcome: 'others', terms: TERMS });
    expect(one.heard).toEqual([]);
    one.leave();
  });

  it('are removed by one at a time: another does not do so too, and one that only starts waits', async () => {
    const keys = freshKeys();
    const [one, two, third] = [member(keys, TERMS), member(keys, TERMS), member(keys, TERMS, 120)];
    expect(await one.join(true)).toMatchObject({ outcome: 'joined' });
    expect(await two.join(true)).toEqual({ outcome: 'resetting' });
    const joining = third.join(false);
    await one.renew();
    expect(await two.join(true)).toEqual({ outcome: 'resetting' });
    await one.settle();
    expect(await joining).toEqual({ outcome: 'joined', isAlone: false, stored: TERMS });
    expect(await two.join(true)).toMatchObject({ outcome: 'joined' });
    // It has not succeeded.
    two.leave();
    expect(await two.join(true)).toMatchObject({ outcome: 'joined' });
    for (const each of [one, two, third]) each.leave();
  });

  it('store their terms again in a Redis that was emptied, of which one of them hears', async () => {
    const keys = freshKeys();
    const [one, two] = [member(keys, TERMS), member(keys, TERMS)];
    for (const each of [one, two]) {
      await each.join(false);
      await each.settle();
    }
    await connection.send(keys.terms, ['UNLINK', keys.terms, keys.running, keys.replicas]);
    await Promise.all([one.renew(), two.renew()]);
    expect([...one.heard, ...two.heard]).toEqual(['emptied']);
    for (const each of [one, two]) each.leave();
  });
});

describe('why a mock may not join others', () => {
  const PLACE = { url: 'redis://127.0.0.1:6379', prefix: 'shop' };
  const OWN: Terms = { contract: 'c'.repeat(64), title: 'Shop', version: '1.0.0', options: { '--seed': '1' } };

  it('is another document or version of those that run, where their options are alike', () => {
    const edited: Terms = { ...OWN, contract: 'd'.repeat(64) };
    expect(notAlike(edited, OWN, PLACE).message).toBe(
      'What redis://127.0.0.1:6379 has with the prefix "shop" is being used by a mock of another document, Shop (dddddddddddd), ' +
        'and this one is of Shop (cccccccccccc). Name another --store-prefix; else stop that one first, or add --store-reset, ' +
        'which removes what is stored.',
    );
    expect(notAlike({ ...OWN, version: '0.9.0' }, OWN, PLACE).message).toContain(
      'is being used by version 0.9.0 of this package, and this is 1.0.0. Name',
    );
  });

  it('stands in a line of the log where they are only waited for', () => {
    expect(notHeardOf({ ...OWN, options: { '--seed': '2' } }, OWN, PLACE, 6)).toBe(
      'Mocks with --seed 2 (here 1) that share redis://127.0.0.1:6379 with the prefix "shop" were not ended, and are out of ' +
        'touch. This one waits 6 s to see whether they still run.',
    );
  });
});
