import { startMock } from '../index';
import { startOwn } from '../testing/started';

test('a program whose port is taken, or whose host is another machine, is told what to name instead', async () => {
  const { port } = new URL((await startOwn({})).baseUrl);
  await expect(startMock({ port: Number(port) })).rejects.toThrow(
    `startMock: port ${port} of 127.0.0.1 is taken; name another with the option port, or 0 for a free one.`,
  );
  await expect(startMock({ host: '192.0.2.1' })).rejects.toThrow(
    'startMock: 192.0.2.1 is no address of this machine; name another with the option host.',
  );
});
