import { CHECKS } from '../checks';
import { run } from '../run/run';
import { startServer } from '../selftest/server/server';
import { shippedContract } from '../testing/contract';
import { flagsOf } from './flags';
import { contractFor, toRunOptions } from './run-options';

test('what is said of single operations holds for these alone, and what is skipped is not sent', async () => {
  const server = await startServer({ filter: (animals) => animals });
  try {
    const whole = await shippedContract();
    const perOperation = {
      getPet: { skip: true },
      createPet: { checks: ['created', 'reply.status'] },
      listPets: { excludeChecks: ['list.filter', 'reply'] },
    };
    const flags = { ...flagsOf(['--base-url', server.baseUrl, '--api-key', server.keys.main]), perOperation };
    const result = await run(
      contractFor(flags, whole),
      CHECKS,
      { ...toRunOptions(flags, whole), checks: ['list', 'created', 'reply', 'records'], maxRequests: 60, examples: 1 },
      { onProgress: () => {}, onWait: () => {} },
    );
    expect(result.findings).toEqual([]);
    const cells = result.cells.map(({ check, operation }) => `${operation} ${check}`);
    expect(cells).toEqual(expect.arrayContaining(['createPet reply.status', 'listPets list.page-size']));
    expect(
      cells.filter((cell) => /^getPet|^createPet (?!created|reply.status)|^listPets (reply|list.filter)/.test(cell)),
    ).toEqual([]);
    expect(result.exchanges.filter(({ request }) => request.operation.id === 'getPet')).toEqual([]);
  } finally {
    await server.close();
  }
});

test('an operation that there is not is refused', async () => {
  const flags = {
    ...flagsOf(['--base-url', 'http://a.example']),
    config: 'my.json',
    perOperation: { createPt: { skip: true } },
  };
  const contract = await shippedContract();
  expect(() => toRunOptions(flags, contract)).toThrow(
    'my.json, perOperation: the contract has no operation "createPt"; did you mean "createPet"?',
  );
});
