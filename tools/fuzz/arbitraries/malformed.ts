/** Pieces of requests, of which most are wrong somewhere; they are told in the order in which a request has them. */

/** HEAD is left out: whether a reply has a body could not be told from outside. */
export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G',
  '',
  'GET ',
  'M-SEARCH',
  'X'.repeat(300),
  'G\0T',
];

export const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.10',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1.',
  '',
  'HTTP/1.1 ',
  'ICE/1.0',
  'RTSP/1.0',
];

/** What may stand for the end of a line. */
export const ENDS = ['\r\n', '\n', '\r', '\r\r\n', '\n\r'];

/** Header lines without their ends. Those that frame a message stand below. */
export const LINES = [
  ...[
    ': x',
    'X',
    'X : y',
    ' X: y',
    '\tX: y',
    'X: a\r\n b',
    'X: a\r\n\tb',
    'X: a\0b',
    'X: a\x01b',
    'X: \xff\xfe',
    'X:',
    'X:y',
    'X: a\nY: b',
  ],
  ...[
    'X: a\rb',
    'Host: a',
    'Host: ',
    'Host: a, b',
    'Host: a:99999',
    'Host: [::1',
    'host:a',
    'Host : a',
    'Host: \xe9',
    'H\xf6st: a',
  ],
  ...[
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Connection: close, keep-alive',
    'Connection: ,,,',
    'Connection: host',
  ],
  ...[
    'Upgrade: websocket',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ],
  ...[
    'Expect: 100-continue',
    'Expect: 100-CONTINUE',
    'Expect: 200-ok',
    'Expect:',
    'Trailer: Host',
    'TE: trailers',
    'Keep-Alive: timeout=9999',
  ],
  ...[
    'Range: bytes=0-',
    'Max-Forwards: 0',
    'Cookie: ;;;=',
    'X: {"',
    `(X): y`,
    'X@Y: z',
    '"X": y',
    'X: y: z',
    'Date: x',
    'Via: 1.1 x',
  ],
];

/** Header lines that say how long a body is. */
export const FRAMINGS = [
  ...[
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: +2',
    'Content-Length: 2, 2',
    'Content-Length: 0x2',
  ],
  ...[
    'Content-Length: 99999999999999999999',
    'Content-Length: 2\r\nContent-Length: 3',
    'Content-Length: 2\r\nContent-Length: 2',
    'Content-Length: ',
  ],
  ...[
    'Content-Length: 1e1',
    'Content-Length: 2 2',
    'Content-Length : 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: Chunked',
  ],
  ...[
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: identity',
  ],
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding:\r\n chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  ],
  ...[
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Transfer-Encoding',
    'Transfer-Encoding: ',
  ],
];

/** Bodies in chunks. */
export const CHUNKS = [
  ...[
    '0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    'zz\r\n{}\r\n0\r\n\r\n',
    '-1\r\n\r\n',
    '5;a=b\r\nhello\r\n0\r\n\r\n',
    '5\nhello\n0\n\n',
    '0x5\r\nhello\r\n0\r\n\r\n',
  ],
  ...[
    '5\r\nhelloX\r\n0\r\n\r\n',
    '5\r\nhel',
    'ffffffffffffffff\r\n',
    '00000000000000000005\r\nhello\r\n0\r\n\r\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    '\r\n',
  ],
  ...[
    '0\r\nX: y\r\n\r\n',
    '0\r\nContent-Length: 9\r\n\r\n',
    '0\r\nX y\r\n\r\n',
    `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    `0\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  ],
];
