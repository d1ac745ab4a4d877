import type { Hostile } from './model';
import { endingWith, head, reply, saying } from './reply';

/** How bytes become replies. */
export const framing: readonly Hostile[] = [
  {
    name: 'a length that is too short',
    answer: saying(`${head('Content-Length: 1\r\n')}[]`),
    finding: { check: 'reply.json', says: /a body of 1 bytes/ },
  },
  {
    name: 'a length that is too long',
    answer: endingWith(`${head('Content-Length: 100\r\n')}[]`),
    finding: { check: 'reply.arrives', says: /closed before the reply was whole|not HTTP/ },
  },
  {
    name: 'a length that is no number',
    answer: saying(`${head('Content-Length: two\r\n')}[]`),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'a chunk whose size is no number',
    answer: saying(`${head('Transfer-Encoding: chunked\r\n')}zz\r\n[]\r\n0\r\n\r\n`),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'a chunk that never comes',
    answer: saying(`${head('Transfer-Encoding: chunked\r\n')}fffff\r\n[`),
    isSilent: true,
    finding: { check: 'reply.arrives', says: /no whole reply within/ },
  },
  {
    name: 'a length and chunks at once',
    answer: saying(`${head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')}2\r\n[]\r\n0\r\n\r\n`),
    finding: { check: 'reply.arrives', says: /what came is not HTTP/ },
  },
  {
    name: 'nothing, and the connection is closed',
    answer: (socket) => void socket.end(),
    finding: { check: 'reply.arrives', says: /closed before the reply was whole/ },
  },
  {
    name: 'the connection is reset within the head',
    answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy()),
    finding: { check: 'reply.arrives', says: /closed before the reply was whole/ },
  },
  {
    name: 'nothing at all',
    answer: () => {},
    isSilent: true,
    finding: { check: 'reply.arrives', says: /no whole reply within/ },
  },
  {
    name: 'two replies to one request',
    answer: (socket) => void socket.write(`${reply('{}')}${reply('{}')}`),
    finding: { check: 'reply.schema', says: /./ },
  },
];
