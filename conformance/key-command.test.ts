import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../openapi/program/failure';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { tokenOf } from '../tools/selftest/server/input';
import type { Running } from '../tools/selftest/server/server';
import { startServer } from '../tools/selftest/server/server';
import { withKeyCommand } from './commands/shell-commands';
import { runHere } from './testing/command';
import { optionsFor } from './testing/options';

let folder: string;
let counter: string;
beforeEach(() => {
  folder = temporaryFolder();
  counter = join(folder, 'counter');
  writeFileSync(counter, '0');
});

const issued = (): number => Number(readFileSync(counter, 'utf8'));
const keyOf = (number: number): string => `ak-Turn-${number}z-7Qk2XvR9tLbW`;
/** Prints another key each time, and says so. */
const login = (): string =>
  `n=$(($(cat ${counter}) + 1)); echo $n > ${counter}; echo "ak-Turn-\${n}z-7Qk2XvR9tLbW"; echo "signed in with ak-Turn-\${n}z-7Qk2XvR9tLbW" >&2`;

/** A server that takes the key that was issued last, so often, and meters each by itself. */
async function startExpiring(most: number): Promise<Running & { readonly uses: ReadonlyMap<string, number> }> {
  const uses = new Map<string, number>();
  const server = await startServer({
    parseKey: (authorization) => {
      const token = tokenOf(authorization);
      if (token === undefined || token !== keyOf(issued()) || (uses.get(token) ?? 0) >= most) return undefined;
      uses.set(token, (uses.get(token) ?? 0) + 1);
      return 'main';
    },
    rowOf: () => keyOf(issued()),
  });
  return { ...server, uses };
}

test('a key that expires is had anew at a 401, and once alone; no key that ever was is shown', async () => {
  const server = await startExpiring(30);
  const report = join(folder, 'out');
  const { code, stdout, stderr } = await runHere([
    ...['--base-url', server.baseUrl, '--api-key-command', login(), '--exclusive-key', '--report-dir', report],
    ...['--max-requests', '130', '--exclude-checks', 'parallel,connection'],
  ]);
  await server.close();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^(?:PASS|INCONCLUSIVE): 0 violations, 0 warnings/m)]);
  expect(issued()).toBeGreaterThan(3);
  // Each was used to its end, but for the last one.
  expect([...server.uses.values()].slice(0, -1).every((count) => count === 30)).toBe(true);
  expect(stderr).toBe('signed in with $ANIMAL_STORE_API_KEY\n'.repeat(issued()));
  const written = ['report.json', 'junit.xml'].map((name) => readFileSync(join(report, name), 'utf8'));
  expect([stdout, ...written].join('\n')).not.toContain('7Qk2XvR9');
});

test('with --api-key-ttl it is had anew before it expires', async () => {
  const server = await startExpiring(1e6);
  const args = ['--base-url', server.baseUrl, '--api-key-command', login(), '--api-key-ttl', '1', '--rate', '1500/m'];
  const { code } = await runHere([...args, '--max-requests', '32']);
  await server.close();
  expect([code, issued()]).toEqual([0, expect.any(Number)]);
  expect(issued()).toBeGreaterThan(1);
  expect(server.uses.get(keyOf(1))).toBeGreaterThan(1);
});

test('where no other key can be had, what was found until then is told, and the run ends with 2', async () => {
  const server = await startExpiring(30);
  const once = `test $(cat ${counter}) = 0 || { echo "no key-$(cat ${counter})" >&2; exit 3; }; ${login()}`;
  const { code, stdout, stderr } = await runHere(['--base-url', server.baseUrl, '--api-key-command', once]);
  await server.close();
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^INCONCLUSIVE: 0 violations/m)]);
  expect(stdout).toContain('--api-key-command gives no key: it ended with the status 3.');
  expect(stderr).toMatch(/^no key-1\nerror: --api-key-command gives no key: it ended with the status 3\./m);
});

test.each([
  ['that fails', 'echo "no such account" >&2; exit 7', /^no such account\nerror: .*it ended with the status 7\..*\n$/],
  ['that prints nothing', 'true', /^error: --api-key-command gives no key: it printed nothing\. .*\n$/],
  [
    'that prints what no header can carry',
    "printf 'a\\001b'",
    /^error: .*it printed characters that no header can carry\. .*\n$/,
  ],
  ['that is not there', 'no-such-program-at-all', /\nerror: .*it ended with the status 127\..*\n$/],
])('a command %s gives no key, and that is told in a line', async (_, command, told) => {
  const said: string[] = [];
  jest.spyOn(console, 'error').mockImplementation((line: string) => said.push(line));
  const options = optionsFor('http://127.0.0.1:9/v1', { keys: { main: undefined, limit: undefined } });
  await withKeyCommand(options, { apiKeyCommand: command, apiKeyTtl: undefined }).catch((error: unknown) =>
    said.push(messageOf(error) ?? ''),
  );
  jest.restoreAllMocks();
  expect(`${said.join('\n')}\n`).toMatch(told);
});

test('a further key is waited for no longer than --max-time', async () => {
  const options = optionsFor('http://127.0.0.1:9/v1', { maxTimeMs: 300, keys: { main: undefined, limit: undefined } });
  const { options: running, source } = await withKeyCommand(options, {
    apiKeyCommand: `test -f ${counter}.used && exec sleep 20; touch ${counter}.used; echo a-key`,
    apiKeyTtl: undefined,
  });
  await expect(running.renewal?.fetch()).rejects.toThrow('--api-key-command gives no key');
  // That the time of the run is over is no failure of the command.
  expect(source.failure).toBeUndefined();
});

test('a variable with a key gives way to the command', async () => {
  const base = ['--base-url', 'http://127.0.0.1:9/v1', '--api-key-command', 'echo from-the-command'];
  const variable = await runHere(base, { ANIMAL_STORE_API_KEY: 'a-key-of-mine' });
  expect(variable.stderr).toMatch(/^error: The server can't be reached/);
});
