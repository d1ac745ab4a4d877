import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { listedBy } from './scope';

let shipped: Contract;
beforeAll(async () => {
  shipped = await loadContract(SHIPPED_DOCUMENT);
});

test('a collection is listed as a whole and by each filter', () => {
  expect(listedBy(shipped)('pets')).toEqual([[], ['status']]);
});

test('one below a parent that its records name is listed within the parent alone', async () => {
  const visit = { type: 'object', properties: { id: { type: 'integer' }, petId: { type: 'integer' } } };
  const content = { 'application/json': { schema: { type: 'array', items: visit } } };
  const query = { name: 'id', in: 'query', schema: { type: 'integer' } };
  const visits = {
    parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }, query],
    get: { responses: { 200: { description: 'All.', content } } },
  };
  const contract = await contractOf(shippedWith({ '/paths/~1pets~1{petId}~1visits': visits }));
  expect(listedBy(contract)('visits')).toEqual([['petId'], ['petId', 'id']]);
});

test('any other collection is listed as a whole', () => {
  expect(listedBy(shipped)('["pets",1]')).toEqual([[]]);
});
