import { startMock } from '../mock';
import { editedDocument } from '../mock/testing/edited';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = (schema: object) => ({ 200: { description: 'Done.', ...content(schema) } });

/** Ways to contain oneself, each with an end. */
const TREES = {
  OneOf: { oneOf: [{ type: 'string' }, object(['l', 'r'], { l: to('OneOf'), r: to('OneOf') })] },
  AnyOf: { anyOf: [object(['l', 'r'], { l: to('AnyOf'), r: to('AnyOf') }), { type: 'string' }] },
  AllOf: { allOf: [{ oneOf: [{ type: 'string' }, to('Branch')] }] },
  Branch: { allOf: [object(['l'], { l: to('AllOf') }), object(['r'], { r: to('AllOf') })] },
  List: { oneOf: [{ type: 'array', minItems: 1, items: to('List') }, { type: 'integer' }] },
  First: { oneOf: [to('Second'), to('Third')] },
  Second: object(['third', 'first'], { third: to('Third'), first: to('First') }),
  Third: {
    anyOf: [
      object(['many'], { many: { type: 'array', minItems: 2, items: to('Second') } }),
      { ...object(['leaf'], { leaf: { type: 'boolean' }, more: to('First') }), additionalProperties: false },
    ],
  },
  Endless: object(['next'], { next: to('Endless') }),
  Optional: { type: 'object', properties: { never: to('Endless'), one: to('Optional'), other: to('Optional') } },
};
const NAMES = ['OneOf', 'AnyOf', 'AllOf', 'List', 'First', 'Optional'];

const document = editedDocument((draft) => {
  delete draft.security;
  const forest = object(['id', ...NAMES], {
    id: { type: 'integer', format: 'int64', readOnly: true },
    ...Object.fromEntries(NAMES.map((name) => [name, to(name)])),
  });
  draft.components = { ...draft.components, schemas: { ...draft.components?.schemas, ...TREES, Forest: forest } };
  const echo = (name: string) => ({
    get: { operationId: `get${name}`, responses: done(to(name)) },
    post: {
      operationId: `post${name}`,
      requestBody: { required: true, ...content(to(name)) },
      responses: { 201: { description: 'Done.', ...content({ type: 'object' }) } },
    },
  });
  draft.paths = {
    '/forests': {
      get: { operationId: 'listForests', responses: done({ type: 'array', items: to('Forest') }) },
      post: {
        operationId: 'addForest',
        requestBody: { required: true, ...content(to('Forest')) },
        responses: { 201: { description: 'Done.', ...content(to('Forest')) } },
      },
    },
    ...Object.fromEntries(['AllOf', 'First'].map((name) => [`/made/${name}`, echo(name)])),
  };
});

test('values of schemas that contain themselves are drawn, sent, made up and served', async () => {
  const mock = await startMock({ document, fixtures: 'none', planLimits: false });
  const contract = await loadContract(document);
  const options = toRunOptions(
    flagsOf(['--base-url', mock.baseUrl, '--checks', 'input.accepted,reply.schema', '--examples-per-check', '8']),
    contract,
  );
  const { findings, cells, exchanges } = await run(contract, CHECKS, options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await mock.close();
  expect(findings.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`)).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const bodies = exchanges.map(({ request }) => request.body?.trim() ?? '').filter((body) => body !== '');
  expect(bodies.length).toBeGreaterThan(50);
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(100_000);
}, 30_000);
