import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { readOnlyNotTaken } from './refused';

const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time', readOnly: true };
const NOTE = {
  type: 'object',
  required: ['id', 'text', 'createdAt', 'size'],
  properties: {
    id: { ...TEXT, readOnly: true },
    text: TEXT,
    createdAt: TIME,
    size: { type: 'integer', readOnly: true },
  },
};
const SENT = { type: 'object', additionalProperties: false, required: ['text'], properties: { text: TEXT } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (status: number, schema: object) => ({
  responses: { [status]: { description: 'Done.', ...json(schema) }, 422: { description: 'The body is wrong.' } },
});

/** Notes of which clients send the text alone. */
const DOCUMENT = {
  openapi: '3.0.3',
  // By itself this says that what is sent back is taken; the body of the create names none of it.
  info: { title: 'Notes', version: '1', description: 'Members that are read-only may be sent, but are ignored.' },
  paths: {
    '/notes': {
      get: gives(200, { type: 'array', items: NOTE }),
      post: { requestBody: { required: true, ...json(SENT) }, ...gives(201, NOTE) },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
      get: gives(200, NOTE),
    },
  },
};

/** @param taken what is taken from a client although no body names it */
async function judged(taken: readonly string[]) {
  const notes: Record<string, unknown>[] = [];
  const server = await listen('', async (request, response) => {
    const say = (status: number, body: unknown = {}) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const id = /^\/notes\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (request.method === 'GET') return say(200, id === undefined ? notes : notes.find((one) => one.id === id));
    const { text: sent, ...others } = JSON.parse(text);
    if (typeof sent !== 'string' || Object.keys(others).some((name) => !taken.includes(name))) return say(422);
    const note = {
      id: `n${notes.length}`,
      text: sent,
      createdAt: '2026-01-01T00:00:00Z',
      size: sent.length,
      ...others,
    };
    notes.push(note);
    return say(201, note);
  });
  const options = optionsFor(server.baseUrl, { checks: ['input.read-only'] });
  const { cells, findings } = await run(await contractOf(DOCUMENT), [readOnlyNotTaken], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  expect(cells.map(({ outcome }) => outcome)).toEqual([taken.length === 0 ? 'pass' : 'fail']);
  return findings.map(({ expected }) => expected);
}

test('a closed body that takes one readOnly member is seen, though it refuses all of them together', async () => {
  expect(await judged([])).toEqual([]);
  expect(await judged(['createdAt'])).toEqual(['createdAt: what the server sets, since it is readOnly']);
});
