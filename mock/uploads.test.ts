import { createMock, type Mock } from './index';
import { documentOf, inPath, TEXT } from './testing/asking';

const FILE = {
  type: 'object',
  required: ['id', 'filename', 'size'],
  properties: {
    id: { type: 'integer' },
    filename: { type: 'string', example: 'cat.jpg' },
    size: { type: 'integer' },
    content_type: TEXT,
    note: TEXT,
  },
};
const SHEET = {
  type: 'object',
  required: ['name', 'mimeType', 'size', 'files'],
  properties: {
    name: TEXT,
    mimeType: { type: 'string', enum: ['text/csv', 'image/png'] },
    size: TEXT,
    files: { type: 'array', items: FILE, minItems: 1 },
  },
};
const SHIRT = {
  type: 'object',
  required: ['name', 'size'],
  properties: { name: { type: 'string', example: 'Polo' }, size: { type: 'integer', example: 3 } },
};
const ALBUM = {
  type: 'object',
  required: ['id', 'files', 'visits'],
  properties: {
    id: { type: 'integer' },
    note: TEXT,
    visits: { type: 'integer' },
    files: {
      type: 'array',
      items: { type: 'object', properties: { filename: TEXT, size: { type: 'integer' } } },
    },
  },
};
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const BINARY = { type: 'string', format: 'binary' };
const BODY = {
  type: 'object',
  properties: { file: BINARY, files: { type: 'array', items: BINARY }, note: TEXT },
};
const upload = (schema: object, status = 200, type = 'multipart/form-data') => ({
  requestBody: {
    required: true,
    content: {
      [type]: { schema: BODY },
    },
  },
  responses: { [status]: json(schema) },
});

const PATHS = {
  '/files': { post: upload(FILE, 201), get: { responses: { 200: json({ type: 'array', items: FILE }) } } },
  '/files/{id}': {
    parameters: [inPath('id')],
    get: { responses: { 200: json(FILE), 404: { description: 'None.' } } },
  },
  '/albums': { post: upload(ALBUM, 201), get: { responses: { 200: json({ type: 'array', items: ALBUM }) } } },
  '/albums/{id}': {
    parameters: [inPath('id')],
    get: { responses: { 200: json(ALBUM), 404: { description: 'None.' } } },
    put: {
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { note: TEXT } } } } },
      responses: { 200: json(ALBUM), 404: { description: 'None.' } },
    },
  },
  '/check': { post: upload(SHEET) },
  '/bytes': { post: upload(SHEET, 200, 'image/*') },
  '/shirt': { post: upload(SHIRT) },
};

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: documentOf(PATHS), checkReplies: true });
});

async function sent(path: string, body: RequestInit['body'], headers: Record<string, string> = {}) {
  const response = await mock.fetch(`http://localhost${path}`, { method: 'POST', headers, body: body ?? null });
  return { status: response.status, body: await response.json() };
}

function formOf(...files: readonly (readonly [name: string, text: string, type: string])[]): FormData {
  const form = new FormData();
  for (const [name, text, type] of files) form.append('files', new Blob([text], { type }), name);
  return form;
}

describe('a reply tells what was uploaded', () => {
  test('in a new record, which is read again as it was shown; what else the form says of it stays', async () => {
    const form = formOf(['täst "1".csv', 'a,b\n', 'text/csv']);
    form.append('note', 'mine');
    const made = await sent('/files', form);
    const record = { filename: 'täst "1".csv', size: 4, content_type: 'text/csv', note: 'mine' };
    expect(made).toEqual({ status: 201, body: { id: expect.any(Number), ...record } });
    const read = await mock.fetch(`http://localhost/files/${(made.body as { id: number }).id}`);
    expect(await read.json()).toEqual(made.body);
    // A text without the name of a file is none.
    const plain = new FormData();
    plain.append('file', 'abc');
    expect(await sent('/files', plain)).not.toMatchObject({ body: { size: 3 } });
  });

  test('in any other reply, with an item for each file where there is a list of them', async () => {
    const { body } = await sent('/check', formOf(['a.csv', '1234', 'text/csv'], ['b.png', '12', 'image/png']));
    expect(body).toEqual({
      name: 'a.csv',
      mimeType: 'text/csv',
      // What is a text may be another size.
      size: expect.not.stringMatching(/^4$/),
      files: [
        expect.objectContaining({ filename: 'a.csv', size: 4 }),
        expect.objectContaining({ filename: 'b.png', size: 2 }),
      ],
    });
  });

  test('of a body that is a file, and as far as the schema lets it be shown', async () => {
    expect(await sent('/bytes', new Uint8Array([0xff, 1, 2]), { 'content-type': 'image/png' })).toMatchObject({
      body: { mimeType: 'image/png', files: [{ filename: 'cat.jpg', size: 3 }] },
    });
    expect(await sent('/check', formOf(['a.pdf', '1', 'application/pdf']))).toMatchObject({
      body: { name: 'a.pdf', mimeType: expect.stringMatching(/csv|png/) },
    });
  });

  test('but not where nothing says that its members are about a file', async () => {
    expect(await sent('/shirt', formOf(['a.csv', '1234', 'text/csv']))).toMatchObject({
      body: { name: 'Polo', size: 3 },
    });
  });
});

test('a new record has an item for each file, and a replacement leaves what no client can send', async () => {
  const form = formOf(['a.png', 'aa', 'image/png'], ['b.png', 'bbb', 'image/png']);
  form.append('note', 'Mine');
  const made = await sent('/albums', form);
  expect(made).toMatchObject({
    status: 201,
    body: {
      note: 'Mine',
      files: [
        { filename: 'a.png', size: 2 },
        { filename: 'b.png', size: 3 },
      ],
    },
  });
  const replaced = await mock.fetch(`http://localhost/albums/${(made.body as { id: number }).id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"note":"Ours"}',
  });
  expect(await replaced.json()).toEqual({ ...(made.body as object), note: 'Ours' });
});
