import { loadContract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { CHECKS } from '../checks';
import { LIBRARY_DOCUMENT } from '../selftest/library/document';
import { optionsFor } from '../testing/options';
import { type Planned, plan } from './plan';

test('of a contract with many operations the usual budget reaches bounds in patches, and requests at once', async () => {
  let cost = 1;
  const reached = plan(await loadContract(LIBRARY_DOCUMENT), CHECKS, optionsFor('http://127.0.0.1')).filter((one) => {
    cost += one.case.cost;
    return cost <= 730;
  });
  const names = reached.map(({ check, subject, case: { name } }) => `${check.id} ${subject.purpose?.role} ${name}`);
  // A case takes less than its cost where records are known: a run of 600 requests gets this far.
  expect(names).toContain('input.refused patch name too short');
  expect(names).toContain('parallel.all-kept create equal creates, among lists and reads');
  expect(names).toContain('parallel.some-order patch writes to one record, among reads');
});

test('of more operations than the budget is enough for, what takes least comes to its end first', async () => {
  const parameters = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ name: `p${nth}`, in: 'query', schema: { type: 'integer' } }));
  const paths = Object.fromEntries(
    Array.from({ length: 20 }, (_, nth) => [
      `/things${nth}`,
      { get: { operationId: `get${nth}`, parameters: parameters(nth), responses: { 200: { description: '' } } } },
    ]),
  );
  const contract = await contractOf({ openapi: '3.0.3', info: { title: 'Many', version: '1' }, paths });
  const restOf = (maxRequests: number) =>
    plan(contract, CHECKS, optionsFor('http://127.0.0.1', { maxRequests })).filter((one) => one.case.tier > 1);
  const lanesOf = (planned: readonly Planned[]): readonly string[] =>
    planned.map(({ check, subject }) => `${check.id} ${subject.operation.id}`);
  const [short, enough] = [restOf(400), restOf(100_000)];
  const lanes = [...new Set(lanesOf(short))];
  const costOf = (lane: string): number =>
    short.reduce((sum, one) => sum + (lanesOf([one])[0] === lane ? one.case.cost : 0), 0);
  const costs = lanes.map(costOf);
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  expect(lanes.length).toBeGreaterThan(20);
  // Each lane in one piece.
  expect(lanesOf(short).filter((lane, index, all) => lane !== all[index - 1])).toEqual(lanes);
  // Where there is enough for all, the second tier of all comes before the third of any.
  expect(enough.map(({ case: { tier } }) => tier)).toEqual(enough.map(({ case: { tier } }) => tier).toSorted());
  expect(new Set(lanesOf(enough))).toEqual(new Set(lanes));
});
