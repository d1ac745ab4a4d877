import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StartedMock, startMock } from '../../mock';
import type { Ended } from '../../openapi/program/testing/child';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { runInShell } from '../testing/command';

const page = readFileSync(join(__dirname, 'qa.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block.trim());

describe('what stands there is run, in its order:', () => {
  let mock: StartedMock;
  let folder: string;
  const ran = new Set<string>();
  beforeAll(async () => {
    folder = temporaryFolder();
    // The page's commands run all checks; a test has no time for them.
    writeFileSync(
      join(folder, 'conformance.config.json'),
      '{"checks":["missing.not-found","created.readable"],"operations":["getPet","createPet"]}',
    );
    mock = await startMock({ planLimits: false });
    await mock.faults.add({
      match: { method: 'GET', path: '/pets/0' },
      body: { id: 7, name: 'Rex', categoryId: 1, status: 'available' },
    });
  });
  afterAll(async () => {
    await mock.close();
  });

  /** Runs the page's command that has this in it. */
  const runs = (part: string): Promise<Ended> => {
    const [command = '', ...others] = commands.filter((one) => one.includes(part));
    expect([command, ...others]).toEqual([expect.stringContaining('animal-store-conformance ')]);
    ran.add(command);
    const here = command.replaceAll('https://staging.example/v1', mock.baseUrl);
    return runInShell(
      `cd ${folder}; ANIMAL_STORE_API_KEY=demo-business; export ANIMAL_STORE_API_KEY; program=("$@"); animal-store-conformance() { "\${program[@]}" "$@"; }; {\n${here}\n} <<< demo-business`,
      [],
    );
  };
  const fileOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const edit = (name: string, from: string, to: string): void => {
    expect(fileOf(name)).toContain(from);
    writeFileSync(join(folder, name), fileOf(name).replace(from, to));
  };

  test('a first run, and one within limits', async () => {
    const both = await Promise.all(['--max-requests 60', '--rate 1200/m'].map(runs));
    for (const { code, stdout } of both) {
      expect(stdout).toMatch(/^1\. VIOLATION missing\.not-found \(MUST\)/);
      expect(stdout).not.toContain('demo-business');
      expect(code).toBe(1);
    }
  });

  test('reports, of which one is kept', async () => {
    const { code } = await runs('--report html,json');
    expect(code).toBe(1);
    expect(fileOf('out/report.html')).toContain('missing.not-found');
    expect(JSON.parse(fileOf('out/report.json')).violations[0]).toMatchObject({
      number: 1,
      check: 'missing.not-found',
      operation: 'getPet',
      key: 'id 0',
    });
    writeFileSync(join(folder, 'before.json'), fileOf('out/report.json'));
  });

  test('a replay: it still shows', async () => {
    const { code, stdout } = await runs('replay out/report.json 1');
    expect(stdout).toMatch(/^1\. missing\.not-found getPet id 0: still shows\n/);
    expect(stdout).toMatch(/^1 still shows, 0 gone, 0 can't be told; \d+ requests$/m);
    expect(code).toBe(1);
  });

  test('a baseline: what is in it does not count', async () => {
    const update = await runs('--update-baseline');
    expect(update.stdout).toMatch(/^known\.json is written: 1 added, 0 taken out, 1 in all\.$/m);
    expect(update.code).toBe(0);
    expect(JSON.parse(fileOf('known.json')).findings).toContainEqual({
      check: 'missing.not-found',
      operation: 'getPet',
      key: 'id 0',
      reason: 'TODO: say why',
      date: new Date().toISOString().slice(0, 10),
    });
    edit('known.json', 'TODO: say why', 'ticket 12');
    const known = await runs('--baseline known.json --strict');
    expect(known.stdout).toMatch(/^ {2}missing\.not-found getPet id 0: .* \(ticket 12\)$/m);
    expect(known.stdout).toMatch(/^PASS: 0 violations, .*, 1 known;/m);
    expect(known.code).toBe(0);
  });

  test('once it is mended: fixed in the baseline, gone in a replay, fixed in a comparison', async () => {
    await mock.faults.clear();
    const [strict, replayed] = await Promise.all([
      runs('--baseline known.json --strict'),
      runs('replay out/report.json 1'),
    ]);
    expect(strict.stdout).toMatch(
      /^Fixed, to be taken out of known\.json \(--update-baseline does\):\n {2}missing\.not-found getPet id 0$/m,
    );
    expect(strict.code).toBe(1);
    expect(replayed.stdout).toMatch(/^1\. missing\.not-found getPet id 0: gone$/m);
    expect(replayed.code).toBe(0);
    expect((await runs('--report html,json')).code).toBe(0);
    const { code, stdout } = await runs('compare before.json');
    expect(stdout).toMatch(/^Fixed:\n {2}missing\.not-found getPet id 0: /);
    expect(stdout).toMatch(/^0 new, 1 fixed, 0 the same$/m);
    expect(code).toBe(0);
  });

  test('cleaning up', async () => {
    expect((await runs('--after')).code).toBe(0);
    expect(JSON.parse(fileOf('created.json'))[0]).toMatchObject({
      resource: 'pets',
      path: expect.stringMatching(/^\/pets\/\d+$/),
    });
  });

  test('no command of the page was left out', () => {
    expect([...ran].toSorted()).toEqual(commands.toSorted());
  });
});
