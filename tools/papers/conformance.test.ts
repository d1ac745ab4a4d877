/** The samples of `docs/conformance.md` and `docs/findings.md`, as one user would run them, one after the other. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInShell } from '../../conformance/testing/command';
import { type StartedMock, startMock } from '../../mock';
import { startCommand } from '../../mock/testing/command';
import { EXIT_USAGE } from '../../openapi/program/failure';
import type { Ended } from '../../openapi/program/testing/child';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { SAMPLES } from '../../openapi/program/testing/samples';

const samples = SAMPLES.filter(
  ({ page, language }) => ['docs/conformance.md', 'docs/findings.md'].includes(page) && language === 'sh',
).map(({ text }) => text.trim());

let mock: StartedMock;
let folder: string;
const ran = new Set<string>();
beforeAll(async () => {
  folder = temporaryFolder();
  // The samples run all checks; a test has no time for them.
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
afterAll(() => mock.close());

/** The sample that has this in it. */
function sampleWith(part: string): string {
  const [sample = '', ...others] = samples.filter((one) => one.includes(part));
  expect([sample, ...others]).toEqual([expect.stringContaining('animal-store-conformance ')]);
  ran.add(sample);
  return sample;
}

const inShell = async (lines: string): Promise<Ended> => {
  const here = lines
    .replaceAll('npx ', '')
    .replaceAll('https://staging.example/v1', mock.baseUrl)
    .replaceAll('http://127.0.0.1:4010', new URL(mock.baseUrl).origin);
  const ended = await runInShell(
    `cd ${folder}; ANIMAL_STORE_API_KEY=demo-business; export ANIMAL_STORE_API_KEY; program=("$@"); animal-store-conformance() { "\${program[@]}" "$@"; }; {\n${here}\n} <<< demo-business`,
    [],
  );
  // No sample is used wrongly: what it was that a command could not do is told where it shows.
  if (ended.code === EXIT_USAGE) throw new Error(ended.stderr);
  return ended;
};
const runs = (part: string): Promise<Ended> => inShell(sampleWith(part));
const fileOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const edit = (name: string, from: string, to: string): void => {
  expect(fileOf(name)).toContain(from);
  writeFileSync(join(folder, name), fileOf(name).replace(from, to));
};

test('a first run, and one within limits', async () => {
  const both = await Promise.all(['read -rs', '--rate 1200/m'].map(runs));
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
  expect(update.stdout).toMatch(/^known\.json was written: 1 added, 0 removed, 1 in total\.$/m);
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
    /^Fixed, remove from known\.json \(--update-baseline does\):\n {2}missing\.not-found getPet id 0$/m,
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

test('the mock is judged, and what stays is handed to a command that cleans up', async () => {
  const [judged, cleaned] = await Promise.all(['--limit-key demo-free', '--after'].map(runs));
  expect([judged?.code, judged?.stdout]).toEqual([0, expect.stringMatching(/^PASS: 0 violations/m)]);
  expect(cleaned?.code).toBe(0);
  expect(JSON.parse(fileOf('created.json'))[0]).toMatchObject({
    resource: 'pets',
    path: expect.stringMatching(/^\/pets\/\d+$/),
  });
});

test('what a server does is learned, the mock does the same, and a server that still does it is warned of nothing', async () => {
  const [learn = '', serve = ''] = sampleWith('--learn staging.yaml').split('\n');
  expect((await inShell(learn)).stdout).toMatch(/^Learned .*list\.order=by-id/m);
  const [, file = ''] = /^npx animal-store-mock --choices (\S+)$/.exec(serve) ?? [];
  const same = await startCommand(['--choices', join(folder, file)]);
  await same.stop();
  const { code, stdout } = await runs('--fail-on warning');
  expect(stdout).toMatch(/^PASS: 0 violations, 0 warnings/m);
  expect(code).toBe(0);
});

test('another document', async () => {
  // The configuration here names operations of the first one.
  writeFileSync(
    join(folder, 'conformance.config.json'),
    '{"maxRequests":40,"operations":["getClock","putClock","listFaults","addFault"]}',
  );
  const { stdout } = await runs('/__admin/openapi.yaml');
  expect(stdout).toMatch(/^(?:PASS|INCONCLUSIVE): 0 violations/m);
});

test('no sample was left out', () => {
  expect([...ran].toSorted()).toEqual(samples.toSorted());
});
