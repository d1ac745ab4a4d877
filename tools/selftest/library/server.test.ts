import { CHECKS } from '../../../conformance/checks';
import { run } from '../../../conformance/run/run';
import { optionsFor } from '../../../conformance/testing/options';
import { type Contract, loadContract } from '../../../openapi/contract';
import { LIBRARY_DOCUMENT } from './document';
import { startLibrary } from './server';

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
