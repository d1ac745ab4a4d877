import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { gives, inPath, judgedByOne, TEXT as STRING, takes, textsOf } from '../../testing/small-server';
import { patchedKeepsRest } from './patched';

const TEXT = { type: 'string', minLength: 1 };
const note = (text: object) => ({
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text },
});
const body = (type: string, schema: object) => ({ requestBody: { required: true, content: { [type]: { schema } } } });
const done = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });

/** Notes whose text a merge patch may name as null. */
const documentOf = (kept: object, words: string) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: done({ type: 'array', items: note(kept) }) } },
      post: {
        ...body('application/json', { type: 'object', required: ['text'], properties: { text: TEXT } }),
        responses: { 201: done(note(kept)) },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: done(note(kept)), 404: { description: 'There is none.' } } },
      patch: {
        operationId: 'patchNote',
        ...body('application/merge-patch+json', {
          type: 'object',
          properties: { text: { type: ['string', 'null'], minLength: 1, description: words } },
        }),
        responses: { 200: done(note(kept)), 404: { description: 'There is none.' } },
      },
    },
  },
});

/** What is found on a server that takes a null, and changes nothing by it. */
async function violations(document: ReturnType<typeof documentOf>): Promise<readonly string[]> {
  const notes = new Map<number, { id: number; text: string }>([[1, { id: 1, text: 'First.' }]]);
  const server = await listen('', async (request, response) => {
    const say = (status: number, shown?: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown ?? {}));
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    const id = Number(/^\/notes\/(\d+)$/.exec(request.url ?? '')?.[1] ?? notes.size + 1);
    const before = notes.get(id);
    if (request.method === 'GET' && request.url === '/notes') return void say(200, [...notes.values()]);
    if (request.method !== 'POST' && before === undefined) return void say(404);
    if (request.method === 'GET') return void say(200, before);
    const now = { id, text: JSON.parse(sent).text ?? before?.text };
    notes.set(id, now);
    return void say(request.method === 'POST' ? 201 : 200, now);
  });
  const options = optionsFor(server.baseUrl, { checks: ['patched.keeps-rest'] });
  const { findings } = await run(await contractOf(document), [patchedKeepsRest], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  return findings.map(({ check, key }) => `${check} ${key}`);
}

test.each<readonly [string, object, string, readonly string[]]>([
  ['is removed where a record may lack it', { type: ['string', 'null'] }, '', ['patched.keeps-rest text not removed']],
  ['may stay where each record has it', TEXT, 'The text.', []],
  [
    'is gone where the words say so',
    TEXT,
    'A null sets it to what it was made with.',
    ['patched.keeps-rest text not removed'],
  ],
])('what a merge patch names as null %s', async (_, kept, words, expected) => {
  expect(await violations(documentOf(kept, words))).toEqual(expected);
});

test('of what nothing reads, the reply to a patch tells whether the rest is kept', async () => {
  const LINE = {
    type: 'object',
    required: ['id', 'text', 'note'],
    properties: { id: STRING, text: STRING, note: STRING },
  };
  const paths = {
    '/lines': {
      get: gives(200, { type: 'array', items: LINE }),
      post: { ...takes({ ...textsOf('text'), properties: { text: STRING, note: STRING } }), ...gives(201, LINE) },
    },
    '/lines/{id}': {
      parameters: [inPath('id')],
      patch: { ...takes({ type: 'object', properties: { text: STRING } }), ...gives(200, LINE, 404) },
    },
  };
  const judged = async (isReset: boolean) => {
    const lines = new Map<string, { id: string; text: string; note: string }>();
    const { findings } = await judgedByOne(patchedKeepsRest, paths, ({ method, steps: [, id = ''], sent }) => {
      if (method === 'GET') return [200, [...lines.values()]];
      const was = lines.get(id) ?? { id: `l${lines.size}`, text: '', note: '' };
      const line = { ...was, ...(isReset ? { note: 'none' } : {}), ...sent };
      lines.set(line.id, line);
      return [method === 'POST' ? 201 : 200, line];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual(['note changed']);
});

test('a patch of a part of an object does not take the rest back to its default', async () => {
  const shipping = {
    type: 'object',
    properties: {
      method: { ...STRING, enum: ['post', 'pickup'], default: 'post' },
      street: { type: ['string', 'null'] },
    },
  };
  const PARCEL = {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { ...STRING, readOnly: true }, text: STRING, shipping },
  };
  const patch = { type: 'object', properties: { text: STRING, shipping } };
  const paths = {
    '/parcels': {
      get: gives(200, { type: 'array', items: PARCEL }),
      post: { ...takes(PARCEL), ...gives(201, PARCEL) },
    },
    '/parcels/{id}': {
      parameters: [inPath('id')],
      get: gives(200, PARCEL, 404),
      patch: {
        requestBody: { content: { 'application/merge-patch+json': { schema: patch } } },
        ...gives(200, PARCEL, 404),
      },
    },
  };
  const judged = async (isReset: boolean) => {
    const parcels = new Map<string, Record<string, unknown>>();
    const { findings } = await judgedByOne(patchedKeepsRest, paths, ({ method, steps: [, id], sent }) => {
      if (method === 'GET')
        return id === undefined ? [200, [...parcels.values()]] : [parcels.has(id) ? 200 : 404, parcels.get(id)];
      const was = parcels.get(id ?? '') ?? { id: `p${parcels.size}`, shipping: { method: 'post' } };
      const before = isReset && sent.shipping !== undefined ? { method: 'post' } : {};
      const merged = Object.entries({ ...Object(was.shipping), ...before, ...Object(sent.shipping) }).filter(
        ([, value]) => value !== null,
      );
      const parcel: Record<string, unknown> = { ...was, ...sent, shipping: Object.fromEntries(merged) };
      parcels.set(String(parcel.id), parcel);
      return [method === 'POST' ? 201 : 200, parcel];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual(['shipping merged otherwise']);
});

test('null within an object within an object may take a member back to its default', async () => {
  const inner = { note: { type: ['string', 'null'] }, leave: { type: ['boolean', 'null'] } };
  const doorOf = (leave: object, also: object = {}) => ({
    type: 'object',
    properties: {
      language: STRING,
      door: { type: 'object', properties: { ...inner, leave: { ...inner.leave, ...leave } }, ...also },
    },
  });
  const shown = doorOf({ default: false });
  const PARCEL = {
    ...{ type: 'object', required: ['id', 'text'] },
    properties: { id: { ...STRING, readOnly: true }, text: STRING, shipping: shown },
  };
  const patch = { type: 'object', properties: { text: STRING, shipping: doorOf({}) } };
  const paths = {
    '/parcels': {
      get: gives(200, { type: 'array', items: PARCEL }),
      post: { ...takes(PARCEL), ...gives(201, PARCEL) },
    },
    '/parcels/{id}': {
      parameters: [inPath('id')],
      get: gives(200, PARCEL, 404),
      patch: {
        requestBody: { content: { 'application/merge-patch+json': { schema: patch } } },
        ...gives(200, PARCEL, 404),
      },
    },
  };
  type Shipping = Readonly<Record<string, unknown>> & { readonly door?: Readonly<Record<string, unknown>> };
  const judged = async (keeps: boolean) => {
    const parcels = new Map<string, Record<string, unknown> & { readonly shipping: Shipping }>();
    const { findings } = await judgedByOne(patchedKeepsRest, paths, ({ method, steps: [, id], sent }) => {
      if (method === 'GET')
        return id === undefined ? [200, [...parcels.values()]] : [parcels.has(id) ? 200 : 404, parcels.get(id)];
      const was = parcels.get(id ?? '') ?? { id: `p${parcels.size}`, shipping: {} };
      const asked: Shipping = Object(sent.shipping);
      const door = { leave: false, note: null, ...(keeps ? was.shipping.door : {}), ...asked.door };
      const shipping = { ...was.shipping, ...asked, door: { ...door, leave: door.leave ?? false } };
      const parcel: Record<string, unknown> & { readonly shipping: Shipping } = { ...was, ...sent, shipping };
      parcels.set(String(parcel.id), parcel);
      return [method === 'POST' ? 201 : 200, parcel];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judged(true)).toEqual([]);
  expect(await judged(false)).toEqual(['shipping merged otherwise']);
});
