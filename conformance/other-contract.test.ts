import { startMock } from '../mock';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';
import { LIBRARY_DOCUMENT } from './selftest/library/document';
import { shelvesDocument } from './testing/shelves';

const document = shelvesDocument();

test('another contract is judged with no code changed, and not accused for what the suite itself changes', async () => {
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
}, 120_000);

test('nor by the second contract of the proving ground, whose records lie below others at two levels', async () => {
  const mock = await startMock({ document: LIBRARY_DOCUMENT, planLimits: false });
  const contract = await loadContract(LIBRARY_DOCUMENT);
  const options = toRunOptions(flagsOf(['--base-url', mock.baseUrl, '--api-key', 'demo-pro']), contract);
  const { findings, exchanges } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await mock.close();
  expect(findings.map(({ check, operation, actual }) => ({ check, operation, actual }))).toEqual([]);
  const done = exchanges.filter(({ response }) => response !== undefined && response.status < 300);
  const operations = new Set(done.map(({ request }) => request.operation.id));
  expect([...operations].sort()).toEqual(contract.operations.map(({ id }) => id).sort());
}, 120_000);
