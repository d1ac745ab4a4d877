import { selftest } from '../../conformance/testing/command';
import { IS_LONG } from '../../openapi/program/testing/long';
import { depotFaults, lawfulDepots } from './depot/faults';
import { atDepot, DEPOT_BUDGET } from './depot/ground';
import { everyNthOf } from './tally';
import { atVenue, lawfulVenues, VENUE_BUDGET, venueFaults } from './venue/ground';

test('the suite accuses no lawful server', async () => {
  const { code, stdout } = await selftest('--only', 'lawful', '--every', IS_LONG ? '1' : '80', '--budget', '600');
  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
}, 900_000);

test('under a document that does not say which members the server sets, it tells those from what clients have sent', async () => {
  const { code, stdout } = await selftest('--only', 'jobs', '--every', IS_LONG ? '1' : '16', '--until-caught');
  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
}, 900_000);

// The whole of it: `npm run selftest -- --only venue`.
test('under a document that promises much it accuses nobody who keeps it, and catches who does not', async () => {
  const prove = await atVenue();
  const bounds = { maxRequests: 300, timeoutMs: 5000, maxFailures: 1 };
  for (const { name, behaviour } of everyNthOf(lawfulVenues, IS_LONG ? 1 : 12)) {
    const { findings } = await prove({ behaviour }, bounds);
    expect([name, findings.filter(({ outcome }) => outcome === 'fail')]).toEqual([name, []]);
  }
  for (const { name, behaviour } of everyNthOf(venueFaults, IS_LONG ? 1 : 120)) {
    const { exit } = await prove({ behaviour }, { ...bounds, maxRequests: VENUE_BUDGET });
    expect([name, exit]).toEqual([name, 1]);
  }
}, 900_000);

test('under a document that promises most of it in prose it accuses nobody who keeps it, and catches who does not', async () => {
  const prove = await atDepot();
  const bounds = { maxRequests: 300, timeoutMs: 5000, maxFailures: 1 };
  for (const { name, behaviour } of everyNthOf(lawfulDepots, IS_LONG ? 1 : 4)) {
    const { findings } = await prove({ behaviour }, bounds);
    expect([name, findings.filter(({ outcome }) => outcome === 'fail')]).toEqual([name, []]);
  }
  for (const { name, behaviour } of everyNthOf(depotFaults, IS_LONG ? 1 : 40)) {
    const { exit } = await prove({ behaviour }, { ...bounds, maxRequests: DEPOT_BUDGET });
    expect([name, exit]).toEqual([name, 1]);
  }
}, 900_000);

test('within a budget of 60 requests it accuses nobody either, and catches most faults', async () => {
  const sample = ['--only', 'faults,lawful', '--every', IS_LONG ? '1' : '60', '--budget', '60', '--until-caught'];
  const { stdout, caught } = await selftest(...sample);
  expect(stdout).toMatch(/false alarms {2}0 of/);
  // The sample has one fault at least for each check, and what is rare takes more requests.
  expect(caught.count / caught.of).toBeGreaterThan(1 / 2);
}, 900_000);
