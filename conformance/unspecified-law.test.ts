import { startMock } from '../mock';
import { editedDocument, writeFile } from '../mock/testing/edited';
import { BEHAVIOUR_IDS, OPTIONS_OF, optionsOf } from '../openapi/behaviours/options';
import { loadContract } from '../openapi/contract';
import { packageFile } from '../openapi/package/package-file';
import { sampled } from '../openapi/program/testing/long';
import { LIBRARY_DOCUMENT } from '../tools/selftest/library/ground';
import { CHECKS } from './checks';
import { silences } from './checks/unspecified';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';
import { coveringRows, type Row } from './testing/covering-rows';
import { judgedMock } from './testing/judged-mock';
import { createLearning } from './unspecified/learning';

/**
 * The mock is under each of these choices a lawful server, so that no violation may come of it; and what it was told to do is
 * what the suite learns.
 */

/** With a plan whose figures belong to one window alone, so that headers tell which one they mean. */
const DOCUMENT = editedDocument((document) => {
  document['x-plans'] = [
    { name: 'Free', allowances: { minute: 60, day: 5000 } },
    { name: 'Business', allowances: { minute: 2000, day: 100_000 } },
  ];
});
const KEYS = writeFile(
  'json',
  JSON.stringify([
    { name: 'main', key: 'demo-business', plan: 'Business' },
    { name: 'spare', key: 'demo-free', plan: 'Free' },
  ]),
);
const contract = loadContract(DOCUMENT);

/** In no minute's first or last seconds, so that what ends by the clock is told from what does not. */
const START = '2026-11-23T12:00:17.250Z';

/** By the clock of the mock, after the run: what tells how windows go on. */
const LATER = [40, 25];

interface Tried {
  readonly choices: Row;
  /** Flags of the run. */
  readonly flags?: readonly string[];
  /** Whether the run is too short to show everything. */
  readonly isShort?: boolean;
}

/** What the suite says of a mock that is told to do this, and what it learns otherwise; empty where all is well. */
async function wrongUnder({ choices, flags: more = [], isShort = false }: Tried): Promise<readonly string[]> {
  const fixtures = packageFile('fixtures/animals.json');
  const mock = await startMock({ choices, document: DOCUMENT, keys: KEYS, fixtures });
  mock.clock.set(START);
  const read = await contract;
  const keys = ['--api-key', 'demo-business', '--plan', 'Business', '--limit-key', 'demo-free'];
  const learn = createLearning(read);
  const judged = (flags: readonly string[]) => {
    const options = toRunOptions(flagsOf(['--base-url', mock.baseUrl, ...keys, ...flags]), read);
    return run(read, [...CHECKS, silences], { ...options, learn }, { onProgress: () => {}, onWait: () => {} });
  };
  const runs = [await judged(more)];
  for (const seconds of LATER) {
    mock.clock.advance(seconds);
    runs.push(await judged(['--max-requests', '8', '--parallel', '0']));
  }
  await mock.close();
  const found = runs.flatMap(({ findings }) =>
    findings.map(({ outcome, check, actual }) => `${outcome} ${check}: ${actual}`),
  );
  const learnt = learn.learnt();
  const misread = BEHAVIOUR_IDS.flatMap((id) => {
    const lesson = learnt.get(id) ?? { unknown: 'nothing was learnt' };
    if ('unknown' in lesson)
      return isShort && id !== 'latency' ? [] : [`${id} is ${choices[id]}, and unknown: ${lesson.unknown}`];
    const seen = lesson.seen.map(({ option }) => option);
    // A machine that has other things to do makes some replies slow.
    const told = id === 'latency' && seen.includes('at-once') ? 'at-once' : seen.join(' and ');
    return told === choices[id] ? [] : [`${id} is ${choices[id]}, learnt as ${seen.join(' and ')}`];
  });
  return [...found, ...misread];
}

/** What the suite finds in the mock of another document: lists in wrappers, and errors of another shape. */
async function foundUnder(choices: Row): Promise<readonly string[]> {
  const flags = ['--api-key', 'demo-free', '--max-requests', '80', '--parallel', '0'];
  return (await judgedMock(LIBRARY_DOCUMENT, flags, { choices, planLimits: true })).found;
}

/** Each reply of `latency: slow` takes its time. */
const QUICK = BEHAVIOUR_IDS.filter((id) => id !== 'latency');

// Some at once: a run waits now and then, for the server's pace and for lists that are a little late.
describe('the mock under choices is learnt back as exactly these, and breaks no promise', () => {
  test.concurrent.each(
    sampled(
      coveringRows(QUICK).map((row, nth) => [nth + 1, row] as const),
      1,
    ),
  )(
    'where each two options come together, in row %i',
    async (_, row) => {
      expect(await wrongUnder({ choices: { ...row, latency: 'at-once' } })).toEqual([]);
    },
    240_000,
  );

  test.concurrent('where replies are slow, with each other option', async () => {
    const rows = sampled([0, 1, 2], 1).map((place) => ({
      ...Object.fromEntries(BEHAVIOUR_IDS.map((id) => [id, optionsOf(id).at(place) ?? optionsOf(id).at(-1) ?? ''])),
      latency: 'slow',
    }));
    const flags = ['--max-requests', '24', '--parallel', '0'];
    const wrong = await Promise.all(rows.map((choices) => wrongUnder({ choices, flags, isShort: true })));
    expect(wrong.flat()).toEqual([]);
  }, 240_000);

  test.concurrent.each(sampled([1, 2], 1))(
    'with another document, where each behaviour takes its option number %i',
    async (place) => {
      const options = QUICK.map((id) => [id, optionsOf(id).at(place) ?? optionsOf(id).at(-1) ?? '']);
      expect(await foundUnder({ ...Object.fromEntries(options), latency: 'at-once' })).toEqual([]);
    },
    240_000,
  );
});

test('each two options of different behaviours come together in some row, and the rows are few', () => {
  const rows = coveringRows();
  const missing = BEHAVIOUR_IDS.flatMap((one) =>
    BEHAVIOUR_IDS.flatMap((other) =>
      one === other
        ? []
        : OPTIONS_OF[one].flatMap((option) =>
            OPTIONS_OF[other]
              .filter((second) => !rows.some((row) => row[one] === option && row[other] === second))
              .map((second) => `${one}=${option} with ${other}=${second}`),
          ),
    ),
  );
  expect(missing).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(18);
});
