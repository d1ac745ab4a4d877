import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parseYaml } from '../openapi/contract';
import { packageFile } from '../openapi/package/package-file';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { startServer } from '../tools/selftest/server/server';
import { CHECKS } from './checks';
import { silences } from './checks/unspecified';
import { run } from './run/run';
import { runHere } from './testing/command';
import { shippedContract } from './testing/contract';
import { optionsFor } from './testing/options';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

interface Written {
  readonly choices: Readonly<Record<string, { option: unknown; because: string; evidence?: readonly object[] }>>;
}

test('--learn writes what a server of another make chooses, and --choices warns of what it chooses otherwise', async () => {
  const server = await startServer();
  const key = server.keys.main;
  const args = ['--base-url', server.baseUrl, '--api-key', key, '--quiet'];
  const learnt = await runHere([...args, '--learn', at('a.yaml')]);
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
  await server.close();
}, 60_000);

test('a server of another make is learnt with 5 behaviours unknown at the most, by 60 requests more at the most', async () => {
  const contract = await shippedContract();
  const server = await startServer();
  const keys = { main: server.keys.main, limit: undefined };
  const events = { onProgress: () => {}, onWait: () => {} };
  const usual = await run(contract, CHECKS, optionsFor(server.baseUrl, { keys }), events);
  const { learnt = new Map(), requests } = await run(
    contract,
    [...CHECKS, silences],
    optionsFor(server.baseUrl, { keys, learn: true, maxRequests: 660 }),
    events,
  );
  expect(requests - usual.requests).toBeLessThanOrEqual(60);
  const unknown = [...learnt].flatMap(([id, lesson]) => ('unknown' in lesson ? [id] : []));
  expect([unknown.length <= 5, unknown]).toEqual([true, unknown]);
  await server.close();
}, 60_000);
