import type { Fault } from '../server/cases';
import { on } from '../server/on';
import { catalogue } from '../server/records';
import { clause } from './clauses';

/** Success, and a status that the operation does not document. */
export const status: readonly Fault[] = [
  {
    name: 'created with 200',
    breaks: clause.created,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ status: 201 }, () => ({ status: 200 })) },
  },
  {
    name: 'created with 202',
    breaks: clause.created,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ status: 201 }, () => ({ status: 202 })) },
  },
  {
    name: 'created with 204 and no body',
    breaks: clause.created,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ status: 201 }, () => ({ status: 204, body: undefined })) },
  },
  {
    name: 'created with 303 to the new record',
    breaks: clause.created,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ status: 201 }, () => ({ status: 303, headers: { Location: '/v1/pets/1' } })) },
  },
  {
    name: 'a list with 206',
    breaks: clause.list,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ operation: 'list', status: 200 }, () => ({ status: 206 })) },
  },
  {
    name: 'a list with 201',
    breaks: clause.list,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ operation: 'list', status: 200 }, () => ({ status: 201 })) },
  },
  {
    name: 'an empty list with 204',
    breaks: clause.list,
    caughtBy: ['reply.status'],
    behaviour: {
      catalogue: () => catalogue().filter((animal) => animal.status !== 'sold'),
      rewrite: on({ operation: 'list', status: 200 }, ({ body }) =>
        Array.isArray(body) && body.length === 0 ? { status: 204, body: undefined } : {},
      ),
    },
  },
  {
    name: 'an empty list with 404',
    breaks: clause.list,
    caughtBy: ['input.accepted', 'list.filter', 'reply.status'],
    behaviour: {
      catalogue: () => catalogue().filter((animal) => animal.status !== 'sold'),
      rewrite: on({ operation: 'list', status: 200 }, ({ body }) =>
        Array.isArray(body) && body.length === 0
          ? { status: 404, body: { code: 'none', message: 'None.', status: 404 } }
          : {},
      ),
    },
  },
  {
    name: 'a filtered list with 203',
    breaks: clause.list,
    caughtBy: ['reply.status'],
    behaviour: {
      rewrite: on({ operation: 'list', status: 200 }, (_reply, { query }) =>
        query.has('status') ? { status: 203 } : {},
      ),
    },
  },
  {
    name: 'a read with 202',
    breaks: clause.found,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ operation: 'read', status: 200 }, () => ({ status: 202 })) },
  },
  {
    name: 'a read with 304',
    breaks: clause.found,
    caughtBy: ['reply.status'],
    behaviour: { rewrite: on({ operation: 'read', status: 200 }, () => ({ status: 304, body: undefined })) },
  },
  {
    name: 'a read redirects to its replacement',
    breaks: clause.deprecated,
    caughtBy: ['reply.status', 'deprecated.works'],
    behaviour: {
      rewrite: on({ operation: 'read' }, () => ({ status: 301, headers: { Location: '/v1/pets' }, body: undefined })),
    },
  },
  {
    name: 'a missing key is sent to a login page',
    breaks: clause.key,
    caughtBy: ['credentials.required', 'reply.status'],
    behaviour: { rewrite: on({ status: 401 }, () => ({ status: 302, headers: { Location: '/login' } })) },
  },
  {
    name: 'a refused body with 200 and an Error body',
    breaks: clause.badRequest,
    caughtBy: ['input.refused', 'reply.status'],
    behaviour: { rewrite: on({ operation: 'create', status: 400 }, () => ({ status: 200 })) },
  },
  {
    name: 'a refused body with 202',
    breaks: clause.badRequest,
    caughtBy: ['input.refused', 'reply.status'],
    behaviour: { rewrite: on({ operation: 'create', status: 400 }, () => ({ status: 202 })) },
  },
];
