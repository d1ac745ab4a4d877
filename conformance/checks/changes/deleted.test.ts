import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
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
