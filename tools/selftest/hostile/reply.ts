import type { Socket } from 'node:net';

/** The rate limit headers that the contract asks for, and the media type. */
export const LAWFUL_FIELDS =
  'Content-Type: application/json\r\nX-RateLimit-Limit: 1000\r\nX-RateLimit-Remaining: 900\r\nX-RateLimit-Reset: 4000000000';

/** A whole reply with a body of the length that it announces. */
export const reply = (body: string | Buffer, more = '', status = '200 OK'): Buffer => {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\n${LAWFUL_FIELDS}\r\n${more}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
};

/** The head of a reply whose body is framed otherwise. */
export const head = (more: string, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${LAWFUL_FIELDS}\r\n${more}\r\n`;

export const saying =
  (bytes: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(bytes);
  };

export const endingWith =
  (bytes: string | Buffer) =>
  (socket: Socket): void => {
    socket.end(bytes);
  };
