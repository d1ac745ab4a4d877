import { startMock } from '../mock';
import { editedDocument } from '../mock/testing/edited';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';

const text = { type: 'string', minLength: 1 };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const fields = { street: text, town: text };
const house = {
  type: 'object',
  required: ['id', 'street', 'town'],
  properties: { id: { type: 'integer' }, ...fields },
};
const newHouse = { type: 'object', required: ['street', 'town'], properties: fields };

const refused = { 400: { description: 'Refused.', ...content({ $ref: '#/components/schemas/Error' }) } };

/** A contract that asks for no key, has no least page size, and whose records have several texts. */
const document = editedDocument((draft) => {
  delete draft.security;
  draft.paths = {
    '/houses': {
      get: {
        operationId: 'listHouses',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } }],
        responses: { 200: { description: 'Done.', ...content({ type: 'array', items: house }) }, ...refused },
      },
      post: {
        operationId: 'addHouse',
        requestBody: { required: true, ...content(newHouse) },
        responses: {
          201: { description: 'Done.', ...content(house) },
          ...refused,
        },
      },
    },
  };
});

test('a server that asks for no key is not accused of what it rightly took, in a first run or a second', async () => {
  const mock = await startMock({ document, fixtures: 'none', planLimits: false });
  const contract = await loadContract(document);
  const options = toRunOptions(flagsOf(['--base-url', mock.baseUrl]), contract);
  const judge = () => run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  const runs = [await judge(), await judge()];
  await mock.close();
  expect(runs.flatMap(({ findings }) => findings.map(({ check, actual }) => `${check}: ${actual}`))).toEqual([]);
  const traces = runs.flatMap(({ cells }) => cells.filter(({ check }) => check === 'refused.no-trace'));
  expect(traces.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  const sizes = runs.flatMap(({ exchanges }) =>
    exchanges
      .filter(({ sentBy }) => sentBy === 'input.accepted')
      .flatMap(({ request }) => new URLSearchParams(request.target.split('?')[1]).getAll('limit')),
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter((size) => Number(size) < 1)).toEqual([]);
}, 30_000);
