import fc from 'fast-check';
import type { FaultRule } from '../../../openapi/types/control';
import { createChances, createRandom } from '../rules/random';
import { requestFacts } from '../testing/entries';
import { type FaultEffect, MOST_FAULTS, type StrikingFaults } from './faults';
import { type Awaitable, StoreFull } from './store';

const PREFIX = '/api';
const ASKED = requestFacts({ operationId: 'a', keyName: 'a', path: `${PREFIX}/things/7` });

/**
 * What each injected fault does, by example.
 *
 * @param makeFor gives none yet, with where their chances begin, for a contract with this prefix
 * @param numRuns so many cases of a law; fewer where each step takes a round trip
 */
export function describeFaultsByExample(
  name: string,
  makeFor: (chances: number, prefix: string) => Awaitable<StrikingFaults>,
  numRuns = 100,
): void {
  const make = (chances = 1) => makeFor(chances, PREFIX);

  describe(`${name}, of which one`, () => {
    it.each<[string, readonly FaultRule[], FaultEffect | undefined]>([
      ['nothing', [], undefined],
      ['what is for another operation', [{ operationId: 'b', status: 500, probability: 0.5 }], undefined],
      ['what is for another key', [{ key: 'b', status: 500, probability: 0.5 }], undefined],
      ['what is for another request', [{ match: { path: '/others' }, status: 500, probability: 0.5 }], undefined],
      ['what lets the request through', [{ after: 1, status: 500, probability: 0.5 }], undefined],
      ['what never strikes', [{ status: 500, probability: 0 }], undefined],
      ['a range of one value', [{ delayMs: { from: 5, to: 5 } }], { delayMs: 5, end: undefined, ids: ['1'] }],
      [
        'a reply to one path, without the prefix',
        [{ match: { path: '/things/*', key: 'a' }, text: 'Sorry.' }],
        { delayMs: 0, end: { id: '1', reply: expect.objectContaining({ text: 'Sorry.' }) }, ids: ['1'] },
      ],
      ['a delay', [{ delayMs: 5, probability: 1 }], { delayMs: 5, end: undefined, ids: ['1'] }],
      [
        'two delays, an end with a delay and what comes after',
        [{ delayMs: 5 }, { delayMs: 6, key: 'a' }, { status: 503, delayMs: 7 }, { abort: 'EMPTY_RESPONSE' }],
        { delayMs: 18, end: { id: '3', reply: expect.objectContaining({ status: 503 }) }, ids: ['1', '2', '3'] },
      ],
      [
        'an abort',
        [{ abort: 'CONNECTION_RESET_BY_PEER', operationId: 'a', key: 'a' }],
        { delayMs: 0, end: { id: '1', abort: 'CONNECTION_RESET_BY_PEER' }, ids: ['1'] },
      ],
    ])('of %s needs no chance', async (_, rules, effect) => {
      const faults = await make();
      for (const each of rules) await faults.add(each);
      const { chances } = await faults.dump();
      expect(await faults.strike(ASKED)).toEqual(effect);
      expect((await faults.dump()).chances).toBe(chances);
    });

    it('strikes below its probability and not from there on', async () => {
      const drawn = Array.from({ length: 4 }, createRandom(1)) as [number, number, number, number];
      const [first, second, third] = drawn;
      expect([second < third, third < first]).toEqual([true, true]);
      const faults = await make(1);
      await faults.add({ status: 500, probability: third });
      const effects = await strikeTimes(faults, 4);
      expect(effects.map((effect) => effect !== undefined)).toEqual([false, true, false, drawn[3] < third]);
    });

    it('lets so many through, then strikes so many times, and tells both', async () => {
      const faults = await make();
      await faults.add({ status: 500, after: 2, times: 1 });
      await faults.add({ status: 503, operationId: 'other' });
      const effects = await strikeTimes(faults, 5);
      expect(effects.map((effect) => effect !== undefined)).toEqual([false, false, true, false, false]);
      expect(await faults.list()).toMatchObject([{ struck: 1, passed: 2 }, { struck: 0 }]);
    });

    it('does not count among those that it lets through what an earlier one has ended', async () => {
      const faults = await make();
      await faults.add({ status: 500, times: 2 });
      await faults.add({ status: 503, after: 1 });
      const effects = await strikeTimes(faults, 4);
      expect(effects.map((effect) => effect?.ids)).toEqual([['1'], ['1'], undefined, ['2']]);
    });

    it('draws for its strike, then for its delay, both ends of the range included', async () => {
      const draw = createRandom(1);
      const expected = Array.from({ length: 20 }, () => (draw() < 0.5 ? 200 + Math.floor(draw() * 3) : undefined));
      expect(new Set(expected)).toEqual(new Set([undefined, 200, 201, 202]));
      const faults = await make(1);
      await faults.add({ delayMs: { from: 200, to: 202 }, probability: 0.5 });
      const effects = await strikeTimes(faults, 20);
      expect(effects.map((effect) => effect?.delayMs)).toEqual(expected);
    });

    it('that is used up stays in the list, draws no more and lets the next have its turn', async () => {
      const chances = createChances(1);
      const probability = chances.draw() + 0.001;
      const faults = await make(1);
      await faults.add({ status: 500, times: 1, probability });
      await faults.add({ status: 503 });
      const effects = await strikeTimes(faults, 3);
      expect(effects.map((effect) => effect?.end)).toMatchObject([
        { id: '1', reply: { status: 500 } },
        { id: '2', reply: { status: 503 } },
        { id: '2', reply: { status: 503 } },
      ]);
      expect((await faults.list()).map(({ struck }) => struck)).toEqual([1, 2]);
      expect((await faults.dump()).chances).toBe(chances.place);
    });

    it('strikes no more often than it may where many requests come at once', async () => {
      const faults = await make();
      await faults.add({ status: 500, times: 3 });
      const effects = await Promise.all(Array.from({ length: 10 }, async () => faults.strike(ASKED)));
      expect(effects.filter((effect) => effect !== undefined)).toHaveLength(3);
      expect((await faults.list()).map(({ struck }) => struck)).toEqual([3]);
    });

    it('is removed by its id, once', async () => {
      const faults = await make();
      const { id } = await faults.add({ status: 500 });
      await faults.add({ status: 501 });
      expect([await faults.remove(id), await faults.remove(id), await faults.remove('none')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await faults.list()).toEqual([{ id: '2', rule: { status: 501 }, struck: 0 }]);
      await faults.clear();
      expect(await faults.list()).toEqual([]);
    });

    it('that was handed out does not change with what happens, nor changes anything', async () => {
      const faults = await make();
      const mine: { status: number } = { status: 500 };
      const added = await faults.add(mine);
      mine.status = 200;
      const [listed] = await faults.list();
      await faults.strike(requestFacts());
      expect(added).toEqual({ id: '1', rule: { status: 500 }, struck: 0 });
      expect(listed).toEqual(added);
      expect(await faults.list()).toEqual([{ ...added, struck: 1 }]);
    });

    it('has an id that no fault of the world has had', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              fc.constant('add'),
              fc.constant('removeLast'),
              fc.constant('clear'),
              fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 20 }).map(String), fc.string({ minLength: 1 })), {
                maxLength: 4,
              }),
            ),
          ),
          async (deeds) => {
            const faults = await make();
            const had = new Set<string>();
            for (const deed of deeds) {
              if (deed === 'add') {
                const { id } = await faults.add({ status: 500 });
                expect(had).not.toContain(id);
                had.add(id);
              } else if (deed === 'removeLast') await faults.remove((await faults.list()).at(-1)?.id ?? '');
              else if (deed === 'clear') await faults.clear();
              else if (Array.isArray(deed)) {
                await faults.restore({ faults: deed.map((id) => ({ id, rule: { status: 500 }, struck: 0 })) });
                for (const id of deed) had.add(id);
              }
            }
          },
        ),
        { numRuns },
      ));

    it('decides by its rule what has to be known of a request', async () => {
      const faults = await make();
      const seenAfter = async (change: unknown) => [await change, faults.lookAt][1];
      expect(faults.lookAt).toBe('nothing');
      expect(await seenAfter(faults.add({ status: 500, match: { headers: { a: 1 } } }))).toBe('head');
      expect(await seenAfter(faults.add({ status: 500, match: { body: null } }))).toBe('body');
      expect((await faults.strike(requestFacts({ requestHeaders: ['A', '1'] })))?.ids).toEqual(['1']);
      expect(await seenAfter(faults.remove('2'))).toBe('head');
      expect(
        await seenAfter(
          faults.restore({ faults: [{ id: '5', rule: { status: 500, match: { body: 1 } }, struck: 0 }] }),
        ),
      ).toBe('body');
      expect((await faults.strike(requestFacts({ requestBody: Buffer.from('1') })))?.ids).toEqual(['5']);
      expect(await seenAfter(faults.clear())).toBe('nothing');
    });

    it('is refused where there are as many as there may be, and changes nothing then', async () => {
      const faults = await make();
      const many = Array.from({ length: MOST_FAULTS }, (_, place) => ({
        id: `${place + 1}`,
        rule: { status: 500 },
        struck: 0,
      }));
      await faults.restore({ faults: many });
      const adding = async () => faults.add({ status: 503 });
      await expect(adding()).rejects.toThrow(StoreFull);
      const restoring = async () => faults.restore({ faults: [...many, ...many.slice(0, 1)], chances: 9 });
      await expect(restoring()).rejects.toThrow(StoreFull);
      const { faults: kept, chances } = await faults.dump();
      expect([kept.length, kept.at(-1), chances]).toEqual([MOST_FAULTS, many.at(-1), 1]);
      expect(await faults.remove('10000')).toBe(true);
      expect((await faults.add({ status: 503 })).id).toBe('10001');
    });

    it('can be made after one of an id beyond counting was put back', async () => {
      const faults = await make();
      await faults.restore({ faults: [{ id: '9'.repeat(30), rule: { status: 500, after: 5 }, struck: 3, passed: 5 }] });
      expect((await faults.add({ status: 500 })).id).toBe('1');
      expect((await faults.strike(requestFacts()))?.ids).toEqual(['9'.repeat(30)]);
    });
  });
}

async function strikeTimes(faults: StrikingFaults, times: number): Promise<readonly (FaultEffect | undefined)[]> {
  const effects: (FaultEffect | undefined)[] = [];
  for (let asked = 0; asked < times; asked += 1) effects.push(await faults.strike(ASKED));
  return effects;
}
