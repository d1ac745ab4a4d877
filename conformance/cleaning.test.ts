import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../openapi/contract';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { LIBRARY_DOCUMENT, opening, startLibrary } from '../tools/selftest/library/ground';
import type { Behaviour, World } from '../tools/selftest/server/model';
import { remove } from '../tools/selftest/server/records';
import { Refused } from '../tools/selftest/server/refused';
import { listen, startServer } from '../tools/selftest/server/server';
import { textOf } from './testing/articles';
import { runCommand, runHere, startCommand } from './testing/command';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Judges a library, and gives what came of it and the ids that it has in the end. */
async function judgeLibrary(judge: typeof runHere, behaviour: Behaviour, ...args: readonly string[]) {
  let world: World | undefined;
  const server = await startLibrary({
    meanwhile: (one) => {
      world = one;
    },
    ...behaviour,
  });
  const ended = await judge(
    [
      ...[
        '--base-url',
        server.baseUrl,
        '--document',
        LIBRARY_DOCUMENT,
        '--max-requests',
        '120',
        '--report-dir',
        folder,
      ],
      ...args,
    ],
    { ANIMAL_STORE_API_KEY: server.keys.main },
  );
  await server.close();
  const { created } = JSON.parse(written('report.json'));
  return {
    ...ended,
    // What is not called is listed before the run.
    stderr: ended.stderr.replaceAll(/^Not called, .*\n/gm, ''),
    created,
    made: world?.made ?? 0,
    left: (world?.records ?? []).map(({ kind, id }) => `${kind} ${id}`),
  };
}

const AT_FIRST = opening().map(({ kind, id }) => `${kind} ${id}`);

test('--clean deletes what the run has created, what lies below a record before that, and nothing else', async () => {
  const { code, stdout, stderr, created, made, left } = await judgeLibrary(
    runHere,
    {},
    '--clean',
    '--checks',
    'created,list',
    '--max-requests',
    '90',
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(made).toBeGreaterThan(10);
  expect(left).toEqual(AT_FIRST);
  expect(stdout).toMatch(/^\d+ records were created, and deleted again by --clean$/m);
  expect(created.length).toBeGreaterThan(10);
  expect(created[0]).toEqual({
    resource: 'branches',
    id: expect.any(String),
    path: `/branches/${created[0].id}`,
    cleaned: true,
  });
  expect(created.every((one: { cleaned: boolean }) => one.cleaned)).toBe(true);
});

test('what it could not delete is told with its ids, and given to --after as exact JSON', async () => {
  const refuse: Behaviour['remove'] = (record, asked) => {
    if (record.kind !== 'copies') throw new Refused(409, 'conflict', 'It is kept for the records.');
    remove(record, asked);
  };
  const after = `cat > ${folder}/stay.json; echo "$ANIMAL_STORE_BASE_URL with $ANIMAL_STORE_API_KEY"`;
  const { code, stdout, stderr, created } = await judgeLibrary(
    // What the command of --after prints goes to the output of the process.
    runCommand,
    { remove: refuse },
    '--clean',
    '--checks',
    'created,list',
    '--max-requests',
    '60',
    '--after',
    after,
  );
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^\d+ records were created, and \d+ of them deleted again by --clean; the others remain: .* \(the status 409\)$/m,
  );
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lending with \$ANIMAL_STORE_API_KEY\n$/);
  const stay = parseJson(written('stay.json')) as readonly { resource: string; id: unknown; path: string }[];
  expect(new Set(stay.map(({ resource }) => resource))).toEqual(new Set(['branches', 'books']));
  const book = stay.find(({ resource }) => resource === 'books');
  expect([typeof book?.id, book?.path.endsWith(`/books/${book.id}`)]).toEqual(['bigint', true]);
  expect(created.filter((one: { reason?: string }) => one.reason === 'the status 409')).toHaveLength(stay.length);
});

test('what a create shows in its Location alone, or is known by a name that it was sent, is deleted, too', async () => {
  const text = { type: 'string' };
  const done = { description: 'Done.' };
  const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
  const item = (name: string) => ({
    parameters: [{ name, in: 'path', required: true, schema: text }],
    get: {
      responses: {
        200: { ...done, content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } } },
        default: done,
      },
    },
    delete: { responses: { 204: done, default: done } },
  });
  const create = {
    post: {
      requestBody: body({
        type: 'object',
        required: ['name'],
        properties: { name: { ...text, pattern: '^[a-z]{1,20}$' } },
      }),
      responses: { 201: done, default: done },
    },
  };
  const document = {
    ...{ openapi: '3.0.3', info: { title: 'Crates', version: '1' } },
    paths: { '/crates': create, '/crates/{id}': item('id'), '/tables/create': create, '/tables/{name}': item('name') },
  };
  writeFileSync(join(folder, 'crates.json'), JSON.stringify(document));
  const kept = new Map([
    ['/crates/0', { name: 'first' }],
    ['/tables/first', { name: 'first' }],
  ]);
  let made = 0;
  const server = await listen('', async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const [status, headers, reply] = answer(request.method, path, await textOf(request));
    response.writeHead(status, headers).end(reply);
  });
  function answer(
    method: string | undefined,
    path: string,
    sent: string,
  ): readonly [number, Record<string, string>, string?] {
    const { name } = /^\{"name":"/.test(sent) ? JSON.parse(sent) : { name: undefined };
    if (method === 'POST' && !/^[a-z]{1,20}$/.test(String(name ?? ''))) return [400, {}];
    if (method === 'POST') {
      made += 1;
      const place = path === '/crates' ? `/crates/${made}` : `/tables/${name}`;
      if (kept.has(place)) return [409, {}];
      kept.set(place, { name });
      return [201, path === '/crates' ? { location: place } : {}];
    }
    const found = kept.get(path);
    if (found === undefined) return [404, {}];
    if (method === 'DELETE') kept.delete(path);
    return method === 'DELETE' ? [204, {}] : [200, { 'content-type': 'application/json' }, JSON.stringify(found)];
  }
  const { stdout } = await runHere(
    [...['--base-url', server.baseUrl, '--document', join(folder, 'crates.json'), '--clean', '--report-dir', folder]],
    {},
  );
  await server.close();
  expect(made).toBeGreaterThan(3);
  expect(stdout).toMatch(/^\d+ records were created, and deleted again by --clean$/m);
  expect([...kept.keys()]).toEqual(['/crates/0', '/tables/first']);
});

test('--after runs once after SIGINT, and its failure is told', async () => {
  let tell = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const server = await startServer({
    meanwhile: ({ seen }) => {
      if (seen === 60) tell();
    },
  });
  const after = `cat >> ${folder}/stay.json; echo "nobody home" >&2; exit 4`;
  const { child, ended } = startCommand(
    ['--base-url', server.baseUrl, '--rate', '6000/m', '--report-dir', folder, '--after', after],
    { ANIMAL_STORE_API_KEY: server.keys.main },
  );
  await stalled;
  child.kill('SIGINT');
  const { code, stderr } = await ended();
  await server.close();
  expect([code, stderr]).toEqual([
    130,
    'nobody home\nerror: the command of --after failed: it ended with the status 4\n',
  ]);
  const stay = JSON.parse(written('stay.json'));
  expect(stay).toEqual(JSON.parse(written('report.json')).created);
  expect(stay[0]).toEqual({ resource: 'pets', id: expect.any(Number), path: `/pets/${stay[0].id}` });
});
