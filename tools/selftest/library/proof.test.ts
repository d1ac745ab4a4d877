import { CHECKS } from '../../../conformance/checks';
import { run } from '../../../conformance/run/run';
import { optionsFor } from '../../../conformance/testing/options';
import { type Contract, loadContract } from '../../../openapi/contract';
import { tallyOf } from '../tally';
import { LIBRARY_DOCUMENT } from './document';
import { libraryFaults } from './faults';
import { lawfulLibraries } from './lawful';
import { startLibrary } from './server';

// The whole of it takes minutes: `npm run selftest`.

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(LIBRARY_DOCUMENT);
});

test('each faulty library is caught by a check that is named for it', async () => {
  const missed: string[] = [];
  for (const { name, behaviour, caughtBy, isWarning } of libraryFaults.filter((_, index) => index % 16 === 0)) {
    const server = await startLibrary(behaviour);
    const keys = { main: server.keys.main, limit: undefined };
    const options = optionsFor(server.baseUrl, { keys, checks: caughtBy, maxFailures: 1 });
    const { findings } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    await server.close();
    const wanted = isWarning === true ? 'warn' : 'fail';
    if (!findings.some(({ outcome }) => outcome === wanted)) missed.push(name);
  }
  expect(libraryFaults.length).toBeGreaterThanOrEqual(80);
  expect(missed).toEqual([]);
}, 300_000);

test('no lawful library is accused', async () => {
  const tried = lawfulLibraries.filter((_, index) => index % 24 === 0);
  const { accused } = await tallyOf(startLibrary, contract, [], tried, { budget: 600 });
  expect(accused).toEqual([]);
}, 300_000);

test('no name stands for two of them', () => {
  const names = [...libraryFaults, ...lawfulLibraries].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
