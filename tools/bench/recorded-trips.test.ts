import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { recordingRelay, templates } from './recorded-trips';
import { HOST, portOf } from './redis-server';

/** A text as Redis' protocol has it. */
const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const evalsha = (...rest: readonly string[]): string =>
  `*${rest.length + 1}\r\n${['EVALSHA', ...rest].map(bulk).join('')}`;

test('scripts that are called before an answer are one trip, with the texts that come back', async () => {
  // Answers whatever comes with a list that has a text, a number, and a list with another text.
  const answer = `*3\r\n${bulk('id-ä1')}:7\r\n*1\r\n${bulk('later')}`;
  const redis = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(answer));
  }).listen(0, HOST);
  await once(redis, 'listening');
  const relay = await recordingRelay(portOf(redis), 20);
  const client = connect(Number(new URL(relay.url).port), HOST).setNoDelay();
  client.write(`*1\r\n${bulk('PING')}${evalsha('a', 'ä\n')}${evalsha('b')}`);
  await once(client, 'data');
  const [beginning, end] = [evalsha('c').slice(0, 9), evalsha('c').slice(9)];
  client.write(beginning);
  setImmediate(() => client.write(end));
  await once(client, 'data');
  client.destroy();
  relay.close();
  redis.close();
  expect(relay.take()).toMatchObject([
    {
      commands: [
        ['EVALSHA', 'a', 'ä\n'],
        ['EVALSHA', 'b'],
      ],
      texts: ['id-ä1', 'later'],
    },
    { commands: [['EVALSHA', 'c']], texts: expect.arrayContaining(['id-ä1', 'later']) },
  ]);
  expect(relay.take()).toEqual([]);
});

test('a text that came back has its place in what is sent later', () => {
  const trips = [
    { commands: [['EVALSHA', 'a']], texts: ['id', 'pet-1234'] },
    { commands: [['EVALSHA', 'b', 'key:pet-1234:end', 'id']], texts: [] },
  ];
  expect(templates(trips)).toEqual([
    [['EVALSHA', 'a']],
    [['EVALSHA', 'b', { around: ['key:', ':end'], place: 1 }, 'id']],
  ]);
});
