import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { deletedGone } from './deleted';

const note = {
  type: 'object',
  required: ['slug', 'text'],
  properties: { slug: { type: 'string' }, text: { type: 'string' } },
};
const done = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const missing = { 404: { description: 'There is none.' } };

/** Notes that nothing makes but a PUT to their path. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: { responses: { 200: done({ type: 'array', items: note }) } } },
    '/notes/{slug}': {
      parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: done(note), ...missing } },
      put: {
        requestBody: {
          content: { 'application/json': { schema: { ...note, required: ['text'] } } },
        },
        responses: { 200: done(note), 201: done(note) },
      },
      delete: { operationId: 'removeNote', responses: { 204: { description: 'Gone.' }, ...missing } },
    },
  },
};

interface Habits {
  readonly removes: boolean;
  readonly readsAll: boolean;
}

async function judged({ removes, readsAll }: Habits) {
  const notes = new Map<string, object>([['first', { slug: 'first', text: 'One.' }]]);
  const server = await listen('', async (request, response) => {
    const say = (status: number, body?: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const slug = /^\/notes\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (slug === undefined) return void say(200, [...notes.values()]);
    const there = notes.get(slug) ?? (readsAll ? { slug, text: 'None yet.' } : undefined);
    if (request.method === 'PUT') {
      const made = { text: JSON.parse(text).text, slug };
      notes.set(slug, made);
      return void say(there === undefined ? 201 : 200, made);
    }
    if (request.method !== 'DELETE') return void (there === undefined ? say(404) : say(200, there));
    if (removes) notes.delete(slug);
    return void say(there === undefined ? 404 : 204);
  });
  const options = optionsFor(server.baseUrl, { checks: ['deleted.gone'] });
  const { cells, findings } = await run(await contractOf(DOCUMENT), [deletedGone], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  return { cells: cells.map(({ operation, outcome, reasons }) => [operation, outcome, ...reasons]), findings, notes };
}

test.each<readonly [string, Habits, readonly string[]]>([
  ['passes where it is gone after it', { removes: true, readsAll: false }, ['removeNote', 'pass']],
  ['is a violation where it is still read', { removes: false, readsAll: false }, ['removeNote', 'fail']],
  [
    'is not judged where ids without a record are read, too',
    { removes: true, readsAll: true },
    ['removeNote', 'inconclusive', 'an id without a record is read'],
  ],
])('the deletion of a record that only a PUT can make %s', async (_, habits, expected) => {
  const { cells, findings, notes } = await judged(habits);
  expect(cells).toContainEqual(expected);
  expect(findings.map(({ actual }) => actual)).toEqual(expected[1] === 'fail' ? ['it is read as it was before'] : []);
  // What was there stays, and nothing is left beside it where it can be deleted.
  expect(notes.get('first')).toEqual({ slug: 'first', text: 'One.' });
  expect(notes.size > 1).toBe(!habits.removes);
});

test('a job is deleted once it has ended, and its file goes with it', async () => {
  const JOB = {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: TEXT, state: { ...TEXT, enum: ['running', 'done'], readOnly: true } },
  };
  const paths = {
    '/jobs': {
      get: gives(200, { type: 'array', items: JOB }),
      post: { ...takes({ type: 'object', properties: { kind: TEXT } }), ...gives(202, JOB) },
    },
    '/jobs/{id}': {
      parameters: [inPath('id')],
      get: gives(200, JOB, 404),
      delete: {
        description: 'Deletes a `done` job with its file; in other states 409.',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' }, 409: { description: 'Not yet.' } },
      },
    },
    '/jobs/{id}/file': { parameters: [inPath('id')], get: gives(200, textsOf('row'), 404) },
  };
  const judgedJobs = async (keepsFile: boolean) => {
    const jobs = new Map<string, { id: string; looks: number }>();
    const files = new Set<string>();
    const shown = ({ id, looks }: { id: string; looks: number }) => ({ id, state: looks > 2 ? 'done' : 'running' });
    const { findings, cells } = await judgedByOne(deletedGone, paths, ({ method, steps: [, id, file] }) => {
      if (id === undefined && method === 'GET') return [200, [...jobs.values()].map(shown)];
      if (id === undefined) {
        const made = { id: `j${files.size}`, looks: 0 };
        jobs.set(made.id, made);
        files.add(made.id);
        return [202, shown(made)];
      }
      const job = jobs.get(id);
      if (file !== undefined) return job !== undefined || (keepsFile && files.has(id)) ? [200, { row: 'a' }] : [404];
      if (job === undefined) return [404];
      job.looks += 1;
      if (method === 'GET') return [200, shown(job)];
      if (shown(job).state !== 'done') return [409];
      jobs.delete(id);
      return [204];
    });
    return [cells.map(({ outcome }) => outcome), findings.map(({ expected }) => expected.split(',')[0])];
  };
  expect(await judgedJobs(false)).toEqual([['pass'], []]);
  expect(await judgedJobs(true)).toEqual([['fail'], ['the status 404']]);
});

test('a deletion that takes another record along is seen in the list, where nothing reads one', async () => {
  const hook = { type: 'object', required: ['id', 'url'], properties: { id: { ...TEXT, readOnly: true }, url: TEXT } };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } };
  const paths = {
    '/hooks': {
      get: { parameters: [limit], ...gives(200, { type: 'array', items: hook }) },
      post: { ...takes(hook), ...gives(201, hook) },
    },
    '/hooks/{id}': { parameters: [inPath('id')], delete: gives(204, {}, 404) },
  };
  const judgedBy = async (others: number) => {
    let hooks: { readonly id: string }[] = [];
    let made = 0;
    const { findings } = await judgedByOne(deletedGone, paths, ({ method, steps: [, id], sent }) => {
      if (method === 'GET') return [200, hooks];
      if (method === 'POST') {
        made += 1;
        hooks.push({ ...sent, id: `h${made}` });
        return [201, hooks.at(-1)];
      }
      const at = hooks.findIndex((one) => one.id === id);
      if (at < 0) return [404];
      hooks = hooks.toSpliced(at, 1 + others);
      return [204, ''];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judgedBy(0)).toEqual([]);
  expect(await judgedBy(1)).toEqual(['another record']);
});
