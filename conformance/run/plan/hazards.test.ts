import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadContract } from '../../../openapi/contract';
import { temporaryFolder } from '../../../openapi/program/testing/folder';
import { CHECKS } from '../../checks';
import { createKnown } from '../../judge/known';
import { createClues } from '../../records/clues/clues';
import { libraryContract, shippedContract } from '../../testing/contract';
import { exchangeOf } from '../../testing/exchange';
import { optionsFor } from '../../testing/options';
import { run } from '../run';
import { createCreatedList } from './cleaning';
import { hazardsOf, isOfOthers, notCalledOf } from './hazards';

const RECORD = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const BODY = { content: { 'application/json': { schema: RECORD } } };
const LIST = { content: { 'application/json': { schema: { type: 'array', items: RECORD } } } };

/** The contract of operations, each a method, a path and a summary; the last segments of paths say what is a record. */
async function contractOf(...operations: readonly string[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const text of operations) {
    const [method = '', path = '', ...summary] = text.split(' ');
    const isList = method === 'GET' && !path.endsWith('}');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary: summary.join(' '),
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        responses: { 200: { description: 'Done.', ...(isList ? LIST : BODY) } },
        ...(method === 'POST' ? { requestBody: BODY } : {}),
      },
    };
  }
  const file = join(temporaryFolder(), 'document.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'It', version: '1' }, paths }));
  return loadContract(file);
}

/** Those of a user, whose own record is among them. */
const USERS = ['GET /users', 'POST /users', 'GET /users/{id}', 'PATCH /users/{id}', 'DELETE /users/{id}'];

test.each([
  ['POST /admin/shutdown', 'may stop the server or put it out of service'],
  ['POST /v1/restart', 'may stop the server or put it out of service'],
  ['PUT /lifecycle Restarts the whole server.', 'may stop the server or put it out of service'],
  ['GET /stop', 'may stop the server or put it out of service'],
  ['POST /admin/upgrade', 'may stop the server or put it out of service'],
  ['PUT /admin/power', 'may stop the server or put it out of service'],
  ['POST /admin/maintenance', 'may put the server out of service'],
  ['POST /system/maintenance/enable Enable maintenance', 'may put the server out of service'],
  ['POST /admin/enable-maintenance', 'may put the server out of service'],
  ['POST /admin/actions/restart Restart', 'may stop the server or put it out of service'],
  ['POST /workers/stop Stop all workers', 'may stop what others have started'],
  ['POST /auth/revoke', "may take away the run's own access"],
  ['PUT /settings/security', 'may change the settings of the whole server'],
  ['PATCH /server/mode', 'may change the settings of the whole server'],
  ['DELETE /pets/all', 'may delete records that are not those of the run'],
  ['POST /deleteAllRecords', 'may delete records that are not those of the run'],
  ['DELETE /workspace', 'may delete records that are not those of the run'],
  ['POST /auth/logout', "may end the run's own session"],
  ['GET /user/logout', "may end the run's own session"],
  ['POST /users/{id}/log_out.json', "may end the run's own session"],
  ['DELETE /sessions/{id}', "may end the run's own session"],
  ['PUT /account/password', "may change the run's own credentials"],
  ['POST /oauth2/revoke Revoke an access token', "may take away the run's own access"],
  ['PUT /accounts/{id}/credentials', "may change the access of a user that is not the run's own"],
  ['POST /members/{id}/roles', "may change the access of a user that is not the run's own"],
  ['POST /projects/rotate-api-key', "may take away the run's own access"],
  ['PATCH /users/me', "may change or delete the run's own account"],
  ['DELETE /account', "may change or delete the run's own account"],
  ['PUT /user Update the current user', "may change or delete the run's own account"],
  ['PATCH /users', "may change the run's own account"],
  ['PUT /settings', 'may change the settings of the whole server'],
  ['POST /admin/reset', 'may delete records that are not those of the run'],
  ['DELETE /users', 'may delete records that are not those of the run'],
  ['DELETE /grants Delete all grants', 'may delete records that are not those of the run'],
  ['POST /orders/delete', 'may delete records that are not those of the run'],
  ['POST /orders/delete-old-query-based', 'may delete records that are not those of the run'],
  ['POST /orders/bulk-delete', 'may delete records that are not those of the run'],
  ['POST /backups/restore', 'may replace the state of the whole server'],
])('%s is not called: it %s', async (text, why) => {
  const contract = await contractOf(...USERS, text);
  const [method, path] = text.split(' ');
  expect(hazardsOf(contract).map((one) => [one.operation.method, one.operation.path, one.why])).toEqual([
    [method, path, why],
  ]);
});

test.each([
  ['a record of the run is deleted', 'DELETE /orders/{id}'],
  ['one is cancelled', 'POST /orders/{id}/cancel'],
  ['one is stopped', 'POST /orders/{id}/stop'],
  ['what lies below one is emptied', 'DELETE /orders/{id}/items'],
  ['so it is where that is called otherwise', 'DELETE /orders/{order}/items'],
  ['a task is no server', 'POST /recordings/stop'],
  ['the power of a record is its own', 'PUT /orders/{id}/power'],
  ['a cache is filled again', 'POST /cache/clear'],
  ['a list of resets is read', 'GET /resets'],
  ['what is read by POST is read', 'POST /reports/reset Get how many were reset'],
  ['the settings of a record are its own', 'PUT /orders/{id}/settings'],
  ['windows of maintenance are records', 'POST /maintenance_windows'],
  ['a forgotten password is asked for by mail', 'POST /session/forgot_password'],
  ['the strength of a password is told', 'POST /identity/password-policy Validate a password'],
  ['the albums of the client are no account', 'PUT /me/albums Save albums for the current user'],
  ['requests to shut down are records', 'POST /shutdown-requests'],
  ['the cart is that of the caller', 'POST /cart/clear'],
  ['a search is emptied, which holds no records', 'POST /search/clear'],
  ['a password that is forgotten is set by its mail', 'POST /password/reset'],
  ['the mode of a theme is none of the server', 'PUT /theme/mode'],
  ['an order is stopped, though by an action', 'POST /orders/{id}/actions/stop'],
  ['a login ends nothing', 'POST /auth/login'],
])('%s, and is no hazard: %s', async (_, text) => {
  const contract = await contractOf('GET /orders', 'POST /orders', 'GET /orders/{id}', text);
  expect(hazardsOf(contract)).toEqual([]);
});

test('a user is suspended that the run can create, and none that can only be seen', async () => {
  const suspend = 'PUT /users/{id}/suspend';
  expect(hazardsOf(await contractOf(...USERS, suspend))).toEqual([]);
  expect(hazardsOf(await contractOf('GET /users', 'GET /users/{id}', suspend)).map(({ why }) => why)).toEqual([
    "may take away the run's own access",
  ]);
});

test('sessions that can be seen are records as any others, of which no run deletes but its own', async () => {
  expect(hazardsOf(await contractOf('GET /sessions/{id}', 'DELETE /sessions/{id}'))).toEqual([]);
});

/**
 * A server whose only user is the caller; others can be made where it allows that, or the caller is shown for each. The same of
 * other things.
 */
async function usersCalled(
  operations: readonly string[],
  mayCreate: boolean | 'finds the caller',
  things = 'users',
  caller = 'me',
) {
  const contract = await contractOf(...operations);
  const called: string[] = [];
  const users = [{ id: 'me', name: 'Caller' }];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    called.push(`${method} ${url}`);
    const made = mayCreate === true ? { id: `made${users.length}`, name: 'Made' } : users[0];
    if (method === 'POST' && mayCreate === true && made) users.push(made);
    const status = method === 'POST' && !mayCreate ? 403 : 200;
    const body =
      method === 'POST' ? made : url === `/${things}` ? users : users.find(({ id }) => url.split('/').includes(id));
    response.writeHead(body === undefined ? 404 : status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = optionsFor(`http://127.0.0.1:${port}`, {
    headers: { Authorization: `Basic ${btoa(`${caller}:secret`)}` },
    maxRequests: 150,
  });
  const { created } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  server.close();
  server.closeAllConnections();
  return [...called, ...created.map(({ path }) => `created ${path}`)];
}

const GRANTED = [
  ...[...USERS, 'PUT /users/{id}/credentials', 'PUT /users/{id}/profile'],
  ...[
    'DELETE /users/{user}/notes',
    'GET /users/{user}/notes',
    'POST /users/{user}/roles',
    'GET /users/{user}/roles/{role}',
  ],
];

// At once, since most of it is a wait for lists that may be late.
test.concurrent('what changes a user is never called with one that was there before the run', async () => {
  const called = await usersCalled(GRANTED, false);
  expect(called).toContain('GET /users/me');
  expect(called.filter((one) => /^(PUT|PATCH|DELETE) .*me\b|^POST .*roles/.test(one))).toEqual([]);
});

test.concurrent.each([
  ['a record that was listed before', USERS, 'another'],
  ['the caller', USERS.filter((one) => one !== 'GET /users'), 'me'],
])('nor where a create is answered with %s', async (_, operations, caller) => {
  const called = await usersCalled(operations, 'finds the caller', 'users', caller);
  expect(called).toContain('POST /users');
  expect(called.filter((one) => /^(PUT|PATCH|DELETE|created) .*me\b/.test(one))).toEqual([]);
});

test.concurrent('nor does it do anything else to a record that it has not made', async () => {
  const tasks = [
    ...['GET /tasks', 'POST /tasks', 'GET /tasks/{id}', 'PATCH /tasks/{id}', 'POST /tasks/{id}/fail'],
    // What lies below it is no reason to delete or replace it.
    ...['DELETE /tasks/{id}', 'GET /tasks/{id}/{part}', 'PUT /tasks/{id}/tags', 'DELETE /tasks/{id}/tags/{tag}'],
    ...['DELETE /tasks/{id}/tags', 'POST /tasks/{id}/query', 'POST /tasks/{id}/read'],
  ];
  const called = await usersCalled(tasks, false, 'tasks');
  // To ask something of it changes nothing.
  expect(called).toEqual(expect.arrayContaining(['GET /tasks/me', 'POST /tasks/me/query']));
  expect(called.filter((one) => /^(POST|PUT|PATCH|DELETE) .*me\b(?!\/query)/.test(one))).toEqual([]);
  expect(await usersCalled(tasks, true, 'tasks')).toContainEqual(
    expect.stringMatching(/^POST \/tasks\/made\d+\/fail$/),
  );
});

test.concurrent('nor where users are made at a path of its own', async () => {
  const granted = ['GET /users', 'POST /users/create', 'DELETE /users/{id}', 'PUT /users/{id}/profile'];
  const called = await usersCalled(granted, false);
  expect(called).toContain('GET /users');
  expect(called.filter((one) => /^(PUT|DELETE) .*me\b/.test(one))).toEqual([]);
  expect(await usersCalled(granted, true)).toContainEqual(expect.stringMatching(/^DELETE \/users\/made\d+$/));
});

test.concurrent('it is called with one that the run has made', async () => {
  const called = await usersCalled(GRANTED, true);
  expect(called).toContainEqual(expect.stringMatching(/^PUT \/users\/made\d+\/credentials$/));
  expect(called).toContainEqual(expect.stringMatching(/^DELETE \/users\/made\d+\/notes$/));
  expect(called.filter((one) => /^(PUT|PATCH|DELETE) .*me\b|^POST .*\bme\/roles/.test(one))).toEqual([]);
});

test('nor is anything ended that a body names and others have made', async () => {
  const contract = await contractOf('GET /orders', 'POST /orders', 'GET /orders/{id}', 'PUT /orders/suspended');
  const clues = createClues(contract);
  clues.note(exchangeOf(contract, { operation: 'GET /orders', body: [{ id: 'o1' }] }));
  clues.note(exchangeOf(contract, { operation: 'POST /orders', status: 201, body: { id: 'o2' } }));
  const known = createKnown(contract);
  const seeing = { contract, known, made: createCreatedList(contract, clues, () => known), clues };
  const isOthers = (operation: string, body: object): boolean => {
    const { request } = exchangeOf(contract, { operation, parts: { body } });
    return isOfOthers(request, { ...seeing, given: new Map() });
  };
  expect(isOthers('PUT /orders/suspended', { orderIds: ['o2', 'o1'] })).toBe(true);
  expect(isOthers('PUT /orders/suspended', { orderIds: ['o2'], orderId: 'o2' })).toBe(false);
  expect(isOthers('POST /orders', { orderId: 'o1' })).toBe(false);
});

test('the shipped contract has none', async () => {
  expect(hazardsOf(await shippedContract())).toEqual([]);
});

test('what is chosen by its name is called', async () => {
  const contract = await libraryContract();
  const idsOf = (operations: readonly string[], included: readonly string[]) =>
    notCalledOf(contract, { operations, included }).map(({ operation }) => operation.id);
  expect(idsOf([], [])).toEqual(['deleteAllBranches', 'startMaintenance']);
  expect(idsOf([], ['startMaintenance'])).toEqual(['deleteAllBranches']);
  expect(idsOf(['deleteAllBranches'], [])).toEqual(['startMaintenance']);
});
