import { gzipSync } from 'node:zlib';
import type { Hostile } from './model';
import { head, reply, saying } from './reply';

const bomb = (): Buffer => gzipSync(Buffer.alloc(80 * 2 ** 20, ' '), { level: 1 });

/** Bodies that are not what their headers say, or without end. */
export const bodies: readonly Hostile[] = [
  {
    name: 'a coding that does not exist',
    answer: saying(reply('[]', 'Content-Encoding: no-such\r\n')),
    finding: { check: 'reply.json', says: /its Content-Encoding "no-such" is none that is registered/ },
  },
  {
    name: 'plain JSON that is said to be encoded twice',
    answer: saying(reply('[]', 'Content-Encoding: no-such, gzip\r\n')),
    finding: { check: 'reply.json', says: /it can't be decoded as gzip/ },
  },
  {
    name: 'plain JSON that is said to be Zstandard',
    answer: saying(reply('[]', 'Content-Encoding: zstd\r\n')),
    finding: { check: 'reply.json', says: /it can't be decoded as zstd/ },
  },
  {
    name: 'a byte order mark before JSON',
    answer: saying(reply('\ufeff[]')),
    finding: { check: 'reply.json', says: /it begins with a byte order mark/ },
  },
  {
    name: 'UTF-16',
    answer: saying(reply(Buffer.from('[{"name":"é"}]', 'utf16le'))),
    finding: { check: 'reply.json', says: /a body of 28 bytes/ },
  },
  {
    name: 'bytes that are no UTF-8',
    answer: saying(reply(Buffer.from([0x22, 0xff, 0xfe, 0x22]))),
    finding: { check: 'reply.json', says: /it is not UTF-8/ },
  },
  {
    name: 'kilobytes that become eighty megabytes',
    answer: (socket) => void socket.write(reply(bomb(), 'Content-Encoding: gzip\r\n')),
    finding: { check: 'reply.arrives', says: /a body of more than 67108864 bytes/ },
  },
  {
    name: 'a body without end',
    answer: (socket) => {
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const more = (): void => {
        while (socket.write(chunk));
      };
      socket.on('drain', more).write(head('Transfer-Encoding: chunked\r\n'), more);
    },
    finding: { check: 'reply.arrives', says: /a body of more than 67108864 bytes/ },
  },
];
