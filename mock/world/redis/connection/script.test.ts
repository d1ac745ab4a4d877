import { ErrorReply } from '@redis/client';
import { onRedis } from '../testing/on-redis';
import type { Connection } from './connection';
import { frequentScript, inBatches, script } from './script';

const ADD = frequentScript(`
if ARGV[1] == 'wrong' then return redis.error_reply('WRONG number') end
if ARGV[1] == 'none' then return end
return {redis.call('INCRBY', KEYS[1], ARGV[1]), ARGV[2]}
`);

onRedis('steps that are asked for at once', ({ connection }) => {
  const commands: number[] = [];
  let batched: Connection;
  beforeAll(async () => {
    batched = inBatches({
      ...connection,
      run(asked, keys, args) {
        commands.push(args.length);
        return connection.run(asked, keys, args);
      },
    });
  });
  beforeEach(() => {
    commands.length = 0;
  });
  test('go as one command, in their order, and have the replies that each of them would have', async () => {
    const replies = ['1', '2', 'none', '3'].map((number) => batched.run(ADD, ['sum'], [number, `after ${number}`]));
    expect(await Promise.all(replies)).toEqual([[1, 'after 1'], [3, 'after 2'], null, [6, 'after 3']]);
    expect(commands).toHaveLength(1);
  });

  test('fail alone', async () => {
    const [first, wrong, none, last] = await Promise.allSettled(
      ['1', 'wrong', 'x', '1'].map((number) => batched.run(ADD, ['alone'], [number])),
    );
    expect([first, last]).toMatchObject([{ value: [1] }, { value: [2] }]);
    expect(wrong).toMatchObject({ reason: expect.any(ErrorReply) as unknown });
    expect(String(wrong?.status === 'rejected' && wrong.reason)).toContain('WRONG number');
    expect(String(none?.status === 'rejected' && none.reason)).toContain('not an integer');
  });

  test('of other keys or other scripts are commands of their own', async () => {
    const read = script("return redis.call('GET', KEYS[1])");
    await batched.run(ADD, ['one'], ['7']);
    commands.length = 0;
    const all = [batched.run(ADD, ['one'], ['1']), batched.run(ADD, ['two'], ['1']), batched.run(read, ['one'], [])];
    expect(await Promise.all(all)).toEqual([[8], [1], expect.stringMatching(/^[78]$/)]);
    expect(commands).toHaveLength(3);
  });

  test('are no more than a few dozen, so that others are served between them', async () => {
    await Promise.all(Array.from({ length: 100 }, () => batched.run(ADD, ['many'], ['1'])));
    expect(commands).toHaveLength(4);
    expect(await connection.send('many', ['GET', 'many'])).toBe('100');
  });

  test('are fewer the longer each takes, and one that takes too long goes alone', async () => {
    const costly = frequentScript(`return ARGV[1]`, '', ([cost]) => Number(cost));
    const told = await Promise.all(
      ['2000', '2000', '2000', '9000', '1', '9000'].map((cost) => batched.run(costly, ['costly'], [cost])),
    );
    expect(told).toEqual(['2000', '2000', '2000', '9000', '1', '9000']);
    // A command of several steps says before each how many arguments it has.
    expect(commands).toEqual([6, 1, 1, 1]);
  });

  test('all fail where Redis does not answer', async () => {
    const lost = inBatches<Connection>({ ...connection, run: () => Promise.reject(new Error('lost')) });
    const all = await Promise.allSettled([lost.run(ADD, ['a'], ['1']), lost.run(ADD, ['a'], ['1'])]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
