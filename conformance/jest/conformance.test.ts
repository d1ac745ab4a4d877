/**
 * The suite as Jest: one test for each check and oracle.
 *
 * `BASE_URL` and `ANIMAL_STORE_API_KEY` name the server to judge; without `BASE_URL` the mock is started and judged.
 */

import { type StartedMock, startMock } from '../../mock';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { run } from '../engine/run';
import type { Cell, Finding, RunResult } from '../model/finding';
import { flagsOf } from '../options/flags';
import { toRunOptions } from '../options/run-options';
import { ORACLES } from '../oracles';

const { BASE_URL } = process.env;
let mock: StartedMock | undefined;
let result: RunResult;

beforeAll(async () => {
  mock = BASE_URL === undefined ? await startMock() : undefined;
  const flags =
    mock === undefined
      ? ['--base-url', String(BASE_URL)]
      : [
          '--base-url',
          mock.baseUrl,
          '--api-key',
          'demo-business',
          '--plan',
          'Business',
          '--exclusive-key',
          '--limit-key',
          'demo-free',
          '--limit-plan',
          'Free',
        ];
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const options = toRunOptions(flagsOf(flags), contract);
  result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
}, 660_000);

afterAll(() => mock?.close());

test.each([...ORACLES, ...CHECKS].map(({ id, title }) => [id, title]))('%s: %s', (id) => {
  expect(result.findings.filter(({ check, outcome }) => check === id && outcome === 'fail').map(told)).toEqual([]);
  expect(
    result.cells
      .filter(({ check, outcome }) => check === id && outcome === 'error')
      .map(({ reasons }: Cell) => reasons),
  ).toEqual([]);
});

test('of the mock there is nothing to warn of, and nothing that could not be judged', () => {
  if (mock === undefined) return;
  expect(result.findings.map(told)).toEqual([]);
  expect(result.cells.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([]);
  expect(result.requests).toBeLessThanOrEqual(600);
});

const told = ({ operation, expected, actual, clause }: Finding) => ({ operation, expected, actual, clause });
