import { selftest } from '../../conformance/testing/command';
import { once } from '../../openapi/contract';
import { IS_LONG } from '../../openapi/program/testing/long';
import { depotFaults, lawfulDepots } from './depot/faults';
import { atDepot, DEPOT_BUDGET } from './depot/ground';
import { faults } from './faults';
import { JOBS } from './jobs/ground';
import { jobFaults, lawfulJobs } from './jobs/jobs';
import { lawful } from './lawful';
import { ANIMALS } from './server/animals';
import { onGround } from './server/prove';
import { everyNthOf, sampleOf, tally } from './tally';
import { atVenue, lawfulVenues, VENUE_BUDGET, venueFaults } from './venue/ground';

const animals = onGround(ANIMALS);

test('the suite accuses no lawful server', async () => {
  const { isProven, text } = await tally(animals, [], everyNthOf(lawful, IS_LONG ? 1 : 100), { budget: 600 });
  expect([isProven, isProven ? '' : text]).toEqual([true, '']);
}, 900_000);

test('under a document that does not say which members the server sets, it tells those from what clients have sent', async () => {
  const nth = IS_LONG ? 1 : 100;
  const extent = { budget: 1000, untilCaught: true, namedFirst: !IS_LONG };
  const { isProven, text } = await tally(onGround(JOBS), sampleOf(jobFaults, nth), everyNthOf(lawfulJobs, nth), extent);
  expect([isProven, isProven ? '' : text]).toEqual([true, '']);
}, 900_000);

test('the built command does the same, and prints what came of it', async () => {
  const { code, stdout } = await selftest('--only', 'lawful', '--every', '1000', '--budget', '60');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ {2}false alarms {2}0 of 1 lawful servers$/m)]);
});

// The whole of both, by all checks: `npm run selftest -- --only venue,depot`.
describe.each([
  {
    what: 'promises much',
    at: atVenue,
    lawful: everyNthOf(lawfulVenues, IS_LONG ? 1 : 24),
    faults: everyNthOf(venueFaults, IS_LONG ? 1 : 110),
    budget: VENUE_BUDGET,
  },
  {
    what: 'promises most of it in prose',
    at: atDepot,
    lawful: everyNthOf(lawfulDepots, IS_LONG ? 1 : 8),
    faults: everyNthOf(depotFaults, IS_LONG ? 1 : 40),
    budget: DEPOT_BUDGET,
  },
])('under a document that $what', ({ at, lawful, faults, budget }) => {
  const prove = once(at);

  test('it accuses nobody who keeps it', async () => {
    for (const { name, behaviour } of lawful) {
      const { findings } = await (await prove())({ behaviour }, { maxRequests: 300, timeoutMs: 5000, maxFailures: 1 });
      expect([name, findings.filter(({ outcome }) => outcome === 'fail')]).toEqual([name, []]);
    }
  }, 900_000);

  test('it catches who does not', async () => {
    const { missed } = await tally(prove, faults, [], { budget, untilCaught: true, namedFirst: !IS_LONG });
    expect(missed).toEqual([]);
  }, 900_000);
});

test('within a budget of 60 requests it accuses nobody either, and catches most faults', async () => {
  // Of one for each check a third, since `faults.test.ts` tries that of each.
  const sample = IS_LONG ? faults : everyNthOf(sampleOf(faults, 60), 3);
  const extent = { budget: 60, untilCaught: true };
  const { missed, accused } = await tally(animals, sample, everyNthOf(lawful, IS_LONG ? 1 : 100), extent);
  expect(accused).toEqual([]);
  // What is rare takes more requests.
  expect(missed.length / sample.length).toBeLessThan(1 / 2);
}, 900_000);
