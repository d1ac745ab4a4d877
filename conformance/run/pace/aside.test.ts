import type { Operation } from '../../../openapi/contract';
import { libraryFaults } from '../../../tools/selftest/library/faults';
import { startLibrary } from '../../../tools/selftest/library/ground';
import { lawfulLibraries } from '../../../tools/selftest/library/lawful';
import { CHECKS } from '../../checks';
import type { Exchange } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { libraryContract } from '../../testing/contract';
import { optionsFor } from '../../testing/options';
import { readBody } from '../../wire/body';
import { run } from '../run';
import { createAsides } from './aside';

/** What comes of a run before a server of the proving ground. */
async function judged(name: string) {
  const all = [...libraryFaults, ...lawfulLibraries];
  const server = await startLibrary(all.find((one) => one.name === name)?.behaviour);
  const keys = { main: server.keys.main, limit: undefined };
  const options = optionsFor(server.baseUrl, { keys, maxRequests: 400 });
  const events = { onProgress: () => {}, onWait: () => {} };
  const result = await run(await libraryContract(), CHECKS, options, events);
  await server.close();
  const asked = result.exchanges.filter(({ request }) => request.operation.id === 'listCopies');
  return { ...result, asked };
}

test('an operation that alone answers 429 for long is set aside, and no other one waits for it', async () => {
  const { findings, cells, exchanges, asked } = await judged('copies are listed once an hour');
  expect(findings.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  const reasons = cells.filter(({ operation }) => operation === 'listCopies').flatMap((cell) => cell.reasons);
  expect(reasons).toContain('listCopies answers 429 for 3600 s while others are served, and is set aside');
  expect(asked.length).toBeLessThan(4);
  expect(exchanges.length).toBeGreaterThan(350);
});

test('an operation that drops its connections is told once, and the rest is judged', async () => {
  const { findings, asked } = await judged('the list of copies drops every connection');
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual(['reply.arrives listCopies']);
  expect(asked.length).toBeLessThan(20);
});

const exchangeOf = (operation: Operation, milliseconds: number): Exchange => ({
  number: 1,
  request: toRequest(operation, {}),
  sentBy: 'a.check',
  response: { status: 200, headers: new Map(), body: readBody(Buffer.from('[]'), undefined) },
  failure: undefined,
  startedAt: 0,
  milliseconds,
});

test('an operation that takes a tenth of the time of a run, and much longer than others, is set aside', async () => {
  const { operations } = await libraryContract();
  const [slow, other] = operations;
  if (slow === undefined || other === undefined) throw new Error('The library has two operations.');
  const asides = createAsides(60_000);
  for (let count = 0; count < 9; count += 1) asides.note([exchangeOf(slow, 2000), exchangeOf(other, 100)]);
  expect(() => asides.refuse(slow)).toThrow(
    'listBranches takes 2.0 s a request, much more than others, and is set aside',
  );
  expect(() => asides.refuse(other)).not.toThrow();
});

test('a server that is slow everywhere is judged all the same', async () => {
  const { operations } = await libraryContract();
  const asides = createAsides(60_000);
  for (let count = 0; count < 9; count += 1) asides.note(operations.map((one) => exchangeOf(one, 2000)));
  for (const one of operations) expect(() => asides.refuse(one)).not.toThrow();
});
