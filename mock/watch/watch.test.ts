import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { until } from '../../openapi/program/testing/until';
import type { Api, StartedMock, StartOptions } from '../index';
import { runCommand, startCommand } from '../testing/command';
import { type Draft, editedText } from '../testing/edited';
import { startOwn } from '../testing/started';

const root = mkdtempSync(join(tmpdir(), 'animal-store-watch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The shipped document under another title, and with another edit. */
const titled = (title: string, edit: (draft: Draft) => void = () => {}): string =>
  editedText((draft) => {
    draft.info.title = title;
    edit(draft);
  });

function removeItemPath(draft: Draft): void {
  delete draft.paths['/pets/{petId}'];
  delete draft.paths['/pets'].post.responses['201'].links;
}

const FIXTURES = { pets: [1, 2, 3].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1 })) };
const KEYS = [
  { name: 'ann', key: 'key-of-ann', plan: 'Pro' },
  { name: 'ben', key: 'key-of-ben', plan: 'Free' },
];

interface Watched {
  readonly document: string;
  readonly fixtures: string;
  readonly keys: string;
}

let made = 0;
function files(): Watched {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  const watched = {
    document: join(folder, 'api.yaml'),
    fixtures: join(folder, 'fixtures.json'),
    keys: join(folder, 'keys.json'),
  };
  writeFileSync(watched.document, titled('First'));
  writeFileSync(watched.fixtures, JSON.stringify(FIXTURES));
  writeFileSync(watched.keys, JSON.stringify(KEYS));
  return watched;
}

interface Health {
  readonly contract: { readonly title: string };
  readonly warnings: readonly string[];
}

const healthOf = async ({ baseUrl }: Pick<StartedMock, 'baseUrl'>): Promise<Health> =>
  // The control plane's document promises it.
  (await (await fetch(new URL('/__admin/health', baseUrl))).json()) as Health;

const serves = (mock: Pick<StartedMock, 'baseUrl'>, title: string): Promise<void> =>
  until(async () => (await healthOf(mock)).contract.title === title);

const authorized = (key = 'key-of-ann') => ({ authorization: `Bearer ${key}` });

const get = async ({ baseUrl }: Pick<StartedMock, 'baseUrl'>, path: string, key?: string): Promise<string> =>
  (await fetch(baseUrl + path, { headers: authorized(key) })).text();

const statusOf = async ({ baseUrl }: Pick<StartedMock, 'baseUrl'>, path: string, key?: string): Promise<number> =>
  (await fetch(baseUrl + path, { headers: authorized(key) })).status;

async function add({ baseUrl }: Pick<StartedMock, 'baseUrl'>, name: string): Promise<string> {
  const headers = { ...authorized(), 'content-type': 'application/json' };
  const body = JSON.stringify({ name, categoryId: 1 });
  return (await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body })).text();
}

const start = (watched: Watched, more: StartOptions = {}): Promise<StartedMock<Api>> =>
  startOwn<Api>({ ...watched, watch: true, ...more });

describe('an edit of the document', () => {
  it('is served on the same port, and everything that still makes sense stays', async () => {
    const watched = files();
    const mock = await start(watched);
    const { baseUrl } = mock;
    const session = await mock.session({ fixtures: 'none' });
    await add(mock, 'Rex');
    mock.clock.advance(3600);
    await mock.allowances.set('ben', { left: { day: 7 } });
    await mock.faults.add({ status: 503, operationId: 'getPet', key: 'ben' });
    await mock.faults.add({ delayMs: 1, operationId: 'listPets' });
    const sent = (await mock.requests()).length;

    writeFileSync(
      watched.document,
      titled('Second', (draft) => {
        draft.paths['/shelves'] = {
          get: { operationId: 'listShelves', responses: draft.paths['/pets'].get.responses },
        };
        removeItemPath(draft);
      }),
    );
    await serves(mock, 'Second');

    expect(mock.baseUrl).toBe(baseUrl);
    expect(await statusOf(mock, '/shelves')).toBe(200);
    expect(await statusOf(mock, '/pets/1')).toBe(404);
    expect(JSON.parse(await get(mock, '/pets'))).toHaveLength(4);
    expect(JSON.parse(await add(mock, 'Max'))).toMatchObject({ id: 5 });
    expect(await get(mock, '/pets', session.apiKeys.ann)).toBe('[]');
    expect((await mock.faults.list()).map(({ rule }) => rule)).toEqual([{ delayMs: 1, operationId: 'listPets' }]);
    const ben = (await mock.allowances.list()).find(({ name }) => name === 'ben');
    expect(ben?.windows.find(({ window }) => window === 'day')?.left).toBe(7);
    expect(Math.round((mock.clock.now() - mock.clock.real()) / 1000)).toBe(3600);
    expect((await mock.requests()).length).toBe(sent + 4);
  });

  it('while the mock starts is seen, too', async () => {
    const watched = files();
    const starting = start(watched);
    writeFileSync(watched.document, titled('Second'));
    await serves(await starting, 'Second');
  });

  it('sets aside what requests store meanwhile that it does not allow, too', async () => {
    const watched = files();
    const mock = await start(watched, { planLimits: false });
    let isServed = false;
    const body = JSON.stringify({ name: 'A name that is far too long', categoryId: 1 });
    const headers = { ...authorized(), 'content-type': 'application/json' };
    const write = async (): Promise<void> => {
      while (!isServed) {
        await mock.fetch(`${mock.prefix}/pets`, { method: 'POST', headers, body });
        // In process nothing else would get its turn.
        await setImmediate();
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    writeFileSync(
      watched.document,
      titled('Second', (draft) => {
        draft.components.schemas.NewPet.properties.name.maxLength = 20;
      }),
    );
    await serves(mock, 'Second');
    isServed = true;
    await Promise.all(writers);
    await until(async () => (await mock.state()).records.pets?.length === FIXTURES.pets.length);
  });

  it('with other figures of a plan and another prefix is there for every world', async () => {
    const watched = files();
    const mock = await start(watched);
    const session = await mock.session();
    await get(mock, '/pets', session.apiKeys.ben);
    writeFileSync(
      watched.document,
      titled('Second', (draft) => {
        draft.servers = [{ url: '/v2' }];
        draft['x-plans'][0].allowances.minute = 2;
      }),
    );
    await serves(mock, 'Second');
    expect(mock.baseUrl.endsWith('/v2')).toBe(true);
    const limits = await Promise.all(
      ['key-of-ben', session.apiKeys.ben].map(async (key) =>
        (await fetch(`${mock.baseUrl}/pets`, { headers: authorized(key) })).headers.get('x-ratelimit-limit'),
      ),
    );
    expect(limits).toEqual(['2', '2']);
  });

  it('does not reach a request that is on its way', async () => {
    const watched = files();
    const mock = await start(watched);
    await mock.faults.add({ delayMs: 1500, times: 1 });
    const before = statusOf(mock, '/pets/1');
    writeFileSync(
      watched.document,
      titled('Second', (draft) => {
        removeItemPath(draft);
      }),
    );
    await serves(mock, 'Second');
    expect(await statusOf(mock, '/pets/1')).toBe(404);
    expect(await before).toBe(200);
  });

  it('sets aside what it does not allow, and its undoing brings that back', async () => {
    const watched = files();
    const { baseUrl, stderr, stop } = await startCommand(['--watch', ...flagsOf(watched), '--fixtures', 'none']);
    const mock = { baseUrl };
    for (const name of ['Rex', 'Maximilian', 'Bartholomew']) await add(mock, name);
    writeFileSync(
      watched.document,
      titled('Second', (draft) => {
        draft.components.schemas.NewPet.properties.name.maxLength = 9;
      }),
    );
    await until(() => stderr().includes('Read again'));
    expect(stderr().split('\n')[1]).toMatch(
      /^Read again: .*api\.yaml\. Set aside, since it does not allow them: 2 records; the first: pets, 2: .*Maximilian/,
    );
    expect(JSON.parse(await get(mock, '/pets'))).toHaveLength(1);
    expect(JSON.parse(await add(mock, 'Max'))).toMatchObject({ id: 4 });

    writeFileSync(watched.document, titled('Third'));
    await until(() => stderr().includes('Back, since'));
    expect(stderr().split('\n')[2]).toMatch(/Back, since it allows them again: 2 records\.$/);
    const names = JSON.parse(await get(mock, '/pets')).map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Rex', 'Maximilian', 'Bartholomew', 'Max']);
    expect((await stop()).code).toBe(0);
  });
});

const flagsOf = ({ document, keys }: Watched): readonly string[] => ['--document', document, '--keys', keys];

describe('an edit that can not be used', () => {
  it('is shown in a line and by the control plane, with the last good one served; so is its mending', async () => {
    const watched = files();
    const { baseUrl, stderr, stop } = await startCommand(['--watch', ...flagsOf(watched)]);
    const mock = { baseUrl };
    const stream = await fetch(new URL('/__admin/requests/stream', baseUrl));
    const reader = stream.body?.getReader();
    writeFileSync(watched.document, `${titled('Second')}\nbroken: [`);
    await until(async () => (await healthOf(mock)).warnings.length > 0);
    const line = `Not used: ${watched.document}: is not YAML or JSON: `;
    const { contract, warnings } = await healthOf(mock);
    expect(contract.title).toBe('First');
    expect(warnings).toEqual([expect.stringContaining(line)]);
    expect(stderr().split('\n').slice(1)).toEqual([warnings[0], '']);
    expect(await statusOf(mock, '/pets')).toBe(200);
    let events = '';
    while (!events.includes('event: change')) events += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();

    writeFileSync(watched.keys, 'no keys');
    await until(async () => (await healthOf(mock)).warnings[0]?.includes('api.yaml') === true);
    writeFileSync(watched.document, titled('Third'));
    await until(async () => (await healthOf(mock)).warnings[0]?.includes('keys.json') === true);
    writeFileSync(watched.keys, JSON.stringify(KEYS));
    await serves(mock, 'Third');
    // It is served a moment before the warning goes.
    await until(async () => (await healthOf(mock)).warnings.length === 0);
    expect((await stop()).stderr).toContain(`Read again: ${watched.keys}.`);
  });

  it('is none of the halves of an edit: a file that is renamed away, emptied or written last of several', async () => {
    const watched = files();
    const { baseUrl, stderr, stop } = await startCommand([
      '--watch',
      ...flagsOf(watched),
      '--fixtures',
      watched.fixtures,
    ]);
    const mock = { baseUrl };
    const write = (title: string) => writeFileSync(watched.document, titled(title));
    // As vim does it: the old one is kept until the new one is written.
    renameSync(watched.document, `${watched.document}~`);
    await setTimeout(50);
    write('Renamed');
    await serves(mock, 'Renamed');
    // As `sed -i` and most others do it.
    writeFileSync(`${watched.document}.new`, titled('Moved'));
    renameSync(`${watched.document}.new`, watched.document);
    await serves(mock, 'Moved');
    writeFileSync(watched.document, '');
    await setTimeout(120);
    write('Emptied');
    await serves(mock, 'Emptied');
    // Neither fits without the other.
    writeFileSync(watched.fixtures, JSON.stringify({ birds: [] }));
    writeFileSync(watched.document, titled('Both').replaceAll('/pets', '/birds'));
    await serves(mock, 'Both');
    // What is written again as it was is no edit.
    writeFileSync(watched.document, titled('Both').replaceAll('/pets', '/birds'));
    await setTimeout(500);
    expect((await stop()).stderr).not.toContain('Not used');
    expect(stderr().match(/^Read again/gm)).toHaveLength(4);
  });
});

it('a file that the document refers to is watched, also one that comes later', async () => {
  const watched = files();
  const name = join(watched.document, '..', 'name.yaml');
  const withName = (title: string) =>
    titled(title, (draft) => {
      draft.components.schemas.NewPet.properties.name = { $ref: './name.yaml' };
    });
  const { baseUrl, stderr, stop } = await startCommand([
    '--watch',
    ...flagsOf(watched),
    '--fixtures',
    watched.fixtures,
  ]);
  const mock = { baseUrl };
  writeFileSync(watched.document, withName('Second'));
  await until(() => stderr().includes('Read again'));
  expect(stderr()).toMatch(
    /NewPet\/properties\/name\/\$ref: the reference "\.\/name\.yaml" leads to .*no such file\. .*\nRead again: .*api\.yaml, .*name\.yaml\.$/m,
  );
  await serves(mock, 'Second');
  writeFileSync(name, 'type: string\nmaxLength: 24\n');
  await until(async () => (await add(mock, 'M'.repeat(25))).includes('at most 24'));
  expect(JSON.parse(await get(mock, '/pets')).length).toBeGreaterThanOrEqual(3);
  expect((await stop()).code).toBe(0);
});

it('an edit of the fixtures is one of the default world, and what a reset and a new session begin with', async () => {
  const watched = files();
  const mock = await start(watched, { state: join(watched.document, '..', 'world.json') });
  const old = await mock.session();
  await add(mock, 'Rex');
  const [one, two] = FIXTURES.pets;
  const pets = [one, { ...two, name: 'Changed' }, { id: 10, name: 'Added', categoryId: 2 }];
  writeFileSync(watched.fixtures, JSON.stringify({ pets }));
  await until(async () => (await get(mock, '/pets')).includes('Added'));
  const namesIn = async (key?: string): Promise<readonly string[]> =>
    JSON.parse(await get(mock, '/pets', key)).map(({ name }: { name: string }) => name);
  expect(await namesIn()).toEqual(['Pet 1', 'Changed', 'Rex', 'Added']);
  expect(await namesIn(old.apiKeys.ann)).toEqual(['Pet 1', 'Pet 2', 'Pet 3']);
  expect(await namesIn((await mock.session()).apiKeys.ann)).toEqual(['Pet 1', 'Changed', 'Added']);
  await Promise.all([mock.reset(), old.reset()]);
  expect(await namesIn()).toEqual(['Pet 1', 'Changed', 'Added']);
  expect(await namesIn(old.apiKeys.ann)).toEqual(['Pet 1', 'Changed', 'Added']);

  // The state that is saved is that of the new contract.
  writeFileSync(watched.document, titled('Second'));
  await serves(mock, 'Second');
  await mock.close();
  expect(readFileSync(join(watched.document, '..', 'world.json'), 'utf8')).toContain('"title":"Second"');
});

it('an edit of the keys lets new ones in at once, and shuts out those that are gone', async () => {
  const watched = files();
  const mock = await start(watched);
  const session = await mock.session();
  await get(mock, '/pets', 'key-of-ann');
  await get(mock, '/pets', 'key-of-ben');
  await mock.faults.add({ status: 503, key: 'ben' });
  const [ann] = KEYS;
  writeFileSync(watched.keys, JSON.stringify([ann, { name: 'eve', key: 'key-of-eve', plan: 'Business' }]));
  await until(async () => (await statusOf(mock, '/pets', 'key-of-eve')) === 200);
  expect(await statusOf(mock, '/pets', 'key-of-ann')).toBe(200);
  expect(await statusOf(mock, '/pets', 'key-of-ben')).toBe(401);
  expect(await statusOf(mock, '/pets', session.apiKeys.ben)).toBe(200);
  expect(await mock.faults.list()).toEqual([]);
  // What a key that is gone has used belongs to no key: the state is one that can be given back.
  const state = await mock.state();
  expect(Object.keys(state.allowances).sort()).toEqual(['address 127.0.0.1', 'ann', 'eve']);
  await mock.restore(state);
});

it('a document that is no file is refused, since it can not be watched', async () => {
  const lineFor = (what: string) =>
    `--watch needs a document in a file, and ${what} is read once. Save it to a file, or leave --watch out.`;
  expect(await runCommand(['--watch', '--document', '-'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${lineFor('standard input')}\n`,
  });
  const document = 'https://api.example.test/openapi.yaml';
  await expect(startOwn({ document, watch: true })).rejects.toThrow(new TypeError(lineFor(document)));
});
