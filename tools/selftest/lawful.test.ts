import { selftest } from '../../conformance/testing/command';
import { once } from '../../openapi/contract';
import { IS_LONG } from '../../openapi/program/testing/long';
import { depotFaults, lawfulDepots } from './depot/faults';
import { atDepot, DEPOT_BUDGET } from './depot/ground';
import { faults } from './faults';
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

// By the built command, so that it is tried as well.
test('under a document that does not say which members the server sets, it tells those from what clients have sent', async () => {
  const { code, stdout } = await selftest('--only', 'jobs', '--every', IS_LONG ? '1' : '100', '--until-caught');
  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
}, 900_000);

// The whole of both, by all checks: `npm run selftest -- --only venue,depot`.
describe.each([
  {
    what: 'promises much',
    at: atVenue,
    lawful: everyNthOf(lawfulVenues, IS_LONG ? 1 : 24),
    faults: everyNthOf(venueFaults, IS_LONG ? 1 : 55),
    budget: VENUE_BUDGET,
  },
  {
    what: 'promises most of it in prose',
    at: atDepot,
    lawful: everyNthOf(lawfulDepots, IS_LONG ? 1 : 8),
    faults: everyNthOf(depotFaults, IS_LONG ? 1 : 20),
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
  const sample = sampleOf(faults, IS_LONG ? 1 : 60);
  const extent = { budget: 60, untilCaught: true };
  const { missed, accused } = await tally(animals, sample, everyNthOf(lawful, IS_LONG ? 1 : 100), extent);
  expect(accused).toEqual([]);
  // The sample has one fault at least for each check, and what is rare takes more requests.
  expect(missed.length / sample.length).toBeLessThan(1 / 2);
}, 900_000);
