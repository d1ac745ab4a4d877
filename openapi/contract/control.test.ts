import { readFileSync } from 'node:fs';
import { CONTROL_DOCUMENT, loadContract } from './load';
import { contractOf } from './testing/documents';

/** Whether the process lives, and serves, is the same for all worlds. */
const OF_THE_PROCESS: readonly string[] = ['/health/live', '/health/ready'];

describe('the document of the control plane', () => {
  const text = readFileSync(CONTROL_DOCUMENT, 'utf8');

  test('reads as the contract that it describes', async () => {
    const contract = await loadContract(CONTROL_DOCUMENT);
    expect(contract).toMatchObject({ title: 'Animal Store mock, control plane', prefix: '/__admin', plans: [] });
    expect(contract.envelope?.roles).toStrictEqual({ status: ['status'], code: ['code'], message: ['message'] });
  });

  test('passes every check, whatever the build has validated', async () => {
    const contract = await contractOf(`${text}\n# one byte more`);
    expect(contract.operations).toStrictEqual((await loadContract(CONTROL_DOCUMENT)).operations);
  });

  test('offers for a session what it offers for the default world', async () => {
    const { operations } = await loadContract(CONTROL_DOCUMENT);
    const waysOf = (paths: RegExp, below: string) =>
      operations
        .filter(({ path }) => paths.test(path) && !OF_THE_PROCESS.includes(path))
        .map(({ method, path }) => `${method} ${path.slice(below.length)}`)
        .sort();
    expect(waysOf(/^\/sessions\/\{sessionId\}\/./, '/sessions/{sessionId}')).toStrictEqual(
      waysOf(/^\/(?!sessions)/, ''),
    );
  });
});
