import { createMock, type Mock } from './index';
import { arrayOf, documentOf, done, INTEGER, idsIn, json, NONE, object, TEXT } from './testing/asking';

const FILE = object(
  { id: INTEGER, filename: { ...TEXT, example: 'cat.jpg' }, size: INTEGER, content_type: TEXT, note: TEXT },
  ...['id', 'filename', 'size'],
);
const SHEET = object(
  {
    name: TEXT,
    mimeType: { ...TEXT, enum: ['text/csv', 'image/png'] },
    size: TEXT,
    files: { ...arrayOf(FILE), minItems: 1 },
  },
  ...['name', 'mimeType', 'size', 'files'],
);
const SHIRT = object({ name: { ...TEXT, example: 'Polo' }, size: { ...INTEGER, example: 3 } }, 'name', 'size');
const ALBUM = object(
  { id: INTEGER, note: TEXT, visits: INTEGER, files: arrayOf(object({ filename: TEXT, size: INTEGER })) },
  ...['id', 'files', 'visits'],
);
const BINARY = { ...TEXT, format: 'binary' };
const BODY = object({ file: BINARY, files: arrayOf(BINARY), note: TEXT });
const upload = (schema: object, status = 200, type = 'multipart/form-data') => ({
  requestBody: { required: true, content: { [type]: { schema: BODY } } },
  responses: done(status, schema),
});
const collection = (schema: object) => ({
  post: upload(schema, 201),
  get: { responses: done(200, arrayOf(schema)) },
});

const PATHS = {
  '/files': collection(FILE),
  '/files/{id}': { parameters: idsIn('{id}'), get: { responses: { ...done(200, FILE), ...NONE } } },
  '/albums': collection(ALBUM),
  '/albums/{id}': {
    parameters: idsIn('{id}'),
    get: { responses: { ...done(200, ALBUM), ...NONE } },
    put: { requestBody: json(object({ note: TEXT })), responses: { ...done(200, ALBUM), ...NONE } },
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

describe('a reply describes what was uploaded', () => {
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
