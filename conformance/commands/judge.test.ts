import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StartedMock, startMock } from '../../mock';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { runHere, runInShell } from '../testing/command';
import { harText, recorded, type WrittenEntry } from '../testing/har';
import { readContract } from './command';

const KEY = 'demo-business';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

let mock: StartedMock;
const folder = temporaryFolder();
let entries: WrittenEntry[];
beforeAll(async () => {
  mock = await startMock();
  entries = [
    await recorded(mock.baseUrl, { path: '/pets?limit=5', headers }),
    await recorded(mock.baseUrl, {
      method: 'POST',
      path: '/pets',
      headers,
      body: '{"name":"Rex","categoryId":9007199254740993}',
    }),
    await recorded(mock.baseUrl, { path: '/toys', headers }),
    await recorded(mock.baseUrl, { path: '/pets?limit=100', headers }),
  ];
});
afterAll(async () => {
  await mock.close();
});

const saved = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('recorded traffic', () => {
  test('is judged, and the summary says what of it was not, and what it never touched', async () => {
    const { code, stdout } = await runHere([
      'judge',
      saved('session.har', harText(entries)),
      '--base-url',
      mock.baseUrl,
    ]);
    expect(stdout).toMatch(/^PASS: 0 violations.*3 requests/m);
    expect(stdout).toMatch(/^Keys: key 1 \(sha256 [\da-f]{12}…\)\.$/m);
    expect(stdout).toMatch(/^Below the base URL, but of no operation: 1 GET \/v1\/toys\.$/m);
    expect(stdout).toMatch(/^Operations never called: getPet\.$/m);
    expect(stdout).toMatch(/^created\.new-id +pass/m);
    expect(stdout).not.toContain(KEY);
    expect(code).toBe(0);
  });

  test('is judged from standard input; a fault is told with its evidence, and reported', async () => {
    const wrong = entries.map((entry) => ({
      ...entry,
      response: {
        ...entry.response,
        content: { text: String(entry.response.content.text).replace('9007199254740993', '9007199254740992') },
      },
    }));
    const out = join(folder, 'out');
    const line = `cat ${saved('wrong.har', harText(wrong))} | "$@" judge - --base-url ${mock.baseUrl} --report-dir ${out}`;
    const { code, stdout } = await runInShell(line, []);
    expect(stdout).toContain('VIOLATION created.echoed (MUST)');
    expect(stdout).toContain('actual    categoryId: 9007199254740992');
    expect(stdout).toContain('Authorization: Bearer $ANIMAL_STORE_API_KEY');
    expect(stdout).not.toContain(KEY);
    expect(code).toBe(1);
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as { readonly notes: readonly string[] };
    expect(report.notes.join()).toContain('1 GET /v1/toys');
  });

  test('is not judged of an operation that the configuration skips, and that is said', async () => {
    const config = saved('skip.json', '{"perOperation":{"listPets":{"skip":true}}}');
    const file = saved('session.har', harText(entries));
    const { stdout } = await runHere(['judge', file, '--base-url', mock.baseUrl, '--config', config]);
    expect(stdout).toMatch(/the operations listPets/);
    expect(stdout).toMatch(/^check +createPet$/m);
  });

  test('that ends in the middle is judged as far as it goes, and that is said', async () => {
    const cut = saved('cut.har', harText(entries).slice(0, -900));
    const { code, stdout } = await runHere(['judge', cut, '--base-url', mock.baseUrl, '--quiet']);
    expect(stdout).toContain('cut.har ends in the middle of an entry');
    expect(code).toBe(0);
  });
});

test('paths that differ in a fragment alone are neither sent nor judged, which a note says', async () => {
  const get = { responses: { 200: { description: 'Done.' } } };
  const paths = {
    '/things': { get: { operationId: 'listThings', ...get } },
    '/things#bulk': { get: { operationId: 'bulkThings', ...get } },
  };
  const document = saved(
    'fragment.json',
    JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths }),
  );
  const told = jest.spyOn(console, 'error').mockImplementation(() => {});
  const contract = await readContract({ document, allowRefs: [], strict: false, warnings: 'none' });
  expect(contract.operations.map(({ id }) => id)).toEqual(['listThings']);
  expect(told.mock.calls.flat().join('\n')).toContain('the fragment of their paths: bulkThings.');
  told.mockRestore();
});
