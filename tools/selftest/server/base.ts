import { headers, meter, retryAfter } from './allowance';
import { plainly } from './altering';
import { parseBody, parseKey, planOf, read, readFilter, readId, readLimit, readMember, readObject } from './input';
import { type Json, print } from './json';
import type { Asked, Problem, Stages } from './model';
import {
  assignId,
  beside,
  clash,
  filter,
  find,
  hasParents,
  keep,
  page,
  patched,
  records,
  remove,
  show,
  store,
  update,
} from './records';

/** A server that keeps every sentence of its contract. */
export const lawfulBase: Stages = {
  basePath: undefined,
  now: Date.now,
  opening: undefined,
  meanwhile: () => {},

  arrive: (asked) => asked,
  parseKey,
  planOf,
  rowOf: ({ key }) => key ?? 'nobody',
  cost: () => 1,
  minuteBegan: (now) => now,
  meter: (asked) =>
    asked.world.subject.hasAllowances ? meter(asked) : { limit: 0, remaining: 0, resetAt: 0, refused: false },
  retryAfter,

  hasParents,
  parseBody,
  readObject,
  readMember,
  read,
  readLimit,
  readFilter,
  readId,

  adjust: (sent) => sent,
  keep,
  assignId,
  clash,
  store,
  find,
  missing: () => undefined,
  replaced: (_, body) => body,
  patched,
  between: () => undefined,
  update,
  remove,

  records,
  order: (all) => all,
  filter,
  page,
  beside,

  show,
  errorBody,
  rewrite: (reply) => reply,
  headers: (allowance, _reply, { world }) => (world.subject.hasAllowances ? headers(allowance) : {}),
  print,
  encode: (text) => Buffer.from(text),
  send: plainly,
};

/** The members of the document's error body that have a meaning, and no others. */
function errorBody(problem: Problem, { world }: Asked): Json {
  const { roles = {} } = world.subject.contract.envelope ?? {};
  const said = (['code', 'message', 'status'] as const).flatMap((role) => {
    const name = roles[role]?.[0];
    return name === undefined ? [] : [[name, problem[role]] as const];
  });
  return Object.fromEntries(said);
}
