import * as fc from 'fast-check';
import { createMessageReader, readRequestHead, readResponseHead } from './http1';

const STREAM = Buffer.from(
  [
    'POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello',
    '\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /c HTTP/1.1\r\ntransfer-Encoding: gzip, chunked\r\n\r\nA;x="y"\r\n0123456789\r\n1\r\n\n\r\n0\r\nSum: 1\r\n\r\n',
    'GET /d HTTP/1.1\n\n',
    'CONNECT e:1 HTTP/1.1\r\n\r\n\x00\xffany bytes\r\n\r\n',
  ].join(''),
  'latin1',
);

/** What a reader makes of pieces: each head's first word, bodies, ends, and all bytes as they came. */
function read(pieces: readonly Buffer[]) {
  const told: string[] = [];
  const bytes: Buffer[] = [];
  let body = '';
  const reader = createMessageReader({
    head(head) {
      bytes.push(head);
      const text = head.toString('latin1');
      told.push(text.trim().split(' ')[1] ?? '');
      return readRequestHead(text)?.framing;
    },
    body: (part) => {
      body += part.toString('latin1');
    },
    end() {
      told.push(body);
      body = '';
    },
    raw: (part) => bytes.push(part),
  });
  for (const piece of pieces) reader.push(piece);
  reader.close();
  return { told, passedOn: Buffer.concat(bytes) };
}

test('messages are the same however the bytes come, and none of those is lost or changed', () => {
  const expected = ['/a', 'hello', '/b', '', '/c', '0123456789\n', '/d', '', 'e:1'];
  const cuts = fc.array(fc.nat(STREAM.length), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, (places) => {
      const ends = [0, ...places.toSorted((a, b) => a - b), STREAM.length];
      const pieces = ends.slice(1).map((end, index) => STREAM.subarray(ends[index], end));
      const { told, passedOn } = read(pieces);
      expect(told).toEqual(expected);
      expect(passedOn.equals(STREAM)).toBe(true);
    }),
  );
});

test('what is cut off in a head is passed on all the same', () => {
  const { told, passedOn } = read([Buffer.from('GET / HT')]);
  expect([told, passedOn.toString()]).toEqual([[], 'GET / HT']);
});

test.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', 'HEAD', { kind: 'length', length: 0 }],
  ['HTTP/1.1 200 OK\r\n\r\n', 'GET', { kind: 'close' }],
  ['HTTP/1.1 200\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', 'GET', { kind: 'chunked' }],
  ['HTTP/1.1 200 Connected\r\n\r\n', 'CONNECT', { kind: 'tunnel' }],
  ['HTTP/1.1 304 Same\r\nContent-Length: 3\r\n\r\n', 'GET', { kind: 'length', length: 0 }],
] as const)('%j to %s has a body that ends so: %j', (head, method, framing) => {
  expect(readResponseHead(head, method)?.framing).toEqual(framing);
});
