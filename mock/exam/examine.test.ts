import fc from 'fast-check';
import type { Chosen } from '../../openapi/behaviours/chosen';
import { CannotExamine, type ExamOptions, examine, type Run, smallest, type Tried } from './examine';
import { estimateOf, nameOf, outcomeOf, textOf } from './report';

const LINE = { flags: ['--port', '4010', '--only', 'ids', 'reads'], command: ['npm', 'test'] };

const tried = (failure?: string, requests = 3): Tried => ({
  failure,
  output: failure === undefined ? 'ok' : 'Expected 1, found 2',
  milliseconds: 1200,
  used: { requests, ownMocks: 0 },
});

/** Tests that fail where this holds of the choices. */
async function examined(
  fails: (options: Readonly<Record<string, readonly string[] | undefined>>, nth: number) => boolean,
  more: Partial<ExamOptions> = {},
) {
  const runs: Run[] = [];
  let nth = 0;
  const tryUnder = async (chosen: Chosen | undefined) => {
    nth += 1;
    return fails(chosen?.options ?? {}, nth) ? tried('it ended with the status 1') : tried();
  };
  const found = await examine(tryUnder, {
    base: { options: {} },
    left: {},
    seeds: [1, 2, 3],
    tryEach: true,
    onRun: (run) => {
      runs.push(run);
      return () => {};
    },
    ...more,
  });
  return { ...found, kinds: runs.map(({ kind }) => kind), asked: runs };
}

const is = (options: Readonly<Record<string, readonly string[] | undefined>>, id: string, option: string): boolean =>
  options[id]?.[0] === option;

describe('an exam', () => {
  test('finds each option by which the tests fail, and tries it again before it says so', async () => {
    const { reliances, unsteady, kinds } = await examined(
      (options) =>
        is(options, 'list.order', 'any') || is(options, 'list.order', 'newest-first') || is(options, 'ids', 'random'),
      { seeds: [] },
    );
    expect(reliances.map(({ candidates }) => candidates)).toEqual([
      [{ id: 'list.order', option: 'newest-first' }],
      [{ id: 'list.order', option: 'any' }],
      [{ id: 'ids', option: 'random' }],
    ]);
    expect(unsteady).toEqual([]);
    expect(kinds[0]).toBe('plain');
    // Each failure once more, and at last the tests as they are.
    expect(kinds.filter((kind) => kind === 'again')).toHaveLength(4);
  });

  test('finds the fewest options that have to come together', async () => {
    const { reliances } = await examined(
      (options) => is(options, 'ids', 'random') && is(options, 'list.order', 'any') && is(options, 'charset', 'named'),
      { seeds: [...Array(60).keys()] },
    );
    expect(reliances[0]?.candidates).toEqual([
      { id: 'list.order', option: 'any' },
      { id: 'ids', option: 'random' },
      { id: 'charset', option: 'named' },
    ]);
    expect(reliances[0]?.seed).toEqual(expect.any(Number));
    // What is known to matter is not varied any more.
    expect(reliances).toHaveLength(1);
  });

  test('says nothing of what fails once and then passes', async () => {
    let failed = 0;
    const { reliances, unsteady } = await examined((options) => {
      if (!is(options, 'reads', 'late')) return false;
      failed += 1;
      return failed === 1;
    });
    expect(reliances).toEqual([]);
    expect(unsteady.map(({ candidates }) => candidates)).toEqual([[{ id: 'reads', option: 'late' }]]);
  });

  test('examines what it is asked for, beside what counts in any case and what the document settles', async () => {
    const { asked } = await examined(() => false, {
      only: ['list.order', 'ids', 'charset', 'latency'],
      except: ['latency'],
      base: { options: { ids: ['sparse'] } },
      left: { charset: ['named'] },
      seeds: [],
    });
    expect(asked.slice(1).map(({ candidates }) => candidates)).toEqual([
      [{ id: 'list.order', option: 'newest-first' }],
      [{ id: 'list.order', option: 'any' }],
      [{ id: 'ids', option: 'sequence' }],
      [{ id: 'ids', option: 'random' }],
    ]);
  });

  test('narrows one seed', async () => {
    const { reliances, kinds } = await examined((options) => is(options, 'framing', 'chunked'), {
      seeds: [7],
      tryEach: false,
    });
    expect(reliances.map(({ candidates }) => candidates)).toEqual([[{ id: 'framing', option: 'chunked' }]]);
    expect(kinds.slice(0, 2)).toEqual(['plain', 'several']);
  });

  test('that is interrupted keeps what was confirmed before, and blames nothing for the run that it ended', async () => {
    const interruption = new AbortController();
    const { reliances, unsteady, runs, isInterrupted, asked } = await examined(
      (options, nth) => {
        // In the run that would confirm the second one.
        if (nth === 5) interruption.abort();
        return options['list.order'] !== undefined;
      },
      { only: ['list.order'], seeds: [1], signal: interruption.signal },
    );
    expect(reliances.map(({ candidates }) => candidates)).toEqual([[{ id: 'list.order', option: 'newest-first' }]]);
    expect([unsteady, runs, isInterrupted]).toEqual([[], 4, true]);
    expect(asked.map(nameOf)).toEqual([
      '1 of 4  as it is',
      '2 of 4  list.order newest-first',
      '        again: list.order newest-first',
      '3 of 4  list.order any',
      '        again: list.order any',
    ]);
  });

  test('can say nothing of tests that fail as they are by and by', async () => {
    const failing = examined((_, nth) => nth > 5);
    await expect(failing).rejects.toThrow(CannotExamine);
    await expect(failing).rejects.toThrow(/^the tests passed against the mock as it is, and fail there by now/);
  });
});

describe('the text of an exam', () => {
  test('is what was confirmed, and nothing else, where it was interrupted', () => {
    const one = { candidates: [{ id: 'ids', option: 'random' }], tried: tried('it ended with the status 1') } as const;
    const before = { plain: tried(), runs: 7, isInterrupted: true };
    expect(textOf({ ...before, reliances: [], unsteady: [one] }, LINE)).toBe('Interrupted after 7 runs.');
    expect(textOf({ ...before, reliances: [one], unsteady: [one] }, LINE)).toMatch(
      /^Interrupted after 7 runs\.\n\nThe tests rely on 1 thing .*:\n\n {2}ids: .*\n.*\n {4}\| Expected 1, found 2\n.*$/,
    );
  });

  test('has a command for each finding, with the flags of the exam but for those of what is examined', () => {
    const two = [
      { id: 'ids', option: 'random' },
      { id: 'reads', option: 'late' },
    ] as const;
    const found = { plain: tried(), runs: 7, isInterrupted: false, unsteady: [] };
    const text = textOf({ ...found, reliances: [{ candidates: two, tried: tried('it failed') }] }, LINE);
    expect(text.split('\n').at(-1)).toBe(
      '  To see it: npx animal-store-mock exam --port 4010 --once --choice ids=random --choice reads=late -- npm test',
    );
  });

  test('says how many runs follow and how long they take, and counts as many', async () => {
    const { asked } = await examined((options) => is(options, 'ids', 'random'), { only: ['ids', 'charset'] });
    const [plain] = asked;
    expect(plain && estimateOf(plain, tried())).toBe(
      '6 more runs, about 8 s. Where the tests fail, further runs make sure of it.',
    );
    expect(plain && estimateOf(plain, { ...tried(), milliseconds: 60_000 })).toMatch(/^6 more runs, about 6 min\. /);
    expect(asked.filter(({ kind }) => kind !== 'again').map(({ nth, of }) => `${nth}/${of}`)).toEqual([
      '1/7',
      '2/7',
      '3/7',
      '4/7',
      '5/7',
      '6/7',
      '7/7',
    ]);
    expect(asked.slice(-4).map(nameOf)).toEqual([
      '5 of 7  seed 1',
      '6 of 7  seed 2',
      '7 of 7  seed 3',
      '        again: as it is',
    ]);
    expect(outcomeOf('skipped')).toBe('skipped: nothing is left to vary together');
  });

  test('says how far it went where nothing was found', async () => {
    expect(textOf(await examined(() => false, { only: ['ids'], seeds: [] }), LINE)).toBe(
      'The tests rely on nothing that the document leaves open, as far as 3 runs show.',
    );
  });
});

describe('the smallest part for which something holds', () => {
  test('is what alone matters, whatever lies between, and nothing of it can be left out', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 27 }), { minLength: 1, maxLength: 6 }), async (needed) => {
        const all = Array.from({ length: 28 }, (_, nth) => nth);
        let asked = 0;
        const few = await smallest(all, async (part) => {
          asked += 1;
          return needed.every((one) => part.includes(one));
        });
        expect(few).toEqual([...needed].sort((a, b) => a - b));
        expect(asked).toBeLessThan(28 * needed.length + 60);
      }),
    ));

  test('is one of several that are enough by themselves', async () => {
    const few = await smallest(['a', 'b', 'c', 'd', 'e'], async (part) => part.includes('b') || part.includes('e'));
    expect([['b'], ['e']]).toContainEqual(few);
  });
});
