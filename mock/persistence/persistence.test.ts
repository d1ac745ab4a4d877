import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../openapi/contract';
import { until } from '../../openapi/program/testing/until';
import { type StartedMock, type StartOptions, startMock } from '../index';
import { runCommand, startCommand } from '../testing/command';
import { editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';
import { lock } from './lock';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
/** A file that is not there yet, in a folder of its own. */
function newFile(): string {
  made += 1;
  mkdirSync(join(folder, String(made)));
  return join(folder, String(made), 'world.json');
}

const headers = { authorization: 'Bearer demo-pro', 'content-type': 'application/json' };

async function add(baseUrl: string, name: string, categoryId: string | number = 1): Promise<number> {
  const body = `{"name":"${name}","categoryId":${categoryId}}`;
  const response = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
  // The API's reply to a new animal.
  return ((await response.json()) as { id: number }).id;
}

const read = async (baseUrl: string, id: number): Promise<string> =>
  (await fetch(`${baseUrl}/pets/${id}`, { headers })).text();

const control = async (baseUrl: string, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(new URL(`/__admin${path}`, baseUrl), { method, body: JSON.stringify(body) });
  const text = await response.text();
  return text === '' ? undefined : parseJson(text);
};

const contentOf = (file: string): string => readFileSync(file, 'utf8');

describe('a world that a file keeps', () => {
  it('is there at the next start, though the process was killed: records, ids, allowances, bans, clock and faults', async () => {
    const file = newFile();
    const first = await startCommand(['--state', file]);
    const id = await add(first.baseUrl, 'Rex', '9007199254740993');
    const gone = await add(first.baseUrl, 'Gone');
    await control(first.baseUrl, 'DELETE', `/records/pets/${gone}`);
    await control(first.baseUrl, 'PUT', '/clock', { action: 'advance', seconds: 3600 });
    await control(first.baseUrl, 'PUT', '/allowances/free', { left: { minute: 2 } });
    await control(first.baseUrl, 'PUT', '/allowances/business', { bannedSeconds: 900 });
    await control(first.baseUrl, 'POST', '/faults', { status: 503, times: 3, after: 9 });
    await read(first.baseUrl, id);
    const before = await control(first.baseUrl, 'GET', '/allowances');
    await until(() => contentOf(file).includes('"passed":1'));
    await control(first.baseUrl, 'PUT', '/state', { chances: 4711 });
    await until(() => contentOf(file).includes('"chances":4711'));
    writeFileSync(`${file}.4711.tmp`, '{"half":');
    await first.stop('SIGKILL');

    const second = await startCommand(['--state', file]);
    expect(await control(second.baseUrl, 'GET', '/allowances')).toEqual(before);
    expect(await control(second.baseUrl, 'GET', '/clock')).toMatchObject({ offsetSeconds: 3600, frozen: false });
    expect(await control(second.baseUrl, 'GET', '/state')).toMatchObject({ chances: 4711 });
    expect(await control(second.baseUrl, 'GET', '/faults')).toEqual([
      { id: '1', rule: { status: 503, times: 3, after: 9 }, struck: 0, passed: 1 },
    ]);
    expect(await read(second.baseUrl, id)).toBe(`{"id":${id},"name":"Rex","categoryId":9007199254740993}`);
    expect(await read(second.baseUrl, gone)).toContain('not_found');
    expect(await add(second.baseUrl, 'Next')).toBe(gone + 1);
    expect(contentOf(file)).not.toMatch(/demo-(free|pro|business|enterprise)/);

    // Its end saves what no timer has saved yet.
    const last = await add(second.baseUrl, 'Last');
    expect((await second.stop()).code).toBe(0);
    expect(contentOf(file)).toContain(`[${last},{"id":${last},"name":"Last","categoryId":1}]`);
    expect(readdirSync(join(file, '..'))).toEqual(['world.json']);

    // A file that an earlier version has written.
    writeFileSync(file, contentOf(file).replace(',"chances":4711', ''));
    const third = await startOwn({ state: file });
    expect(await third.faults.list()).toHaveLength(1);
    await third.close();
  });

  it('has all that is older than a second when it is killed while it writes, and is never half written', async () => {
    const file = newFile();
    const { baseUrl, stop } = await startCommand(['--state', file, '--plan-limits', 'off']);
    const acknowledged: { readonly id: number; readonly at: number }[] = [];
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        const id = await add(baseUrl, 'x'.repeat(50)).catch(() => undefined);
        if (id !== undefined) acknowledged.push({ id, at: performance.now() });
        // What is read meanwhile is whole: another content takes its place at once.
        expect(contentOf(file).endsWith('}\n')).toBe(true);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    const begun = performance.now();
    await until(() => performance.now() > begun + 1800);
    const killedAt = performance.now();
    await stop('SIGKILL');
    isOver = true;
    await Promise.all(writers);

    const due = acknowledged.filter(({ at }) => at < killedAt - 1000);
    expect(due.length).toBeGreaterThan(20);
    // JSON that this test asks for by its own format.
    const { records } = JSON.parse(contentOf(file)) as {
      records: readonly { records: readonly [number, unknown][] }[];
    };
    const saved = new Set(records.flatMap((batch) => batch.records.map(([id]) => id)));
    expect(due.filter(({ id }) => !saved.has(id))).toEqual([]);
    const mock = await startOwn({ state: file });
    expect(await mock.fetch(`/v1/pets/${due[0]?.id}`, { headers })).toMatchObject({ status: 200 });
    expect(readdirSync(join(file, '..')).sort()).toEqual(['world.json', 'world.json.lock']);
  });

  it('is as at the start after a reset, also at the next start; a frozen clock stays frozen', async () => {
    const file = newFile();
    const first = await startOwn({ state: file });
    await add(first.baseUrl, 'Rex');
    await first.reset();
    first.clock.set('2030-01-01T00:00:00Z');
    first.clock.freeze();
    first.clock.set('2031-01-01T00:00:00Z');
    await first.close();
    const second = await startOwn({ state: file });
    expect(await second.state()).toMatchObject({
      clock: { now: '2031-01-01T00:00:00.000Z', frozen: true },
      allowances: {},
    });
    expect(await add(second.baseUrl, 'Rex')).toBe(127);
    await second.reset();
    await add(second.baseUrl, 'Rex');
    await until(() => contentOf(file).includes('Rex'));
    await second.close();
  });

  it('keeps the ids of texts and of integers beyond 2^53, and gives none of them again', async () => {
    const file = newFile();
    const highest = 2n ** 53n + 8n;
    const fixtures = { pets: [{ id: highest, name: 'Highest', categoryId: 1 }] };
    const first = await startOwn({ state: file, fixtures });
    await first.close();
    const second = await startOwn({ state: file });
    const response = await second.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
    expect(await response.text()).toBe(`{"id":${highest + 1n},"name":"Rex","categoryId":1}`);
    await second.close();
  });

  it('gives the reply again that it has remembered under an idempotency key', async () => {
    const file = newFile();
    const document = editedDocument(({ paths }) => {
      paths['/pets'].post.parameters = [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }];
    });
    const body = '{"name":"Rex","categoryId":1}';
    const post = async ({ fetch: send }: StartedMock): Promise<string> =>
      (await send('/v1/pets', { method: 'POST', headers: { ...headers, 'idempotency-key': 'a' }, body })).text();
    const first = await startOwn({ state: file, document });
    const told = await post(first);
    await first.close();
    const second = await startOwn({ state: file, document });
    expect(await post(second)).toBe(told);
    await second.close();
  });

  it('leaves a link a link, and a file the permissions that it has', async () => {
    const file = newFile();
    const first = await startOwn({ state: file });
    await first.close();
    chmodSync(file, 0o640);
    const link = `${file}.link`;
    symlinkSync(file, link);
    const second = await startOwn({ state: link });
    await add(second.baseUrl, 'Linked');
    await second.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(contentOf(file)).toContain('Linked');
  });

  it('is taken by its other names, too, and made where a link leads to no file yet', async () => {
    const file = newFile();
    const link = `${file}.link`;
    symlinkSync('world.json.other', link);
    symlinkSync('world.json', `${file}.other`);
    const mock = await startOwn({ state: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    await expect(startOwn({ state: file })).rejects.toThrow(`${file}: is in use by another mock`);
    await expect(startOwn({ state: link })).rejects.toThrow(`${file}: is in use by another mock`);
    await mock.close();
    expect(readdirSync(join(file, '..')).sort()).toEqual(['world.json', 'world.json.link', 'world.json.other']);
  });

  it('is not taken by a process that has got the id of a mock that was killed', async () => {
    const file = newFile();
    const holder = { pid: process.ppid, since: 1_700_000_000_000 };
    writeFileSync(`${file}.lock`, JSON.stringify({ ...holder, birth: null }));
    await expect(startOwn({ state: file })).rejects.toThrow(`is in use by another mock, process ${process.ppid}.`);
    if (process.platform !== 'linux') return;
    writeFileSync(`${file}.lock`, JSON.stringify({ ...holder, birth: 'an earlier start of this system 4711' }));
    const mock = await startOwn({ state: file });
    await mock.close();
  });

  it('is taken by one of several mocks that start where another was killed', async () => {
    const file = newFile();
    writeFileSync(`${file}.lock`, '{"pid":99999999,"since":1}');
    const starts = await Promise.allSettled([1, 2, 3].map(() => startOwn({ state: file })));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(join(file, '..')).sort()).toEqual(['world.json', 'world.json.lock']);
  });

  it('is given to one of many who find the lock of a killed mock at the same moment', async () => {
    for (let round = 0; round < 50; round += 1) {
      const file = newFile();
      writeFileSync(`${file}.lock`, `{"pid":99999999,"since":${round}}`);
      const takings = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lock(file)));
      expect(takings.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
      expect(readdirSync(join(file, '..'))).toEqual(['world.json.lock']);
    }
  });

  it('keeps nothing of a mock that was killed while it removed the lock of another', async () => {
    const file = newFile();
    const left = `${file}.lock.${createHash('sha256').update('gone').digest('hex').slice(0, 12)}`;
    writeFileSync(`${file}.lock`, 'gone');
    writeFileSync(left, '{"pid":99999999,"since":1}');
    await (await lock(file))();
    expect(readdirSync(join(file, '..'))).toEqual([]);
    for (const name of [left, `${left}.0123456789ab`]) writeFileSync(name, '{"pid":99999999,"since":1}');
    await (await startOwn({ state: file })).close();
    expect(readdirSync(join(file, '..'))).toEqual(['world.json']);
  });

  it('leaves the files of others alone', async () => {
    const file = newFile();
    for (const name of ['.notes.4711.tmp', '.tmp', '.x.tmp']) writeFileSync(file + name, '');
    writeFileSync(`${file}.4711.tmp`, '');
    symlinkSync('world.json.notes.4711.tmp', `${file}.${process.pid}.tmp`);
    const mock = await startOwn({ state: file });
    await mock.close();
    const names = ['world.json', 'world.json.notes.4711.tmp', 'world.json.tmp', 'world.json.x.tmp'];
    expect(readdirSync(join(file, '..')).sort()).toEqual(names);
    expect(contentOf(`${file}.notes.4711.tmp`)).toBe('');
  });

  it('leads to a warning when it can not be saved, and is saved once it can', async () => {
    const file = newFile();
    const mock = await startOwn({ state: file });
    const warnings = async () => (await control(mock.baseUrl, 'GET', '/health')) as { warnings: readonly string[] };
    rmSync(join(file, '..'), { recursive: true });
    await add(mock.baseUrl, 'Rex');
    await until(async () => (await warnings()).warnings.length > 0);
    expect((await warnings()).warnings).toEqual([`${file} can't be written: no such file. It is tried again.`]);
    mkdirSync(join(file, '..'));
    await until(async () => (await warnings()).warnings.length === 0);
    expect(contentOf(file)).toContain('Rex');
    await mock.close();
  });

  it('that can not be saved at the end makes the command fail, and close reject', async () => {
    const file = newFile();
    const moved = join(file, '..');
    const command = await startCommand(['--state', file]);
    await add(command.baseUrl, 'Rex');
    renameSync(moved, `${moved}-moved`);
    await add(command.baseUrl, 'Max');
    const { code, stderr } = await command.stop();
    const lost =
      `${file}: can't be written: there is no folder ${moved}. ` +
      'The state was not saved at the end: what has changed since the last time is lost.';
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([1, `error: ${lost}`]);

    mkdirSync(moved);
    const mock = await startMock({ state: file });
    rmSync(moved, { recursive: true });
    await add(mock.baseUrl, 'Rex');
    await expect(mock.close()).rejects.toThrow(new Error(lost));
  });
});

describe('a document that was edited since', () => {
  it('has the records that still fit; those that do not are named in a line, and are in a copy of the file', async () => {
    const file = newFile();
    const first = await startOwn({ state: file, fixtures: 'none' });
    await add(first.baseUrl, 'Rex');
    await add(first.baseUrl, 'A name that is far too long');
    await first.close();
    const before = contentOf(file);
    writeFileSync(`${file}.1.bak`, 'of another time');
    const document = editedDocument((draft) => {
      draft.info.version = '2.0.0';
      draft.components.schemas.NewPet.properties.name.maxLength = 20;
    });
    const second = await startCommand(['--state', file, '--document', document]);
    expect(second.stderr()).toContain(
      `${file}: 1 record does not fit the contract any more and is left out; the first: pets, 2: `,
    );
    expect(second.stderr()).toContain(` The file as it was is kept in ${file}.2.bak.\n`);
    expect(contentOf(`${file}.2.bak`)).toBe(before);
    expect(contentOf(`${file}.1.bak`)).toBe('of another time');
    expect(await read(second.baseUrl, 1)).toBe('{"id":1,"name":"Rex","categoryId":1}');
    expect(await add(second.baseUrl, 'Max')).toBe(3);
    await second.stop();
    expect(contentOf(file)).toContain('"version":"2.0.0"');
  });
});

describe('a file that can not be used', () => {
  let good = '';
  beforeAll(async () => {
    const file = newFile();
    const mock: StartedMock = await startOwn({ state: file });
    await mock.faults.add({ status: 503 });
    await mock.close();
    good = contentOf(file);
  });

  const REMEDY = 'Name another file with --state, or delete this one to begin with the fixtures.';

  it.each<[title: string, content: () => string, complaint: string]>([
    ['is empty', () => '', ': is not JSON: JSON value expected but reached end of input at line 1, column 1.'],
    ['is cut off', () => good.slice(0, 2000), ': is not JSON: '],
    ['is other JSON', () => '[{"name":"Rex"}]', ': is no state that this mock has saved.'],
    [
      'has a newer format',
      () => good.replace('"version":1,', '"version":2,'),
      ': was saved by another version of the mock, in version 2 of its format; this one reads version 1.',
    ],
    [
      'belongs to another contract',
      () => good.replace('"Animal Store API"', '"Book Store API"'),
      ': belongs to another contract, "Book Store API" 1.0.0; this one is "Animal Store API" 1.0.0.',
    ],
    [
      'has no record that fits',
      () => good.replaceAll('"categoryId"', '"shelf"'),
      ': has no record that fits the contract. The first: pets, 1: ',
    ],
    [
      'has a clock that is none',
      () => good.replace('"frozen":false', '"frozen":7'),
      '#/clock/frozen: is no whole state: the value must be a boolean, not 7.',
    ],
    [
      'has a clock beyond all dates',
      () => good.replace(/"now":\d+/, '"now":12345678901234567890'),
      '#/clock/now: is no whole state: the value must be at most 8640000000000000, not 12345678901234567890.',
    ],
    [
      'has a clock that goes to a year of six digits',
      () => good.replace(/"ahead":-?\d+/, '"ahead":8000000000000000'),
      '#/clock/ahead: is no whole state: it leads to no instant that the clock can show.',
    ],
    [
      'has more ids than can be counted',
      () => good.replace(/"everUsed":\d+/, '"everUsed":99999999999999999999'),
      '#/ids/pets/everUsed: is no whole state: the value must be at most 9007199254740991',
    ],
    [
      'has two records of an id',
      () => good.replace('[2,{"id":2', '[1,{"id":1'),
      '#/records/0/records/1/0: is no whole state: 1 is the id of another record, too.',
    ],
    [
      'has an id that is none',
      () => good.replace('[1,{', '[null,{'),
      '#/records/0/records/0/0: is no whole state: an id must be a number or a text.',
    ],
  ])('because it %s is refused in a line, and left as it is', async (_, content, complaint) => {
    const file = newFile();
    writeFileSync(file, content());
    const options: StartOptions = { state: file };
    const error: unknown = await startOwn(options).catch((reason: unknown) => reason);
    // What it is refused with.
    const { message } = error as Error;
    expect(message).toContain(`${file}${complaint}`);
    expect(message.endsWith(REMEDY)).toBe(true);
    expect(message).not.toContain('\n');
    expect(contentOf(file)).toBe(content());
    expect(readdirSync(join(file, '..'))).toEqual(['world.json']);
  });

  it('since another mock uses it, is refused with that process; so is one in a folder that is not there, or a folder', async () => {
    const file = newFile();
    const mock = await startOwn({ state: file });
    const before = contentOf(file);
    expect(await runCommand(['--state', file])).toMatchObject({
      code: 2,
      stderr: `error: ${file}: is in use by another mock, process ${process.pid}. Stop that one, or name another file with --state; if there is no such mock, delete ${file}.lock.\n`,
    });
    await expect(startOwn({ state: file })).rejects.toThrow(`is in use by another mock, process ${process.pid}.`);
    expect(contentOf(file)).toBe(before);
    await mock.close();
    const nowhere = join(folder, 'nowhere', 'world.json');
    await expect(startOwn({ state: nowhere })).rejects.toThrow(
      `${nowhere}: can't be written: there is no folder ${join(folder, 'nowhere')}. Make it, or name another.`,
    );
    await expect(startOwn({ state: folder })).rejects.toThrow(`${folder}: can't be written: it is a folder.`);
  });
});
