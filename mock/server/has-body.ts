import type { IncomingMessage } from 'node:http';

/** Whether a request has a body that is not empty: without these two headers it has none (RFC 9112 §6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
