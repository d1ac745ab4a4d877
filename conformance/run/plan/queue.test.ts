import fc from 'fast-check';
import { startServer } from '../../../tools/selftest/server/server';
import { CHECKS } from '../../checks';
import { operationOf, shippedContract } from '../../testing/contract';
import { optionsFor } from '../../testing/options';
import { run } from '../run';
import type { Planned } from './places';
import { plan } from './plan';
import { createQueue } from './queue';

/** What comes of a queue whose cases take so many requests: those that a budget was left for, then the others. */
function ranBy(
  planned: readonly Planned[],
  budget: number,
  costOf: (one: Planned) => number,
  isSettled?: (one: Planned) => boolean,
) {
  let left = budget;
  const queue = createQueue(planned, () => left, isSettled);
  const paid: Planned[] = [];
  for (let one = queue.next(); one !== undefined; one = left > 0 ? queue.next() : undefined) {
    paid.push(one);
    if (left > 0) queue.count(one, Math.min(costOf(one), left), costOf(one) > left);
    left -= costOf(one);
  }
  const { length } = queue;
  const others = queue.rest();
  return {
    paid,
    all: [...paid, ...others],
    isAllLeft: length === others.length && queue.length === 0,
    enough: queue.enough(),
  };
}

const laneOf = ({ check, subject }: Planned): string => `${check.id} ${subject.operation.id}`;

/** Cases of three checks on so many operations: a first one of each, and then further ones of the second tier. */
async function casesOn(operations: number): Promise<readonly Planned[]> {
  const contract = await shippedContract();
  const list = operationOf(contract, 'listPets');
  const planned = CHECKS.slice(0, 3).flatMap((check, nth) =>
    Array.from({ length: operations }, (_, number) => {
      const subject = { contract, operation: { ...list, id: `list${number}` }, purpose: undefined };
      const [first, later] = ([1, 2] as const).map((tier) => ({ name: 'one', tier, run: async () => undefined }));
      const place = { check, subject };
      return first === undefined || later === undefined
        ? []
        : [
            { ...place, case: first, place: 0 },
            ...Array.from({ length: 3 - nth }, () => ({ ...place, case: later, place: 2 })),
          ];
    }).flat(),
  );
  const operationsOnce = new Map(planned.map(({ subject }) => [subject.operation.id, subject.operation]));
  return planned
    .map((one) => {
      const operation = operationsOnce.get(one.subject.operation.id) ?? list;
      return { ...one, subject: { ...one.subject, operation } };
    })
    .toSorted((a, b) => a.place - b.place);
}

test('each case comes once, whatever the others take and whatever the budget is', async () => {
  const planned = await casesOn(25);
  const costs = fc.func(fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), costs, (budget, costOf) => {
      const { all, isAllLeft } = ranBy(planned, budget, (one) => costOf(planned.indexOf(one)));
      expect(new Set(all)).toEqual(new Set(planned));
      expect([all.length, isAllLeft]).toEqual([planned.length, true]);
    }),
    { numRuns: 20 },
  );
});

test('a budget that is enough leaves the order of the plan as it is', async () => {
  const planned = plan(await shippedContract(), CHECKS, optionsFor('http://127.0.0.1'));
  const { all, enough } = ranBy(planned, 100_000, () => 3);
  expect(all).toEqual(planned);
  expect(enough).toBe(3 * planned.length);
});

test('one that ends before lets each operation have a case before any has its second, mostly the cheapest', async () => {
  const planned = await casesOn(25);
  const costOf = ({ check }: Planned): number => (check === CHECKS[2] ? 9 : 1);
  const { paid } = ranBy(planned, 40, costOf);
  expect(new Set(paid.slice(0, 25).map(({ subject }) => subject.operation)).size).toBe(25);
  expect(paid.filter((one) => costOf(one) > 1)).toHaveLength(1);
});

test('where many operations go beyond it, the later tiers come check by check, those that take least first', async () => {
  const { paid } = ranBy(await casesOn(25), 200, () => 1);
  const late = paid.filter(({ case: { tier } }) => tier > 1);
  const lanes = [...new Set(late.map(laneOf))];
  // Each lane in one piece.
  expect(late.map(laneOf).filter((lane, index, all) => lane !== all[index - 1])).toEqual(lanes);
  const checks = late.map(({ check }) => check);
  expect([...new Set(checks)]).toEqual([CHECKS[2], CHECKS[1], CHECKS[0]]);
});

test('what shows more the more records there are comes when the budget ends, also before others', async () => {
  const cases = await casesOn(4);
  const closing = cases.slice(0, 2).map((one) => ({ ...one, case: { ...one.case, isAtTheEnd: true as const } }));
  const planned = [...closing, ...cases.slice(2)];
  for (const budget of [20, 12]) {
    const { paid } = ranBy(planned, budget, () => 2);
    expect(paid.slice(-4)).toEqual(expect.arrayContaining(closing));
  }
  expect(ranBy(planned, 1000, () => 2).paid.slice(-2)).toEqual(closing);
});

test('a case that was not run is reckoned a little dearer than those of its check, or else as is usual', async () => {
  const planned = await casesOn(1);
  const { paid, enough } = ranBy(planned, 6, (one) => (one === planned[0] ? 5 : 1));
  expect(paid.map(({ check }) => check)).toEqual(CHECKS.slice(0, 2));
  // Of the first check are three more, of the second two; of the third two, one of which may be a long story.
  expect(enough).toBeCloseTo(5 + 1.3 * 3 * 5 + 1 + 1.3 * 2 + 2 * 1.5 + 6);
});

test('what a run that ended early calls enough is enough', async () => {
  const contract = await shippedContract();
  const judge = async (maxRequests: number) => {
    const server = await startServer({});
    const keys = { main: server.keys.main, limit: undefined };
    const events = { onProgress: () => {}, onWait: () => {} };
    const result = await run(contract, CHECKS, optionsFor(server.baseUrl, { keys, maxRequests }), events);
    await server.close();
    return result;
  };
  const { enough = 0 } = await judge(60);
  expect(enough).toBeGreaterThan(400);
  expect((await judge(enough)).enough).toBeUndefined();
});

/** The shipped contract's check of bodies on so many operations that take one. */
async function plannedOn(operations: number): Promise<readonly Planned[]> {
  const contract = await shippedContract();
  const create = operationOf(contract, 'createPet');
  const all = Array.from({ length: operations }, (_, number) => ({ ...create, id: `create${number}` }));
  return plan({ ...contract, operations: all }, CHECKS, optionsFor('http://127.0.0.1'));
}

describe('where operations are many', () => {
  test('each check keeps a case of each operation, and all its telling ones', async () => {
    const planned = await plannedOn(25);
    const needed = planned.filter(({ isSpare }) => isSpare !== true);
    const isLeftToFew = ({ check }: Planned): boolean => check.isShownByFew === true;
    const lanesIn = (some: readonly Planned[]) => new Set(some.filter((one) => !isLeftToFew(one)).map(laneOf));
    expect(lanesIn(needed)).toEqual(lanesIn(planned));
    expect(needed.length).toBeLessThan(planned.length);
    const telling = planned.filter(({ isSpare, case: { tier } }) => isSpare === true && tier === 1);
    expect(telling.filter((one) => !isLeftToFew(one))).toEqual([]);
  });

  test('each kind of case comes before any comes for the fourth time, but for what asks each operation by itself', async () => {
    const planned = (await plannedOn(25)).filter(({ isSpare, case: { tier } }) => isSpare !== true && tier === 1);
    const times = new Map<string, number>();
    const begun = new Set<string>();
    const inOrder = planned.map(({ check, subject, case: one }) => {
      const name = `${check.id} ${one.kind ?? one.name}`;
      const before = times.get(name) ?? 0;
      times.set(name, before + 1);
      const isOfEach = check.isOfEach === true || check.isOfRequestsAtOnce === true || !begun.has(subject.operation.id);
      begun.add(subject.operation.id);
      return { before, isOfEach };
    });
    const lastNew = inOrder.findLastIndex(({ before }) => before === 0);
    const firstFourth = inOrder.findIndex(({ before, isOfEach }) => before === 3 && !isOfEach);
    expect(firstFourth).toBeGreaterThan(lastNew);
    expect(begun.size).toBe(25);
  });

  test('what the first few operations show is spare on all others', async () => {
    const planned = await plannedOn(25);
    const [few] = planned.filter(({ check }) => check.isShownByFew === true);
    const ofCheck = planned.filter(({ check }) => check === few?.check);
    const needed = ofCheck.filter(({ isSpare }) => isSpare !== true);
    expect(new Set(ofCheck.map(laneOf)).size).toBe(25);
    expect(new Set(needed.map(laneOf)).size).toBe(3);
  });

  test('what is tried in another place too comes last, each kind once before any comes again', async () => {
    const planned = await plannedOn(25);
    const { paid } = ranBy(planned, 100_000, () => 1);
    const spare = paid.filter(({ isSpare }) => isSpare === true);
    expect(paid.slice(-spare.length)).toEqual(spare);
    const kinds = spare.map(({ check, case: one }) => `${check.id} ${one.kind ?? one.name}`);
    const again = kinds.findIndex((kind, index) => kinds.indexOf(kind) < index);
    expect(new Set(kinds.slice(0, again)).size).toBe(new Set(kinds).size);
  });

  test('it is not said to be left, and no budget is told to be needed for it', async () => {
    const planned = await plannedOn(25);
    const needed = planned.filter(({ isSpare }) => isSpare !== true);
    const { all, enough } = ranBy(planned, needed.length, () => 1);
    expect(all.length).toBe(needed.length);
    expect(enough).toBe(needed.length);
  });

  test('where the budget ends before, the cheapest of what comes soon are first, and before them what is settled', async () => {
    const planned = (await casesOn(25)).map((one) => ({ ...one, place: one.place / 20 }));
    const settled = planned.filter(({ check, place }) => check === CHECKS[0] && place > 0).slice(0, 3);
    const isSettled = (one: Planned): boolean => settled.includes(one);
    // What each operation guards by itself counts a third.
    const costs = CHECKS.map(({ isOfEach }, nth) => (nth === 1 ? 1 : isOfEach === true ? 6 : 3));
    const costOf = (one: Planned): number => (isSettled(one) ? 0 : (costs[CHECKS.indexOf(one.check)] ?? 0));
    const { paid } = ranBy(planned, 285, costOf, isSettled);
    const soon = paid.filter(({ place }) => place > 0);
    expect(new Set(soon.slice(0, 3))).toEqual(new Set(settled));
    expect(new Set(soon.slice(3).map(({ check }) => check))).toEqual(new Set([CHECKS[1]]));
  });

  test('where they are few, nothing is spare', async () => {
    expect((await plannedOn(19)).filter(({ isSpare }) => isSpare === true)).toEqual([]);
  });
});
