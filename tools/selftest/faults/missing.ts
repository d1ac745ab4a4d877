import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import type { Json } from '../server/json';
import { on } from '../server/on';
import { find, show } from '../server/records';
import { clause } from './clauses';

const fault = (
  name: string,
  behaviour: Behaviour,
  caughtBy: readonly [CheckId, ...CheckId[]] = ['missing.not-found'],
): Fault => ({
  name,
  breaks: clause.notFound,
  caughtBy,
  behaviour,
});

const answered = (status: number, body?: Json): Behaviour => ({
  rewrite: on({ operation: 'read', status: 404 }, () => ({
    status,
    body: status < 400 ? body : { code: 'refused', message: 'Refused.', status },
  })),
});

const readAs = (read: (id: string) => bigint): Behaviour => ({ readId: read });

/** Replies to ids that no record has. */
export const missing: readonly Fault[] = [
  fault('null for an unknown id', answered(200, null), ['missing.not-found', 'reply.schema']),
  fault('an empty object for an unknown id', answered(200, {}), ['missing.not-found', 'reply.schema']),
  fault('an empty list for an unknown id', answered(200, []), ['missing.not-found', 'reply.schema']),
  fault('204 for an unknown id', answered(204), ['missing.not-found', 'reply.status']),
  fault('400 for an unknown id', answered(400)),
  fault('403 for an unknown id', answered(403)),
  fault('401 for an unknown id', answered(401)),
  fault('410 for an unknown id', answered(410)),
  fault('422 for an unknown id', answered(422)),
  fault(
    '200 and an Error body for an unknown id',
    {
      rewrite: on({ operation: 'read', status: 404 }, () => ({ status: 200 })),
    },
    ['missing.not-found', 'reply.schema'],
  ),
  fault(
    '404 and a list for an unknown id',
    {
      rewrite: on({ operation: 'read', status: 404 }, () => ({ body: [] })),
    },
    ['error.envelope', 'reply.schema', 'missing.not-found'],
  ),
  fault(
    'an unknown id is sent to the list',
    {
      rewrite: on({ operation: 'read', status: 404 }, () => ({ status: 302, headers: { Location: '/v1/pets' } })),
    },
    ['missing.not-found', 'reply.status'],
  ),
  fault('an unknown id gives the first record', { find: (id, world) => find(id, world) ?? world.animals[0] }),
  fault('an unknown id gives a record made up for it', {
    find: (id, world) => find(id, world) ?? { id, name: 'Unknown', categoryId: 0n, status: 'available' },
  }),
  fault('a large unknown id gives the last record', {
    find: (id, world) => find(id, world) ?? (id > 1_000_000n ? world.animals.at(-1) : undefined),
  }),
  fault('a negative id is read without its sign', { find: (id, world) => find(id < 0n ? -id : id, world) }),
  fault('a negative id counts from the end', {
    find: (id, world) => (id < 0n ? world.animals.at(Number(id)) : find(id, world)),
  }),
  fault('the id zero gives the newest record', {
    find: (id, world) => (id === 0n ? world.animals.at(-1) : find(id, world)),
  }),
  fault(
    'an id beyond int64 wraps to a record',
    readAs((id) => (/^-?\d+$/.test(id) ? BigInt.asIntN(64, BigInt(id)) : 0n)),
    ['missing.not-found', 'input.parameters-refused'],
  ),
  fault(
    'an id is read as far as it is a number',
    readAs((id) => BigInt(id.match(/^-?\d+/)?.[0] ?? 0)),
    ['input.parameters-refused', 'missing.not-found'],
  ),
  fault(
    'an id that is no number gives the first record',
    readAs((id) => (/^-?\d+$/.test(id) ? BigInt(id) : 1n)),
    ['input.parameters-refused', 'missing.not-found'],
  ),
  fault(
    'an id with a fraction is cut to a record',
    readAs((id) => BigInt(Math.trunc(Number(id)) || 0)),
    ['input.parameters-refused', 'missing.not-found'],
  ),
  {
    name: 'the deprecated operation is gone: 410',
    breaks: clause.deprecated,
    caughtBy: ['deprecated.works', 'created.readable'],
    behaviour: { rewrite: on({ operation: 'read', status: 200 }, () => gone(410)) },
  },
  {
    name: 'the deprecated operation is gone: 404',
    breaks: clause.deprecated,
    caughtBy: ['deprecated.works', 'created.readable'],
    behaviour: { rewrite: on({ operation: 'read', status: 200 }, () => gone(404)) },
  },
  {
    name: 'the deprecated operation is gone: 405',
    breaks: clause.deprecated,
    caughtBy: ['deprecated.works', 'created.readable', 'missing.not-found'],
    behaviour: { rewrite: on({ operation: 'read' }, ({ status }) => (status === 401 ? {} : gone(405))) },
  },
  {
    name: 'the deprecated operation is forbidden',
    breaks: clause.deprecated,
    caughtBy: ['deprecated.works', 'created.readable'],
    behaviour: { rewrite: on({ operation: 'read', status: 200 }, () => gone(403)) },
  },
  {
    name: 'the deprecated operation knows only what it opened with',
    breaks: clause.deprecated,
    caughtBy: ['created.readable', 'deprecated.works', 'sequence.model'],
    behaviour: {
      rewrite: on({ operation: 'read', status: 200 }, (_reply, { id }) => (Number(id) > 31 ? gone(410) : {})),
    },
  },
  {
    name: 'the deprecated operation gives no more than the id',
    breaks: clause.found,
    caughtBy: ['reply.schema', 'deprecated.works'],
    behaviour: { show: (animal, { operation }) => (operation === 'read' ? { id: animal.id } : show(animal)) },
  },
];

function gone(status: number): { status: number; body: Json } {
  return { status, body: { code: 'gone', message: 'Use the list.', status } };
}
