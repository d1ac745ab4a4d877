import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { until } from '../testing/until';
import { createReplies } from './replies';

test('beyond the most, the client that has had its reply the longest without reading it is disconnected', async () => {
  const mebibyte = 2 ** 20;
  const replies = createReplies(80 * mebibyte);
  const server = createServer((_, response) => {
    response.end(Buffer.alloc(50 * mebibyte));
    replies.watch(response);
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
