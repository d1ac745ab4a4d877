import { startMock } from '../mock';
import { contractOf, withFiles } from '../openapi/contract/testing/documents';
import { CHECKS } from './checks';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';

const text = { type: 'string' };
const number = { type: 'integer' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const content = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const done = (schema?: object) => ({ description: 'Done.', ...(schema === undefined ? {} : content(schema)) });
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const NOT_FOUND = { 404: { description: 'There is none.' } };

const goal = object({ id: number, name: text, followers: { type: 'array', items: object({ id: text }, ['id']) } }, [
  'id',
]);
const newGoal = object({ name: text, followers: { type: 'array', items: text } }, ['name', 'followers']);
const goalId = { parameters: [inPath('id', number)] };
const folder = object({ id: number, name: text }, ['id']);
const invoice = object({ id: number, note: text }, ['id']);

/** What is sent, made and deleted comes back as something else: people for their names, a deletion for what was deleted. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Habits', version: '1' },
  paths: {
    '/goals': {
      get: { responses: { 200: done({ type: 'array', items: goal }) } },
      post: { requestBody: content(newGoal), responses: { 201: done(goal) } },
    },
    '/goals/{id}': {
      ...goalId,
      get: { responses: { 200: done(goal), ...NOT_FOUND } },
      put: { requestBody: content(newGoal), responses: { 200: done(goal), ...NOT_FOUND } },
      delete: { responses: { 200: done(object({ id: text, deletedId: number, status: text }, ['id'])), ...NOT_FOUND } },
    },
    '/folders': {
      get: { responses: { 200: done({ type: 'array', items: folder }) } },
      post: {
        requestBody: content(object({ name: text }), 'application/x-www-form-urlencoded'),
        responses: { 201: done(folder), 409: { description: 'There is one.' } },
      },
    },
    '/folders/{id}': { get: { parameters: [inPath('id', number)], responses: { 200: done(folder), ...NOT_FOUND } } },
    '/invoice': {
      post: {
        requestBody: content(object({ note: text })),
        responses: { 200: done(object({ note: text, url: text })) },
      },
    },
    '/invoice/{id}': {
      parameters: [inPath('id', number)],
      get: { responses: { 200: done(invoice), ...NOT_FOUND } },
      delete: { responses: { 200: done() } },
    },
    '/resources/{account}/{kind}': {
      parameters: [inPath('account', text), inPath('kind', { type: 'string', enum: ['user', 'host'] })],
      get: { responses: { 200: done({ type: 'array', items: object({ id: text }, ['id']) }) } },
    },
    '/resources/{account}/{kind}/{id}': {
      parameters: [
        inPath('account', text),
        inPath('kind', { type: 'string', enum: ['user', 'host'] }),
        inPath('id', text),
      ],
      get: { responses: { 200: done(object({ id: text }, ['id'])), ...NOT_FOUND } },
    },
    '/pulls/{id}.{type}': {
      parameters: [inPath('id', text), inPath('type', text)],
      get: { responses: { 200: done(text) } },
    },
    '/pulls/{id}': {
      parameters: [inPath('id', number)],
      patch: { requestBody: content(object({ name: text })), responses: { 200: done(folder), 422: NOT_FOUND[404] } },
    },
  },
};

const JUDGED = [
  ...['created.echoed', 'replaced.shown', 'deleted.gone', 'conflict.no-trace', 'missing.not-found', 'sequence.model'],
  ...['parallel.some-order', 'input.parameters-refused'],
];

test('a server whose replies are of another kind than what was sent, made or deleted is not accused', async () => {
  const contract = await contractOf(document);
  const { findings, cells } = await withFiles({ 'habits.json': JSON.stringify(document) }, async (at) => {
    const mock = await startMock({ document: `${at}/habits.json`, planLimits: false });
    const options = toRunOptions(flagsOf(['--base-url', mock.baseUrl, '--checks', JUDGED.join()]), contract);
    const found = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    await mock.close();
    return found;
  });
  const accused = findings.filter(({ outcome }) => outcome !== 'warn');
  expect(accused.map(({ check, operation, actual }) => ({ check, operation, actual }))).toEqual([]);
  const outcomes = cells.filter(({ check }) => ['created.echoed', 'replaced.shown', 'deleted.gone'].includes(check));
  expect(outcomes.filter(({ operation, outcome }) => operation.includes('/goals') && outcome !== 'pass')).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
}, 60_000);
