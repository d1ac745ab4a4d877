import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import { knownOf } from '../world/testing/known';
import type { Log } from './log';
import { createSecrets, maskedLog, maskedResult } from './secrets';

test('what the log has of failures shows no known value, and the rest as it is', async () => {
  const secrets = createSecrets(await loadContract(SHIPPED_DOCUMENT), knownOf('demo-ann'));
  const told: unknown[] = [];
  const log: Log = {
    answered: (entry) => told.push(entry.target),
    wants: () => true,
    failed: (error) => told.push(error instanceof Error ? [error.name, error.message, error.stack] : error),
    broken: (what) => told.push(what),
    notice: (text) => told.push(text),
    dropped: () => 3,
    waiting: () => 0,
    settled: async () => {},
  };
  const masked = maskedLog(log, secrets);
  const error = new RangeError('no demo%2Dann');
  error.stack = 'RangeError: no demo%2Dann\n    at demo-ann (a.ts:1:1)';
  masked.failed(error);
  masked.failed('demo-ann');
  masked.broken('the body is "demo-ann"');
  expect(told).toEqual([
    ['RangeError', 'no hidden', 'RangeError: no hidden\n    at hidden (a.ts:1:1)'],
    'hidden',
    'the body is "hidden"',
  ]);
});

test('a problem says its sentence without a known value, and is itself where it has none', async () => {
  const secrets = createSecrets(await loadContract(SHIPPED_DOCUMENT), knownOf('demo-ann'));
  const [one, other] = ['There is nothing at /demo-ann.', 'There is nothing at /ann.'].map(
    (message) => new Problem(404, 'unknown_path', message, { Allow: 'GET' }),
  );
  expect(maskedResult(one, secrets)).toMatchObject({
    ...{ status: 404, code: 'unknown_path', headers: { Allow: 'GET' } },
    message: 'There is nothing at /hidden.',
  });
  expect(maskedResult(other, secrets)).toBe(other);
});

test('a problem that says too much is cut, before anything is looked for in it', async () => {
  const secrets = createSecrets(await loadContract(SHIPPED_DOCUMENT), knownOf('demo-ann'));
  const problem = new Problem(400, 'invalid_body', `/${'demo-ann'.repeat(500_000)} is unknown.`);
  const { message } = maskedResult(problem, secrets);
  expect(message).toMatch(/^\/(hidden)+.{0,8}…$/);
  expect(message.length).toBeLessThan(10_002);
});
