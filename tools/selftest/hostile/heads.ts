import type { Hostile } from './model';
import { endingWith, head, LAWFUL_FIELDS, reply, saying } from './reply';

const flood = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200));

/** What stands before a body. */
export const heads: readonly Hostile[] = [
  {
    name: 'a status line of garbage',
    answer: endingWith('\u0000\u0001\u009b2J NOT HTTP\r\n\r\n'),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'HTTP/0.9',
    answer: endingWith('[]'),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'the preface of HTTP/2',
    answer: endingWith(Buffer.from('000012040000000000', 'hex')),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'interim replies without end',
    answer: (socket) => {
      const timer = setInterval(() => socket.write(flood), 5);
      socket.on('close', () => clearInterval(timer));
    },
    isSilent: true,
    finding: { check: 'reply.arrives', says: /no whole reply within/ },
  },
  {
    name: 'headers without end',
    answer: (socket) => {
      const line = `X-More: ${'a'.repeat(8000)}\r\n`;
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(line.repeat(8)), 1);
      socket.on('close', () => clearInterval(timer));
    },
    finding: { check: 'reply.arrives', says: /headers that do not end|not HTTP/ },
  },
  {
    name: 'ten thousand headers',
    answer: saying(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}Content-Length: 2\r\n\r\n{}`),
    finding: { check: 'reply.media-type', says: /no Content-Type/ },
  },
  {
    name: 'a control character in the name of a header',
    answer: saying(reply('[]', 'X-\u0007Bell: 1\r\n')),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'two media types',
    answer: saying(reply('[]', 'Content-Type: text/html\r\n')),
    finding: { check: 'reply.media-type', says: /application\/json, text\/html/ },
  },
  {
    name: 'another protocol in the place of a reply',
    answer: saying('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    finding: { check: 'reply.arrives', says: /./ },
  },
  {
    name: 'a redirect to itself',
    answer: saying(`HTTP/1.1 302 Found\r\n${LAWFUL_FIELDS}\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n`),
    finding: { check: 'reply.status', says: /the status 302/ },
  },
  {
    name: '304 for what nobody has',
    answer: saying(`HTTP/1.1 304 Not Modified\r\n${LAWFUL_FIELDS}\r\n\r\n`),
    finding: { check: 'reply.status', says: /the status 304/ },
  },
  {
    name: '204 with a body',
    answer: saying(`${head('Content-Length: 2\r\n', '204 No Content')}[]`),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
];
