import { createMembership } from './membership';
import { sharedKeys } from './state/keys';
import type { Terms } from './terms';
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
  const member = (keys: ReturnType<typeof sharedKeys>, terms: Terms) => {
    const heard: unknown[] = [];
    const onEmptied = () => heard.push('emptied');
    return {
      ...createMembership({ connection, keys, terms, onEmptied, onOthers: (others) => heard.push(others) }),
      heard,
    };
  };
  it('have the same terms for as long as one of them runs; then others may have others, of the same contract', async () => {
    const keys = freshKeys();
    const [one, two, other, third] = [TERMS, TERMS, OTHER, OTHER_CONTRACT].map((terms) => member(keys, terms));
    expect(await one?.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: undefined });
    // Nothing is stored yet, so that nobody would take it for something else.
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
    // What is stored is left with its terms; nothing tells of who ran.
    expect(await connection.send(keys.terms, ['EXISTS', keys.terms, keys.running, keys.replicas])).toBe(0);
  });

  it('count no more when they have not been heard of for long, and are told of it where others have come', async () => {
    const keys = freshKeys();
    const [one, other] = [member(keys, TERMS), member(keys, OTHER)];
    await one.join(false);
    await one.settle();
    const ends = await Promise.all(
      [keys.running, keys.replicas, keys.terms].map((key) => connection.send(key, ['PTTL', key])),
    );
    expect(ends.map((end) => Number(end) > 0)).toEqual([true, true, false]);
    // As if so much time had passed.
    const [id = ''] = (await connection.send(keys.replicas, ['ZRANGE', keys.replicas, '0', '-1'])) as readonly string[];
    await connection.send(keys.replicas, ['ZADD', keys.replicas, '1', id]);
    expect(await other.join(false)).toEqual({ outcome: 'joined', isAlone: true, stored: TERMS });
    await one.renew();
    await other.renew();
    expect([one.heard, other.heard]).toEqual([[OTHER], []]);
    for (const each of [one, other]) each.leave();
  });

  it('store their terms again in a Redis that was emptied, which one of them is told of', async () => {
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
