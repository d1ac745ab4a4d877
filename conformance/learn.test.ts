import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parseYaml } from '../openapi/contract';
import { packageFile } from '../openapi/package/package-file';
import type { Ended } from '../openapi/program/testing/child';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { type Running, startServer } from '../tools/selftest/server/server';
import { runHere } from './testing/command';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** Two of another make than the mock: what one run leaves of an allowance is too little for a third. */
let servers: readonly [Running, Running];
beforeAll(async () => {
  servers = [await startServer(), await startServer()];
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const argsFor = ({ baseUrl, keys }: Running) => ['--base-url', baseUrl, '--api-key', keys.main, '--quiet'];

interface Written {
  readonly choices: Readonly<Record<string, { option: unknown; because: string; evidence?: readonly object[] }>>;
}

const requestsOf = ({ stdout }: Ended): number => Number(/ (\d+) requests /.exec(stdout)?.[1]);

test('--learn writes what a server chooses, by 60 requests more at the most, and --choices warns of what it chooses otherwise', async () => {
  const [server, other] = servers;
  const key = server.keys.main;
  const args = argsFor(server);
  const usual = await runHere(argsFor(other));
  const learnt = await runHere([...args, '--learn', at('a.yaml')]);
  expect(requestsOf(learnt) - requestsOf(usual)).toBeLessThanOrEqual(60);
  expect([learnt.code, learnt.stdout.match(/^Learned (\d+) of 28/m)?.[1]]).toEqual([
    0,
    expect.stringMatching(/^2[3-8]$/),
  ]);
  const text = readFileSync(at('a.yaml'), 'utf8');
  expect(text).not.toContain(key);
  const written = parseYaml(at('a.yaml'), text) as Written;
  const schema = JSON.parse(readFileSync(packageFile('openapi/choices.schema.json'), 'utf8'));
  const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema);
  expect([validate(written), validate.errors]).toEqual([true, null]);
  // As its code has it.
  const chosen = Object.entries(written.choices).map(([id, { option }]) => `${id}=${String(option)}`);
  expect(chosen).toEqual(
    expect.arrayContaining([
      ...['path.invalid=not-found', 'query.unknown=ignored', 'list.order=by-id', 'ids=sequence'],
      ...['framing=length', 'json.escapes=least', 'connection=kept'],
    ]),
  );
  const order = { because: 'the ids 1, 2, 3, 4, 5, 6, 7, 8, …', evidence: [{ response: '200' }] };
  expect(written.choices['list.order']).toMatchObject(order);

  const before = { ids: 'random', 'list.order': ['any', 'by-id'], windows: 'sliding', charset: 'absent' };
  writeFileSync(at('b.json'), JSON.stringify({ choices: before }));
  const report = ['--fail-on', 'warning', '--report', 'json', '--report-dir', folder];
  const changed = await runHere([...args.slice(0, 4), '--choices', at('b.json'), ...report]);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain('WARNING silences (SHOULD): An unspecified behaviour is as it was — createPet');
  expect(changed.stdout).toContain(`expected  ids: random, as ${at('b.json')} says`);
  expect(changed.stdout.match(/WARNING/g)).toHaveLength(1);
  expect(readFileSync(at('report.json'), 'utf8')).toContain('"silence/ids"');
}, 60_000);
