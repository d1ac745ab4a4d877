import { libraryFaults } from '../../../tools/selftest/library/faults';
import { startLibrary } from '../../../tools/selftest/library/ground';
import { plainly } from '../../../tools/selftest/server/altering';
import type { Behaviour } from '../../../tools/selftest/server/model';
import { CHECKS } from '../../checks';
import { libraryContract } from '../../testing/contract';
import { exchangeOf } from '../../testing/exchange';
import { optionsFor } from '../../testing/options';
import type { RunOptions } from '../plan/options';
import { run } from '../run';
import { createTurnWatch } from './turn';

const SILENT = { onProgress: () => {}, onWait: () => {} };

async function judged(behaviour: Behaviour, more: Partial<RunOptions> = {}) {
  const server = await startLibrary(behaviour);
  const options = optionsFor(server.baseUrl, {
    keys: { main: server.keys.main, limit: undefined },
    maxRequests: 400,
    ...more,
  });
  const result = await run(await libraryContract(), CHECKS, options, SILENT);
  await server.close();
  return result;
}

const behaviourOf = (name: string): Behaviour => libraryFaults.find((one) => one.name === name)?.behaviour ?? {};

test.each([
  ['it is out of service once a branch was patched', 'PATCH', '503', [200, 200, 503]],
  ['the key is refused once a book was replaced', 'PUT', '401', [200, 409, 401]],
  ['the client is banned once it has deleted a book', 'DELETE', '403', [200, 204, 403]],
  ['everything fails once a copy was made', 'POST', '500', [200, 201, 500, 500]],
  ['it dies of the first patch of a book', 'PATCH', 'no reply', [200, 409, undefined]],
  ['it dies of a patch of a book in the place of a reply', 'PATCH', 'no reply', [200, 201, undefined, undefined]],
  ['it is out of service with the first book replaced', 'PUT', '503', [200, 201, 503, 503]],
  ['it dies of a wrong key', '\\w+', 'no reply', [200, 401, undefined, undefined]],
  ['the key is refused for good once a wrong one was sent', '\\w+', '401', [200, 401, 401, 401]],
  ['it ends by itself', 'GET', 'no reply', [200, undefined]],
])('%s, and that is all that is told of what follows', async (name, method, key, statuses) => {
  // A wrong key is sent late where all is checked.
  const checks = name === 'it dies of a wrong key' ? ['credentials', 'list', 'server'] : [];
  const { findings, exchanges } = await judged(behaviourOf(name), { checks });
  expect(findings.map(({ check }) => check)).toEqual(['server.stays-up']);
  const [told] = findings;
  expect(told).toMatchObject({ outcome: 'fail', key, confirmation: { came: 'again' } });
  expect(told?.exchanges.map(({ response }) => response?.status)).toEqual(statuses);
  expect(told?.actual).toMatch(new RegExp(`^after request \\d+, ${method} `));
  // Nothing is sent to a server that serves no more.
  expect(exchanges.at(-1)?.number).toBeLessThan(400);
});

test('a key that is refused for a while is waited for, whatever came before, and warned of once', async () => {
  const { findings, exchanges } = await judged(
    behaviourOf('the key is refused for half a second once a book was replaced'),
    { maxRequests: 160 },
  );
  expect(findings.map(({ check, outcome }) => [check, outcome])).toEqual([['credentials.steady', 'warn']]);
  expect(findings[0]?.actual).toMatch(
    /^the status 401 for up to \d s after request \d+, PUT \/branches\/\S+ \(such requests are not sent any more\)$/,
  );
  expect(exchanges.length).toBeGreaterThan(120);
});

test.each(['it is restarted once a book was replaced', 'it is out of service for the second that it asks for'])(
  '%s, which is waited for and warned of once',
  async (name) => {
    const { findings, exchanges } = await judged(behaviourOf(name), { maxRequests: 160 });
    expect(findings.map(({ check, outcome }) => [check, outcome])).toEqual([['server.stays-up', 'warn']]);
    expect(findings[0]?.actual).toMatch(/ PUT \/branches\/\S+, everything is answered by 50[23], for up to \d s$/);
    expect(exchanges.length).toBeGreaterThan(120);
  },
);

test('where the check of it is left out, the run ends all the same', async () => {
  const { findings, cells } = await judged(behaviourOf('it dies of the first patch of a book'), {
    excludedChecks: ['server.stays-up'],
  });
  expect(findings).toEqual([]);
  expect(cells.some(({ reasons }) => reasons.some((reason) => /serves no more/.test(reason)))).toBe(true);
});

test('a key that is refused for a day for everything is used no more, and what was judged stays', async () => {
  const refusing: Behaviour = {
    rewrite: (reply, { number }) =>
      number > 40
        ? { status: 429, headers: { 'Retry-After': '86400' }, body: { title: 'Later.', status: 429n } }
        : reply,
  };
  const { findings, exchanges, cells } = await judged(refusing, { maxRequests: 100 });
  expect(findings.map(({ check, outcome }) => [check, outcome])).toContainEqual(['reply.judgeable', 'fail']);
  expect(exchanges.filter(({ request }) => request.credential === 'main').length).toBeLessThan(60);
  expect(cells.some(({ outcome }) => outcome === 'pass')).toBe(true);
});

test('a reply that hangs is waited for no longer than --max-time, and is then no violation', async () => {
  const hanging: Behaviour = {
    send: (response, outgoing, asked) => (asked.number > 40 ? undefined : plainly(response, outgoing, asked)),
  };
  const transport = { timeoutMs: 60_000, insecure: false, ca: undefined, proxy: undefined };
  const { findings, cells } = await judged(hanging, { maxTimeMs: 1500, transport, clean: true });
  expect(findings).toEqual([]);
  expect(cells.some(({ reasons }) => reasons.includes('the time (--max-time) was used up'))).toBe(true);
});

test('what worked of a record says nothing of a server once the record is deleted', async () => {
  const contract = await libraryContract();
  const ofItem = contract.operations.filter(({ path }) => path === '/branches/{branchId}');
  const idOf = (method: string): string => ofItem.find((one) => one.method === method)?.id ?? '';
  const parts = { path: { branchId: 'a-branch' } };
  const read = exchangeOf(contract, { operation: idOf('GET'), parts });
  const deleted = exchangeOf(contract, { operation: idOf('DELETE'), parts, status: 204 });
  const refused = exchangeOf(contract, { operation: idOf('GET'), parts, status: 403 });
  const turnAfter = async (...all: readonly (typeof read)[]) => {
    const watch = createTurnWatch(async () => {}, { isKeyed: () => true });
    for (const exchange of all) await watch.look([exchange], async () => refused);
    return watch.turn;
  };
  expect(await turnAfter(read, refused)).toMatchObject({ worked: { response: { status: 200 } } });
  expect(await turnAfter(read, deleted, refused)).toBeUndefined();
});

test.each([
  ['does not hide that the key is refused, where it serves those without a key as well', 200, true],
  ['shows that the key is good, where it refuses those without one', 401, false],
])('an operation that is served %s', async (_, withoutKey, isTurn) => {
  const contract = await libraryContract();
  const [other = '', listing = ''] = contract.operations.filter(({ method }) => method === 'GET').map(({ id }) => id);
  const [read, listed] = [{ operation: other }, exchangeOf(contract, { operation: listing })];
  const refused = exchangeOf(contract, { ...read, status: 401 });
  const watch = createTurnWatch(async () => {}, { isKeyed: () => true });
  for (const exchange of [exchangeOf(contract, read), listed, refused])
    await watch.look([exchange], async ({ operation, credential }) => {
      if (operation !== listed.request.operation) return refused;
      return credential === 'none' ? exchangeOf(contract, { operation: operation.id, status: withoutKey }) : listed;
    });
  expect(watch.turn !== undefined).toBe(isTurn);
});
