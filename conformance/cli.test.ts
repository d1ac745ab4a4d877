import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Ended } from '../openapi/program/testing/child';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { lawful as variants } from '../tools/selftest/lawful';
import type { Running } from '../tools/selftest/server/server';
import { startServer } from '../tools/selftest/server/server';
import { CHECKS } from './checks';
import { ORACLES } from './rules/oracles';
import { runCommand, runHere, runInShell } from './testing/command';
import { harText } from './testing/har';
import { tunnellingProxy } from './testing/tunnel';

const VERSION = (JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string }).version;

let seen = 0;
let lawful: Running;
let faulty: Running;
let folder: string;

beforeAll(async () => {
  // Every record is listed, whatever the filter.
  faulty = await startServer({ filter: (animals) => animals });
});
afterAll(() => faulty.close());
beforeEach(async () => {
  seen = 0;
  // A new one each time, since what is created stays.
  lawful = await startServer({
    meanwhile: () => {
      seen += 1;
    },
  });
  folder = temporaryFolder();
});
afterEach(async () => {
  await lawful.close();
});

/** In this process, but for what is about the program: to start another takes half a second of the processor. */
const judge = (server: Running, ...args: readonly string[]): Promise<Ended> =>
  runHere(['--base-url', server.baseUrl, '--api-key', server.keys.main, ...args]);

/** What a user can correct is told in one line on standard error, without secrets, and nothing else is. */
function expectOneLine({ code, stdout, stderr }: Ended, pattern: RegExp): void {
  expect(stderr).not.toContain('secret');
  expect(stderr).toMatch(pattern);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stdout).toBe('');
  expect(code).toBe(2);
}

describe('it tells of itself:', () => {
  test('--help', async () => {
    const { code, stdout, stderr } = await runCommand(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: animal-store-conformance/);
    expect(stdout).toContain('ANIMAL_STORE_API_KEY');
    expect(stdout).not.toMatch(/default: (\[|\{|""|undefined)/);
  });

  test('--help does not show a key of the environment', async () => {
    const { stdout } = await runCommand(['--help'], {
      ANIMAL_STORE_API_KEY: 'a-secret',
      ANIMAL_STORE_LIMIT_KEY: 'b-secret',
    });
    expect(stdout).not.toContain('secret');
  });

  test('--version', async () => {
    expect(await runCommand(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  test('as a program that the shell starts, too', () => {
    const file = join(__dirname, '../dist/bin/animal-store-conformance.js');
    expect(execFileSync(file, ['--version'], { encoding: 'utf8' })).toBe(`${VERSION}\n`);
  });

  test('--list-checks', async () => {
    const { code, stdout } = await runCommand(['--list-checks']);
    const all = [...ORACLES, ...CHECKS];
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual(all.map(({ id, level, title }) => [id, level, title]));
  });

  test('--dry-run, which sends nothing', async () => {
    const { code, stdout } = await judge(lawful, '--dry-run', '--plan', 'Free');
    expect(code).toBe(0);
    expect(stdout).toContain('list.filter listPets');
    expect(stdout).toMatch(/\d+ cases, and at most 600 requests \(--max-requests\)/);
    expect(stdout).toMatch(/At 60 requests a minute: 10 minutes at most\./);
    expect(seen).toBe(0);
  });
});

/** Where no server listens: nothing is sent before the line. */
const NOWHERE = ['--base-url', 'http://127.0.0.1:9/v1'];
/** In place of a port that is taken. */
const TAKEN = 'a taken port';
const files = temporaryFolder();
const saved = (name: string, text: string): string => {
  writeFileSync(join(files, name), text);
  return join(files, name);
};
const RECORDED = {
  startedDateTime: '2026-11-23T12:00:00Z',
  request: { method: 'GET', url: 'http://shop.example/v1/pets' },
  response: { status: 200 },
};

describe('what can not be understood is told in one line:', () => {
  test.each([
    [['--colour'], /unknown option '--colour'/],
    [['--seeed', '1'], /unknown option '--seeed'/],
    [['surprise'], /unexpected "surprise"; /],
    [['--base-url', 'staging.example'], /--base-url <url>.*'staging\.example'.*Expected a URL/],
    [['--base-url', 'ftp://x.example'], /Expected a URL/],
    [
      ['--base-url', 'http://me:secretpw@x.example/v1'],
      /^error: the address http:\/\/x\.example\/v1 was given with a user name or a password.*--header/,
    ],
    [['--base-url', 'http://me:secret/pw@x.example'], /^error: the address http:\/\/x\.example was given with/],
    [
      ['--proxy', 'http://me:secret/pw@x.example'],
      /^error: option '--proxy <url>' argument is invalid\. Expected a URL/,
    ],
    [['--base-url', 'http://x.example/v1?a=1'], /^error: the address http:\/\/x\.example\/v1 was given with a query/],
    [['--base-url', 'http://x.example/v1#a'], /with a query or a fragment, to which no path can be added/],
    [['--max-requests', '0'], /whole number from 1/],
    [['--max-requests', '1.5'], /whole number/],
    [['--max-time', '-1'], /whole number/],
    [['--seed', 'x'], /whole number/],
    [['--rate', '0/m'], /60\/m/],
    [['--checks', 'lists'], /There is no check "lists"; see --list-checks/],
    [['--exclude-checks', 'x.y'], /There is no check "x\.y"/],
    [['--fail-on', 'errors'], /Expected one of warning, flaky, inconclusive/],
    [['--report', 'xml'], /Expected one of json, junit.*, sarif\./],
    [['--report', 'json,sarf'], /Expected one of json, .*; did you mean "sarif"\?/],
    [['-H', 'no colon'], /Expected 'Name: value'/],
    [['--example', 'categoryId=3'], /Expected operation\.name=value/],
    [['--base-url'], /argument missing/],
    [[], /--base-url is missing/],
    [['--base-url', 'http://x.example', '--plan', 'Gold'], /no plan "Gold"; it has Free, Pro, Business, Enterprise/],
    [
      ['--base-url', 'http://x.example', '--operations', 'x'],
      /no operation "x"; it has listPets, createPet, getPet|no operation "x"/,
    ],
    [['--base-url', 'http://x.example', '--example', 'x.y=1'], /no operation "x"; it has listPets, createPet, getPet/],
    [
      ['--base-url', 'http://x.example', '--example', 'createPet.colour=red'],
      /createPet has no parameter or property "colour"; it has name, categoryId, status, and the whole body as "body" \(/,
    ],
    [['--base-url', 'http://x.example', '--example', 'createPet.categoryId=red'], /"red" breaks the contract/],
    [['--base-url', 'http://x.example', '--ca', '/no/such.pem'], /\/no\/such\.pem/],
    [['--base-url', 'http://x.example', '--checks', 'list', '--operations', 'createPet'], /Nothing is left to check/],
    [[...NOWHERE, '--clean'], /^error: --clean: the contract has no operation that deletes .*--after$/m],
    [
      [...NOWHERE, '--api-key', 'a-secret', '--api-key-command', 'true'],
      /--api-key and --api-key-command exclude each other/,
    ],
    [[...NOWHERE, '--api-key-ttl', '5'], /^error: --api-key-ttl needs --api-key-command, /],
    [[...NOWHERE, '--learn', 'a.txt'], /\.yaml, \.yml or \.json/],
    [[...NOWHERE, '--learn', 'none/a.yaml'], /^error: --learn .* can't be written/],
    [[...NOWHERE, '--choices', 'none.yaml'], /^error: --choices .* can't be read/],
    [
      [...NOWHERE, '--choices', saved('wrong.yaml', 'choices: { ids: sequences }')],
      /^error: --choices .*ids has no option "sequences"/,
    ],
    [
      [...NOWHERE, '--baseline', 'no.json'],
      /the baseline no\.json can't be read: no such file\. Create it with --update-baseline\./,
    ],
    [[...NOWHERE, '--update-baseline'], /--update-baseline writes a file: name it with --baseline\./],
    [[...NOWHERE, '--report-dir', saved('a-file', '')], /the reports can't be written to .*a-file: a part of its path/],
    [[...NOWHERE, '--report-dir', '/proc/no-such/folder'], /^error: the reports can't be written to \/proc\//],
    [['compare', 'no.json', 'no.json'], /the report no\.json can't be read: no such file/],
    [['replay', join(__dirname, '../package.json')], /package\.json is not valid: the field "/],
    [['proxy'], /--target is missing/],
    [['proxy', '--target', 'http://u:secret-word@x/v1'], /user name or a password/],
    [['proxy', '--target', 'http://shop.example/v1', '--port', TAKEN], /is taken; name another with --port/],
    [['proxy', '--target', 'http://localhost:4011/v1'], /is the address on which the proxy itself listens/],
    [['proxy', '--target', 'https://x/', '--ca', '/nowhere.pem'], /--ca \/nowhere\.pem can't be read/],
    [['judge', saved('other.json', '{"log":{"pages":[]}}')], /it has no log\.entries/],
    [['judge', saved('session.zip', 'PK\u0003\u0004')], /it is a zip archive; unpack it/],
    [['judge', saved('none.har', harText([{}]))], /entry 1 has no request/],
    [['judge', saved('plain.har', harText([RECORDED]))], /--base-url is missing: the recordings have requests to/],
  ] as const)('%j', async (args, pattern) => {
    const { port } = new URL(faulty.baseUrl);
    expectOneLine(await runHere(args.map((arg) => (arg === TAKEN ? port : arg))), pattern);
  });

  test.each([
    [['--rate', 'fast'], /60\/m/],
    [['--base-url', 'http://x.example', '--document', '/no/such.yaml'], /\/no\/such\.yaml/],
    [['judge', 'nowhere.har'], /nowhere\.har is not a HAR file that can be read: no such file/],
  ] as const)('%j, by the built command', async (args, pattern) => {
    expectOneLine(await runCommand(args), pattern);
  });
});

describe('an output that takes nothing:', () => {
  test('a reader who has had enough changes nothing but what is read', async () => {
    const args = ['--base-url', faulty.baseUrl, '--api-key', faulty.keys.main, '--checks', 'list.filter'];
    const line = 'set -o pipefail; "$@" | true';
    expect(await runInShell(line, [...args, '--report-dir', folder])).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'report.json']);
    expect(await runInShell(line, ['--list-checks'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('a full disk is told in one line', async () => {
    expectOneLine(
      await runInShell('exec "$@" >/dev/full', ['--list-checks']),
      /^error: standard output can't be written: ENOSPC: no space left on device, write\. Send it to another place\.$/m,
    );
    expect(await runInShell('exec "$@" 2>/dev/full', ['--colour'])).toEqual({ code: 2, stdout: '', stderr: '' });
  });
});

describe('a server that can not be judged ends with 2:', () => {
  test('one that is not there', async () => {
    const gone = await startServer();
    await gone.close();
    expectOneLine(await judge(gone), /can't be reached.*--base-url/);
  });

  test('one whose name is not known', async () => {
    expectOneLine(await runHere(['--base-url', 'http://no-such-host.invalid/v1']), /can't be reached/);
  });

  test('one that refuses the key', async () => {
    const ended = await runHere(['--base-url', lawful.baseUrl, '--api-key', 'no-such-key-at-all']);
    expectOneLine(ended, /refuses the key \(401\).*ANIMAL_STORE_API_KEY/);
    expect(ended.stderr).not.toContain('no-such-key-at-all');
  });

  test('one that wants a key, when there is none', async () => {
    const ended = await runHere(['--base-url', lawful.baseUrl], { ANIMAL_STORE_API_KEY: '' });
    expectOneLine(ended, /wants a key \(401\), but none was given.*--api-key.*ANIMAL_STORE_API_KEY/);
  });
});

describe('a lawful server', () => {
  test('ends with 0, and the key may come from the environment', async () => {
    const { code, stdout, stderr } = await runHere(['--base-url', lawful.baseUrl], {
      ANIMAL_STORE_API_KEY: lawful.keys.main,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^PASS: 0 violations, 0 warnings, 0 inconclusive; \d+ requests in .* s; 100 % judged; seed 1$/m,
    );
    expect(stdout).toMatch(/records were created and remain: /);
    expect(seen).toBeGreaterThan(0);
  });

  test('with a small budget ends with 0 too, and with --fail-on inconclusive with 1', async () => {
    const { code, stdout } = await judge(lawful, '--max-requests', '10');
    expect(code).toBe(0);
    expect(seen).toBe(10);
    expect(stdout).toMatch(/^INCONCLUSIVE: /m);
    expect(stdout).toContain('Not judged:');
    expect(
      stdout.match(
        /^ {2}--max-requests (\d+) {2}the request budget ran out before everything was judged; all of it takes about \1 requests, going by the cases so far$/gm,
      ),
    ).toHaveLength(1);
    expect((await judge(lawful, '--max-requests', '10', '--fail-on', 'inconclusive')).code).toBe(1);
  });

  test('with --quiet is only the summary', async () => {
    const { code, stdout, stderr } = await judge(lawful, '--quiet', '--checks', 'list');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^PASS: /);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
  });

  test('is judged through a proxy', async () => {
    const proxy = tunnellingProxy().listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { stdout } = await judge(lawful, '--quiet', '--checks', 'list', '--proxy', `http://127.0.0.1:${port}`);
    proxy.closeAllConnections();
    proxy.close();
    expect(stdout).toMatch(/^PASS: 0 violations/);
    expect(seen).toBeGreaterThan(0);
  });

  test('writes no report without a request for it', async () => {
    const before = readdirSync(process.cwd());
    await judge(lawful, '--checks', 'list');
    expect(readdirSync(process.cwd())).toEqual(before);
  });
});

describe('a server with a fault', () => {
  let ended: Ended;
  beforeAll(async () => {
    ended = await judge(faulty);
  });

  test('ends with 1, and is told what it breaks, what was expected, and what came, in a table too, without the key', () => {
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/^FAIL: [1-9]\d* violations?,/m);
    expect(ended.stdout).toMatch(/^1\. VIOLATION list\.filter \(MUST\): A filter leaves .* — listPets/m);
    expect(ended.stdout).toMatch(/^ {3}contract {2}\S.*\n {13}\S*animal-store\.yaml#\/paths\//m);
    expect(ended.stdout).toMatch(/^ {3}expected {2}records whose status is ".*" and no others$/m);
    expect(ended.stdout).toMatch(/^ {3}actual {4}one whose status is /m);
    expect(ended.stdout).toMatch(/^ {5}GET \/pets\?.* → 200 {2}\[\{"id":/m);
    expect(ended.stdout).toMatch(/^check +listPets +getPet +createPet$/m);
    expect(ended.stdout).toMatch(/^list\.filter +FAIL$/m);
    expect(ended.stdout).toMatch(/^list\.page-size +pass$/m);
    expect(ended.stdout + ended.stderr).not.toContain(faulty.keys.main);
    expect(ended.stdout).toContain('"Authorization: Bearer $ANIMAL_STORE_API_KEY"');
  });

  test('is shown again by the curl line', () => {
    const [curl = ''] = ended.stdout.match(/^ {5}curl .*$/m) ?? [];
    const env = { ...process.env, ANIMAL_STORE_API_KEY: faulty.keys.main };
    // The server is in this process: it is asked by a shell that does not wait for it.
    expect(curl).toContain(faulty.baseUrl);
    expect(execFileSync('sh', ['-c', `set -- ${curl.trim()}; printf '%s' "$4"`], { env, encoding: 'utf8' })).toBe(
      `Authorization: Bearer ${faulty.keys.main}`,
    );
  });

  test('is shown again by the command that replays it', async () => {
    const [, args = ''] = ended.stdout.match(/^ {5}npx animal-store-conformance (.*)$/m) ?? [];
    const again = await runHere(args.split(' '), { ANIMAL_STORE_API_KEY: faulty.keys.main });
    expect(again.code).toBe(1);
    // Once, and only where the environment does not have the key already.
    expect(ended.stdout.match(/export ANIMAL_STORE_API_KEY=…$/gm)).toHaveLength(1);
    expect(again.stdout).not.toContain('export ');
    expect(again.stdout).toMatch(/^1\. VIOLATION list\.filter /m);
  });

  test('is plain when it is piped, and NO_COLOR changes nothing', async () => {
    const plain = await runHere(['--base-url', faulty.baseUrl, '--api-key', faulty.keys.main, '--checks', 'list'], {
      NO_COLOR: '1',
    });
    for (const text of [ended.stdout, plain.stdout]) expect(stripVTControlCharacters(text)).toBe(text);
    expect(ended.stderr).toBe('');
  });

  test('is the only one of its kind with --checks, and gone with --exclude-checks', async () => {
    expect((await judge(faulty, '--checks', 'list.page-size')).code).toBe(0);
    expect((await judge(faulty, '--checks', 'list', '--exclude-checks', 'list.filter')).code).toBe(0);
  });
});

describe('--report-dir', () => {
  test('writes both reports, without the key', async () => {
    const target = join(folder, 'new', 'out');
    const { code } = await judge(faulty, '--checks', 'list,reply', '--report-dir', target);
    expect(code).toBe(1);
    expect(readdirSync(target).sort()).toEqual(['junit.xml', 'report.json']);
    const report = readFileSync(join(target, 'report.json'), 'utf8');
    const junit = readFileSync(join(target, 'junit.xml'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ verdict: 'fail', tool: { version: VERSION }, target: faulty.baseUrl });
    expect(junit).toContain('<testcase classname="list.filter" name="listPets">');
    for (const text of [report, junit]) expect(text).not.toContain(faulty.keys.main);
  });

  test('writes each format once; none shows the key, and the HAR file is judged as the server was', async () => {
    const summary = join(folder, 'summary');
    const target = join(folder, 'out');
    const args = ['--checks', 'list', '--report', 'har,sarif,markdown,html,github,sarif', '--report-dir', target];
    const { stdout } = await runHere(['--base-url', faulty.baseUrl, '--api-key', faulty.keys.main, ...args], {
      GITHUB_STEP_SUMMARY: summary,
    });
    expect(readdirSync(target).sort()).toEqual(['report.har', 'report.html', 'report.md', 'report.sarif']);
    const written = readdirSync(target).map((name) => readFileSync(join(target, name), 'utf8'));
    expect(readFileSync(summary, 'utf8')).toBe(written[2]);
    expect(stdout).toMatch(
      /^::stop-commands::([\w-]+)\n.*\n::\1::\n::error [^\n]*title=list\.filter%3A listPets::[^\n]+\n$/s,
    );
    expect([stdout, ...written].filter((text) => text.includes(faulty.keys.main))).toEqual([]);
    const again = await runHere(['judge', join(target, 'report.har'), '--base-url', faulty.baseUrl]);
    expect(again.stdout).toMatch(/^1\. VIOLATION list\.filter .*listPets/m);
    expect(again.stdout).toMatch(/^FAIL: 1 violation, /m);
  });

  test('a summary of GitHub that can not be written is told in one line', async () => {
    const env = { GITHUB_STEP_SUMMARY: join(folder, 'no', 'such', 'file') };
    const args = ['--api-key', lawful.keys.main, '--checks', 'list', '--report', 'github'];
    const { code, stderr } = await runHere(['--base-url', lawful.baseUrl, ...args], env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: the report can't be added to .*: no such file\n$/),
    ]);
  });
});

test('--strict makes a warning count', async () => {
  const behaviour = variants.find(({ name }) => name === 'categories must be positive')?.behaviour;
  expect(behaviour).toBeDefined();
  const choosy = await startServer(behaviour);
  const checks = ['--checks', 'input.accepted'];
  const [lenient, strict] = [await judge(choosy, ...checks), await judge(choosy, ...checks, '--strict')];
  await choosy.close();
  expect(lenient.stdout).toMatch(/WARNING input\.accepted/);
  expect([lenient.code, strict.code]).toEqual([0, 1]);
});
