import { selftest } from '../../conformance/testing/command';

test('the suite accuses no lawful server', async () => {
  const { code, stdout } = await selftest('--only', 'lawful', '--every', '10', '--budget', '600');
  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
}, 300_000);

test('within a budget of 60 requests it accuses nobody either, and catches most faults', async () => {
  const sample = ['--only', 'faults,lawful', '--every', '18', '--budget', '60', '--until-caught'];
  const { stdout, caught } = await selftest(...sample);
  expect(stdout).toMatch(/false alarms {2}0 of/);
  // The sample has one fault at least for each check, and what is rare takes more requests.
  expect(caught.count / caught.of).toBeGreaterThan(1 / 2);
}, 300_000);
