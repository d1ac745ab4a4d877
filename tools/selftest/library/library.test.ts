import { CHECKS } from '../../../conformance/checks';
import { run } from '../../../conformance/run/run';
import { optionsFor } from '../../../conformance/testing/options';
import { type Contract, loadContract } from '../../../openapi/contract';
import { tally } from '../tally';
import { libraryFaults } from './faults';
import { LIBRARY, LIBRARY_DOCUMENT, startLibrary } from './ground';
import { lawfulLibraries } from './lawful';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(LIBRARY_DOCUMENT);
});

test('the second contract has what the shipped one has not', () => {
  expect(contract.resources).toMatchObject([
    { name: 'branches', idProperty: 'id', shown: { list: ['items'] }, filters: [{ property: 'kind' }] },
    { name: 'books', idProperty: 'id', shown: { list: ['items'] }, filters: [{ property: 'language' }] },
    { name: 'copies', idProperty: 'copyId', shown: { list: [] }, filters: [] },
  ]);
  expect(contract.resources.map(({ operations }) => Object.keys(operations).join(' '))).toEqual([
    'list create read replace patch delete',
    'list create read replace patch delete',
    'list create read replace delete',
  ]);
});

test('a body may be refused by either status that its operation documents for that', async () => {
  const server = await startLibrary();
  const options = optionsFor(server.baseUrl, {
    keys: { main: server.keys.main, limit: undefined },
    checks: ['input.refused'],
    operations: ['addBranch'],
  });
  const { findings, exchanges } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  expect(findings).toEqual([]);
  const statuses = exchanges.filter(({ sentBy }) => sentBy === 'input.refused').map(({ response }) => response?.status);
  expect(new Set(statuses)).toEqual(new Set([400, 422]));
});

// The whole of it takes minutes: `npm run selftest`.

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
  const { accused } = await tally(LIBRARY, [], tried, { budget: 600 });
  expect(accused).toEqual([]);
}, 300_000);

test('no name stands for two of them', () => {
  const names = [...libraryFaults, ...lawfulLibraries].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
