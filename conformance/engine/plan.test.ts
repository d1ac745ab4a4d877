import { loadContract } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { LIBRARY_DOCUMENT } from '../selftest/library/document';
import { optionsFor } from '../testing/options';
import { plan } from './plan';

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
