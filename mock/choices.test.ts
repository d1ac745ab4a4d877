import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../openapi/contract';
import { until } from '../openapi/program/testing/until';
import { createMock, type Mock, type MockOptions } from './index';
import { runCommand, startCommand } from './testing/command';
import { type Draft, editedDocument, writeFile } from './testing/edited';
import { startOwn } from './testing/started';
import { hasRedis, startRedis } from './world/redis/testing/redis-server';

const textAt = async ({ fetch }: Pick<Mock, 'fetch'>, key = 'demo-free'): Promise<string> =>
  (await fetch('/v1/pets/1', { headers: { authorization: `Bearer ${key}` } })).text();
const takenIn = async ({ choices }: Pick<Mock, 'choices'>, wanted: string) => {
  const { choices: all } = await choices.get();
  const { by, left, taken } = all.find(({ id }) => id === wanted) ?? {};
  return { by, left, taken };
};
const settling = (leftOpen: object): string =>
  editedDocument((document: Draft) => {
    document['x-silences'] = leftOpen;
  });

const COMPACT = '{"id":1,"name":"Biscuit","categoryId":1,"status":"available"}';
const INDENTED = '{\n  "id": 1,\n  "name": "Biscuit",\n  "categoryId": 1,\n  "status": "available"\n}';

describe('what the document leaves open is as it is chosen', () => {
  test('in a file, by single choices that count before it, and in code', async () => {
    const learnt = {
      server: 'https://staging.example/v1',
      choices: { 'json.spacing': { option: 'indented', because: 'seen' }, 'headers.case': ['usual', 'lower'] },
      vary: 7,
      except: ['list.order'],
    };
    for (const choices of [writeFile('json', JSON.stringify(learnt)), learnt.choices]) {
      const mock = await createMock({ choices, choice: 'headers.case=lower', vary: 9, except: 'ids' });
      expect(await takenIn(mock, 'json.spacing')).toMatchObject({ by: 'choice', taken: ['indented'] });
      expect(await takenIn(mock, 'headers.case')).toMatchObject({ by: 'choice', taken: ['lower'] });
      expect(await takenIn(mock, 'ids')).toMatchObject({ by: 'default', taken: ['sequence'] });
      const { vary, except } = await mock.choices.get();
      expect(vary).toBe(9);
      expect(except).toEqual(typeof choices === 'string' ? ['list.order', 'ids'] : ['ids']);
    }
  });

  test('which the first lines of the command say, and its health', async () => {
    const { baseUrl, stderr, stop } = await startCommand(['--vary', '7', '--except', 'ids', 'windows']);
    const health = JSON.parse(await (await fetch(new URL('/__admin/health', baseUrl))).text());
    await stop();
    expect(stderr()).toMatch(
      /^Varies by seed 7: .*list\.order=[a-z-]+, .*json\.spacing=compact\|indented, .*; repeat with --vary 7 --except ids windows, narrow with --except ID\.$/m,
    );
    expect(health.choices).toMatchObject({ choices: {}, vary: 7, except: ['ids', 'windows'] });
    expect(health.choices.taken).toMatchObject({ 'json.spacing': ['compact', 'indented'] });
    expect(Object.keys(health.choices.taken)).not.toContain('ids');
  });

  test('save what a learnt server does and the document does not leave', async () => {
    const order = { option: 'newest-first', because: 'seen', evidence: [] };
    const file = writeFile('json', JSON.stringify({ choices: { 'list.order': order, 'json.spacing': 'indented' } }));
    const document = settling({ 'list.order': ['by-id'] });
    const { baseUrl, stderr, stop } = await startCommand(['--document', document, '--choices', file]);
    const { choices } = JSON.parse(await (await fetch(new URL('/__admin/health', baseUrl))).text());
    await stop();
    expect(choices.taken).toEqual({ 'json.spacing': ['indented'] });
    expect(stderr()).toContain(
      `--choices ${file}: list.order was seen to be newest-first, and is not: the document leaves by-id alone.\n`,
    );
  });

  test('by the same seed to the byte, at another time too', async () => {
    const further = { 'headers.further': 'some', 'error.further': 'some', 'record.further': 'some' } as const;
    const repliesOf = async (vary: number, day: string) => {
      const mock = await createMock({ choices: further, vary, except: 'latency' });
      mock.clock.set(`2026-11-${day}T12:00:00Z`);
      const paths = ['/pets/1', '/pets/7777', '/pets/2', '/pets/7777'];
      const replies: (readonly [string | null, string])[] = [];
      for (const path of paths) {
        const reply = await mock.fetch(`/v1${path}`, { headers: { authorization: 'Bearer demo-free' } });
        replies.push([reply.headers.get('x-request-id'), await reply.text()]);
      }
      return replies;
    };
    const first = await repliesOf(7, '19');
    expect(await repliesOf(7, '20')).toEqual(first);
    expect(new Set(first.map(([id]) => id)).size).toBe(4);
    expect((await repliesOf(8, '19')).map(([id]) => id)).not.toEqual(first.map(([id]) => id));
  });
});

describe('a choice that can not be taken is refused in a line', () => {
  test.each<readonly [string, MockOptions, string | RegExp]>([
    [
      'an id',
      { choice: 'list.ordr=any' },
      '--choice: there is no unspecified behaviour "list.ordr"; did you mean "list.order"?',
    ],
    [
      'an id like no other',
      { choice: 'nonsense=x' },
      '--choice: there is no unspecified behaviour "nonsense"; docs/unspecified.md lists them all.',
    ],
    [
      'an option',
      { choice: 'list.order=newest' },
      '--choice: list.order has no option "newest"; it has by-id, newest-first, any.',
    ],
    ['an exception', { except: 'idz' }, '--except: there is no unspecified behaviour "idz"; did you mean "ids"?'],
    [
      'no options',
      { choices: { ids: [] } },
      'choices: the field "ids": ids needs an option: sequence, sparse, random.',
    ],
    ['a seed', { vary: -1 }, /vary.*a whole number from 0 to 4294967295/],
  ])('%s', async (_, options, message) => {
    const error = await createMock(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(() => {
      throw error;
    }).toThrow(message);
  });

  test.each<readonly [string, string, string]>([
    ['an empty file', '', 'expected an object with "choices", "vary" or "except".'],
    [
      'an id',
      'choices: {list.ordr: any}',
      'the field "choices[\'list.ordr\']": there is no unspecified behaviour "list.ordr"; did you mean "list.order"?',
    ],
    ['a seed', 'vary: 1.5', 'the field "vary": expected a seed, a whole number from 0 to 4294967295, not 1.5.'],
    [
      'exceptions',
      'vary: 7\nexcept: ids',
      'the field "except": expected an array of the ids of unspecified behaviours.',
    ],
    [
      'no choices',
      'choices: 5',
      'the field "choices": expected an object of options by the ids of unspecified behaviours.',
    ],
  ])('in a file: %s', async (_, text, problem) => {
    const file = writeFile('yaml', text);
    await expect(createMock({ choices: file })).rejects.toThrow(new TypeError(`--choices ${file}: ${problem}`));
  });

  test('a file that is none, is no YAML, or is too large', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'choices-'));
    const large = join(folder, 'large.yaml');
    writeFileSync(large, Buffer.alloc(2 ** 24 + 1, 'a'));
    const broken = writeFile('yaml', 'choices: [');
    const remedy = 'Name a file that --learn of the suite wrote.';
    for (const [file, message] of [
      [folder, `--choices ${folder} can't be read: it is a folder. ${remedy}`],
      [join(folder, 'none'), `--choices ${join(folder, 'none')} can't be read: no such file. ${remedy}`],
      [large, `--choices ${large} can't be read: it is larger than 16 MiB. ${remedy}`],
      [
        broken,
        `${broken}: is not YAML or JSON: unexpected end of the stream within a flow collection at line 2, column 1.`,
      ],
    ] as const) {
      await expect(createMock({ choices: file })).rejects.toThrow(message);
    }
  });

  test('by the command with 2', async () => {
    const document = settling({ 'list.order': 'by-id' });
    const end = await runCommand(['--port', '0', '--document', document, '--choice', 'list.order=any']);
    const stderr = "error: --choice: list.order can't be any: the document leaves by-id alone.\n";
    expect(end).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('what a document settles by x-silences', () => {
  test('is done without any choice, and varies no further', async () => {
    const document = settling({ 'json.spacing': 'indented', 'list.order': ['any', 'newest-first'] });
    const mock = await createMock({ document, fixtures: 'examples' });
    expect(await textAt(mock)).toMatch(/^\{\n/);
    expect(await takenIn(mock, 'json.spacing')).toEqual({ by: 'document', left: ['indented'], taken: ['indented'] });
    expect(await takenIn(mock, 'list.order')).toMatchObject({ by: 'document', taken: ['any'] });
    const seen = new Set<string>();
    for (const vary of Array(20).keys()) {
      await mock.choices.set({ vary });
      expect(await takenIn(mock, 'json.spacing')).toMatchObject({ taken: ['indented'] });
      for (const option of (await takenIn(mock, 'list.order')).taken ?? []) seen.add(option);
    }
    expect([...seen].sort()).toEqual(['any', 'newest-first']);
    await expect(mock.choices.set({ choices: { 'json.spacing': 'compact' } })).rejects.toThrow(
      new TypeError(
        "mock.choices.set: the field \"choices['json.spacing']\": json.spacing can't be compact: the document leaves indented alone.",
      ),
    );
    const refused = await mock.fetch('/__admin/choices', { method: 'PUT', body: '{"choices":{"list.order":"by-id"}}' });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      {
        message:
          "The field \"choices['list.order']\": list.order can't be by-id: the document leaves any, newest-first alone.",
      },
    ]);
  });

  test('is a warning where there is no such behaviour or option', async () => {
    for (const settled of [{ 'list.ordr': 'any' }, { 'list.order': 'newest' }]) {
      const { warnings, leftOpen } = await loadContract(settling(settled));
      expect(warnings).toMatchObject([
        { pointer: expect.stringContaining('/x-silences/list.ord'), remedy: 'x-silences is left out.' },
      ]);
      expect(leftOpen).toEqual({});
    }
  });

  test('counts once it is edited into a watched document, and so does an edit of the choices', async () => {
    const document = settling({});
    const choices = writeFile('yaml', 'choices: {}');
    const mock = await startOwn({ document, choices, fixtures: 'examples', watch: true, log: 'silent' });
    const session = await mock.session();
    const taken = async () => [
      ...((await takenIn(mock, 'json.spacing')).taken ?? []),
      ...((await takenIn(session, 'list.order')).taken ?? []),
    ];
    writeFileSync(document, readFileSync(settling({ 'json.spacing': 'indented' })));
    await until(async () => (await taken()).join() === 'indented,by-id');
    writeFileSync(choices, 'choices: {list.order: any}');
    await until(async () => (await taken()).join() === 'indented,any');
  });
});

(hasRedis() ? test : test.skip)('replicas have one set of choices, at once', async () => {
  const server = await startRedis();
  const [one, other] = await Promise.all([1, 2].map(() => startOwn({ store: server.url, log: 'silent' })));
  if (one === undefined || other === undefined) throw new Error('They have not started.');
  try {
    expect(await textAt(other)).toBe(COMPACT);
    await one.choices.set({ choices: { 'json.spacing': 'indented' } });
    expect(await textAt(other)).toBe(INDENTED);
    expect(await other.choices.get()).toEqual(await one.choices.get());
    const session = await one.session({ choices: { 'json.spacing': 'compact' }, vary: null });
    const varied = await one.session({ vary: 7 });
    expect(await textAt(other, session.apiKeys.free)).toBe(COMPACT);
    const health = await other.fetch(`/__admin/sessions/${varied.id}/health`);
    const { choices } = JSON.parse(await health.text());
    expect(choices).toMatchObject({ vary: 7, choices: {} });
    await other.reset();
    expect(await textAt(one)).toBe(COMPACT);
    await expect(startOwn({ store: server.url, vary: 1 })).rejects.toThrow('--vary none (here 1)');
  } finally {
    await Promise.all([one.close(), other.close()]);
    await server.stop();
  }
});
