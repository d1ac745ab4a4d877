import type { Address } from '../model';

/** Where a request was sent, for tasks that make no links. */
export const SOME_CALL: Address = { request: { headers: {}, connection: {} }, path: '/', query: '' };
