import { startMock } from '../mock';
import { type Draft, editedDocument } from '../mock/testing/edited';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { run } from './engine/run';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';

/** The shipped document with a resource that has every kind of operation, and another prefix. */
const document = editedDocument((draft: Draft) => {
  const fields = {
    label: { type: 'string', minLength: 1, maxLength: 40 },
    width: { type: 'integer', format: 'int32', minimum: 0, maximum: 50 },
    kind: { type: 'string', enum: ['wood', 'steel'] },
  };
  const shelf = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: { type: 'string', format: 'uuid' }, ...fields },
  };
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const refused = { description: 'Refused.', ...content({ $ref: '#/components/schemas/Error' }) };
  const replies = (status: number, schema?: object) => ({
    [status]: { description: 'Done.', ...(schema === undefined ? {} : content(schema)) },
    400: refused,
    401: refused,
    404: refused,
    default: refused,
  });
  const body = (schema: object) => ({ required: true, ...content(schema) });
  const newShelf = { type: 'object', required: ['label'], properties: fields };
  const kind = { name: 'kind', in: 'query', schema: fields.kind };
  draft.servers = [{ url: '/shop' }];
  draft.paths['/shelves'] = {
    get: { operationId: 'listShelves', parameters: [kind], responses: replies(200, { type: 'array', items: shelf }) },
    post: { operationId: 'addShelf', requestBody: body(newShelf), responses: replies(201, shelf) },
  };
  const tools = { post: { type: 'integer' }, shelf: { type: 'integer' } };
  const oneTool = { anyOf: [{ required: ['post'] }, { required: ['shelf'] }] };
  const hook = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' }, ...tools } };
  const newHook = { type: 'object', properties: tools, ...oneTool };
  const ofParent = { name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  draft.paths['/shelves/{shelfId}/hooks'] = {
    parameters: [ofParent],
    get: { operationId: 'listHooks', responses: replies(200, { type: 'array', items: hook }) },
    post: { operationId: 'addHook', requestBody: body(newHook), responses: replies(201, hook) },
  };
  draft.paths['/shelves/{shelfId}/hooks/{hookId}'] = {
    parameters: [ofParent, { ...ofParent, name: 'hookId' }],
    get: { operationId: 'getHook', responses: replies(200, hook) },
    delete: { operationId: 'deleteHook', responses: replies(204) },
  };
  draft.paths['/shelves/{shelfId}'] = {
    parameters: [{ name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    get: { operationId: 'getShelf', responses: replies(200, shelf) },
    put: { operationId: 'putShelf', requestBody: body(newShelf), responses: replies(200, shelf) },
    patch: {
      operationId: 'patchShelf',
      requestBody: body({ type: 'object', properties: fields }),
      responses: replies(200, shelf),
    },
    delete: { operationId: 'deleteShelf', responses: replies(204) },
  };
});

test('another contract is judged with no code changed, and nobody accused for what the suite itself changes', async () => {
  const mock = await startMock({ document, planLimits: false });
  const flags = ['--base-url', mock.baseUrl, '--api-key', 'demo-pro', '--max-requests', '2000'];
  const contract = await loadContract(document);
  const options = toRunOptions(flagsOf(flags), contract);
  const { findings, cells, exchanges } = await run(contract, CHECKS, options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await mock.close();
  expect(findings.map(({ check, operation, actual }) => ({ check, operation, actual }))).toEqual([]);
  // Below a parent that is there, with one of the properties that a body has to have.
  const hooks = exchanges.filter(({ request }) => request.operation.id === 'addHook');
  expect(hooks.filter(({ response }) => response?.status === 201).length).toBeGreaterThan(5);
  expect(new Set(cells.map(({ operation }) => operation))).toEqual(new Set(contract.operations.map(({ id }) => id)));
}, 30_000);
