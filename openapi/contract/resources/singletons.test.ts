import { readOperations } from '../operations/operations';

import { findResources } from './resources';
import { findSingletons } from './singletons';

const ACCOUNT = { type: 'object', properties: { email: { type: 'string' } } };
const CAT = { type: 'object', properties: { id: { type: 'integer' } } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shows = (schema: object) => ({ responses: { '200': { description: '', ...json(schema) } } });
const takes = { requestBody: json(ACCOUNT), ...shows(ACCOUNT) };
const gone = { responses: { '204': { description: '' } } };

function singletonsOf(paths: Record<string, object>): Record<string, readonly string[]> {
  const operations = readOperations({ paths });
  const found = findSingletons(operations, findResources(operations));
  return Object.fromEntries(
    found.map((one) => [one.path, Object.entries(one.operations).map(([role, { method }]) => `${role} ${method}`)]),
  );
}

test('a singleton is shown at a path of its own, and changed or removed there', () => {
  expect(
    singletonsOf({
      '/me': { get: shows(ACCOUNT), put: takes, patch: takes, post: takes, delete: gone },
      '/settings': { get: shows(ACCOUNT), post: takes },
      '/cats/{id}/badge': { get: shows(ACCOUNT), delete: gone },
    }),
  ).toStrictEqual({
    '/me': ['read GET', 'replace PUT', 'patch PATCH', 'delete DELETE'],
    '/settings': ['read GET', 'patch POST'],
    '/cats/{id}/badge': ['read GET', 'delete DELETE'],
  });
});

test('what only shows, lists, is an item or no object is none', () => {
  const list = { type: 'object', properties: { found: { type: 'array', items: CAT } } };
  expect(
    singletonsOf({
      '/status': { get: shows(ACCOUNT) },
      '/search': { get: shows(list), post: takes },
      '/cats/{id}': { get: shows(CAT), put: takes },
      '/cats': { get: shows({ type: 'array', items: CAT }), post: takes, delete: gone },
      '/text': { get: shows({ type: 'string' }), put: takes },
      '/login': { post: takes },
    }),
  ).toStrictEqual({});
});
