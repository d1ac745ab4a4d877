import { execute } from './execute';

const plainly = { input: '', env: {}, timeoutMs: 20_000 };

test('a command gets its input and variables, and tells what it printed', async () => {
  const done = await execute('cat; echo "$GIVEN" >&2', { ...plainly, input: 'ä\n', env: { GIVEN: 'x' } });
  expect(done).toEqual({ stdout: 'ä\n', stderr: 'x\n', failure: undefined, hasEnded: true });
});

test.each([
  ['exit 3', 'it ended with the status 3'],
  ['kill -TERM $$', 'it was ended by SIGTERM'],
])('%s is a failure', async (line, failure) => {
  expect(await execute(line, plainly)).toMatchObject({ failure });
});

test('one that does not end is ended, and all that it has started', async () => {
  const done = await execute('echo begun; sleep 600 | cat', { ...plainly, timeoutMs: 500 });
  const failure = 'it has not ended within 0.5 seconds';
  expect(done).toEqual({ stdout: 'begun\n', stderr: '', failure, hasEnded: false });
});

test.each([
  ['that has its output', ''],
  ['that writes elsewhere', '>/dev/null 2>&1'],
])('a process %s and is left running ends with the command, whose own end counts', async (_, elsewhere) => {
  const done = await execute(`sleep 600 ${elsewhere} & echo $!`, plainly);
  expect(done.failure).toBeUndefined();
  // Where no process waits for processes whose parent has ended, it stays as a zombie.
  const { stdout } = await execute(`ps -o stat= -p ${done.stdout.trim()}`, plainly);
  expect(stdout.trim()).toMatch(/^(Z.*)?$/);
});

test('what a process left running writes right after the command is kept', async () => {
  const line = 'shell=$$; (while kill -0 $shell; do :; done 2>/dev/null; echo later) & exit 0';
  expect(await execute(line, plainly)).toMatchObject({ stdout: 'later\n', failure: undefined });
});

test('one that is interrupted is ended', async () => {
  const controller = new AbortController();
  const done = execute('sleep 600', { ...plainly, signal: controller.signal });
  controller.abort();
  expect(await done).toMatchObject({ failure: 'it was interrupted' });
});

test('of one that prints without end the beginning is kept, and what it does not read is no matter', async () => {
  const { stdout, failure } = await execute('yes | head -c 1000000', { ...plainly, input: 'x'.repeat(1e6) });
  expect([stdout.length, failure]).toEqual([65_536, undefined]);
});
