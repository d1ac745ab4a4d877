import { headers, meter, retryAfter } from './allowance';
import type { Stages } from './behaviour';
import { parseBody, readCategory, readFilter, readId, readLimit, readName, readObject, readStatus } from './input';
import { print } from './json';
import { parseKey, planOf } from './keys';
import { plainly } from './on';
import { assignId, catalogue, filter, find, keep, page, show, store } from './records';

/** A server that keeps every sentence of the contract. */
export const lawfulBase: Stages = {
  basePath: '/v1',
  now: Date.now,
  catalogue: () => catalogue(),
  meanwhile: () => {},

  arrive: (asked) => asked,
  parseKey,
  planOf,
  rowOf: ({ key }) => key ?? 'nobody',
  cost: () => 1,
  minuteBegan: (now) => now,
  meter: (asked) => meter(asked),
  retryAfter,

  parseBody,
  readObject,
  readName,
  readCategory,
  readStatus,
  readLimit,
  readFilter,
  readId,

  adjust: (sent) => sent,
  keep,
  assignId,
  store,
  find,
  records: ({ world }) => world.animals,
  order: (animals) => animals,
  filter,
  page,

  show,
  errorBody: ({ code, message, status }) => ({ code, message, status }),
  rewrite: (reply) => reply,
  headers,
  print,
  encode: (text) => Buffer.from(text),
  send: plainly,
};
