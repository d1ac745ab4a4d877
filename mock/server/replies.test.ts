import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { until } from '../../openapi/program/testing/until';
import { createReplies } from './capacity';

test('beyond the most, the client that has had its reply the longest without reading it is disconnected', async () => {
  const mebibyte = 2 ** 20;
  const replies = createReplies(80 * mebibyte);
  const server = createServer((_, response) => {
    void replies.take(response, 50 * mebibyte)?.then((hasRoom) => {
      if (hasRoom) response.end(Buffer.alloc(50 * mebibyte));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const ask = () => {
    const socket = connect(port, '127.0.0.1')
      .pause()
      .on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  };
  const [first, second] = [ask(), await until(() => replies.waitingBytes() > 0).then(ask)];
  await until(() => replies.waitingBytes() < 80 * mebibyte && first.bytesWritten > 0);
  let received = 0;
  second.on('data', (part) => {
    received += part.length;
  });
  second.resume();
  await until(() => received > 50 * mebibyte);
  await until(() => replies.waitingBytes() === 0);
  let missed = 0;
  first.on('data', (part) => {
    missed += part.length;
  });
  first.resume();
  await new Promise((resolve) => first.once('close', resolve));
  expect(missed).toBeLessThan(50 * mebibyte);
  second.destroy();
  server.close();
});

test('a reply whose client leaves while it waits gets no room', async () => {
  const replies = createReplies(100);
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => responses.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const sockets = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first, second] = await until(() => responses.length === 2).then(() => responses);
  if (first === undefined || second === undefined) throw new Error('Two requests were sent.');
  expect(replies.take(first, 80)).toBeUndefined();
  const waiting = replies.take(second, 80);
  expect(waiting).toBeInstanceOf(Promise);
  second.destroy();
  expect(await waiting).toBe(false);
  expect(replies.waitingBytes()).toBe(80);
  expect(replies.take(first, 30)).toBeUndefined();
  expect(replies.waitingBytes()).toBe(30);
  for (const socket of sockets) socket.destroy();
  await until(() => replies.waitingBytes() === 0);
  server.close();
});
