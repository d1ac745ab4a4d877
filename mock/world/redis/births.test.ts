import { describeBirths } from '../stores/births.behaviour';
import { StoreUnavailable } from '../stores/failures';
import { createRedisBirths } from './births';
import { freshState } from './testing/fresh-state';
import { onRedis } from './testing/on-redis';

onRedis('with a server', ({ connection }) => {
  describeBirths('births in Redis', async () => createRedisBirths(connection, await freshState(connection)));

  test('births of a state that is gone are told of by nobody', async () => {
    const keys = await freshState(connection);
    const births = createRedisBirths(connection, keys);
    await connection.send(keys.counters, ['DEL', keys.counters]);
    await expect(births.note('things', 1, 0)).rejects.toThrow(StoreUnavailable);
    await expect(births.of('things')).rejects.toThrow(StoreUnavailable);
  });
});
