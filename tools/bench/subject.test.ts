import { editedDocument } from '../../mock/testing/edited';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { subjectOf } from './subject';

test('everything that is sent comes from the contract and the shipped fixtures', async () => {
  const { scenarios, get, listBy, keys, filter } = subjectOf(await loadContract(SHIPPED_DOCUMENT));
  const headers = { Authorization: 'Bearer demo-enterprise' };
  expect(scenarios.map(({ request }) => request)).toEqual([
    { method: 'GET', path: '/pets', headers },
    { method: 'GET', path: '/pets/1', headers },
    {
      method: 'POST',
      path: '/pets',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"name":"Biscuit","categoryId":1,"status":"available"}',
    },
  ]);
  expect(get(7).path).toBe('/pets/7');
  expect(listBy('sold').path).toBe('/pets?status=sold');
  expect(filter).toEqual({ property: 'status', values: ['available', 'pending', 'sold'] });
  expect(keys).toEqual({ main: 'demo-enterprise', limit: 'demo-free' });
});

test('a contract without a resource that can be measured is refused', async () => {
  const contract = await loadContract(
    editedDocument((draft) => {
      delete draft.paths['/pets'].post;
    }),
  );
  expect(() => subjectOf(contract)).toThrow('the contract has no resource to measure with');
});
