import type { Fault } from '../../server/cases';
import type { Behaviour } from '../model';
import { type CaughtBy, clause, faultOf } from './clauses';

const problem = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.problem, name, caughtBy, behaviour);
const key = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) => faultOf(clause.key, name, caughtBy, behaviour);
const list = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.list, name, caughtBy, behaviour);

/** Errors of another form, keys that are not looked at, lists in another wrapper. */
export const errors: readonly Fault<Behaviour>[] = [
  problem('errors have no title', ['error.envelope'], { problem: ({ status }) => ({ status: BigInt(status) }) }),
  problem('a 422 says that it is a 400', ['error.status'], {
    problem: ({ status, message }) => ({ title: message, status: status === 422 ? 400n : BigInt(status) }),
  }),
  problem('errors are plain JSON', ['reply.media-type'], {
    rewrite: (reply) => (reply.status < 400 ? reply : { ...reply, type: 'application/json' }),
  }),
  problem('a 422 lists what is wrong, and has no title', ['error.envelope'], {
    problem: ({ status, message }) =>
      status === 422 ? { errors: [message], status: 422n } : { title: message, status: BigInt(status) },
  }),
  key('any key is taken', ['credentials.checked'], { isKey: (headers) => headers['x-library-key'] !== undefined }),
  key('a missing key is no matter', ['credentials.required'], {
    isKey: (headers, world) => (headers['x-library-key'] ?? world.key) === world.key,
  }),
  key('a key of another case is taken', ['credentials.checked'], {
    isKey: (headers, world) => String(headers['x-library-key']).toLowerCase() === world.key.toLowerCase(),
  }),
  list('the page of branches is in no wrapper', ['reply.schema'], {
    rewrite: (reply, { operation, kind }) => {
      const { body } = reply;
      if (operation !== 'list' || kind !== 'branches' || typeof body !== 'object' || body === null) return reply;
      return 'items' in body ? { ...reply, body: body.items } : reply;
    },
  }),
  list('a page of books is not bounded', ['list.page-size'], {
    page: (records) => ({ records, said: { total: BigInt(records.length), next: null } }),
  }),
  list('the language of a list is passed over', ['list.filter', 'replaced.shown', 'patched.keeps-rest'], {
    filter: (records, { kind, query }) =>
      kind === 'branches' ? records.filter(({ sent }) => (query.get('kind') ?? sent.kind) === sent.kind) : records,
  }),
];
