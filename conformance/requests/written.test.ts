import { type MediaType, type Parameter, parseJson, type Schema } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { PLAIN } from '../arbitraries/plain';
import { NoValue } from '../arbitraries/string';
import { keyOf } from '../records/records';
import { fileValue } from './files';
import { filled } from './request';
import { tellBody, writtenBody, writtenPairs, writtenRow } from './written';

const FINE = { responses: { 200: { description: 'Fine.' } } };

/** A parameter, and the body of a form, as a document describes them. */
async function read(raw: object, body: object = {}): Promise<{ parameter: Parameter; media: MediaType }> {
  const { operations } = await contractOf({
    openapi: '3.0.3',
    info: { title: 'One', version: '1' },
    paths: {
      '/a/{color}': {
        post: { parameters: [{ name: 'color', in: 'path', required: true, schema: {}, ...raw }], ...FINE },
      },
      '/b': { post: { requestBody: { content: body }, ...FINE } },
    },
  });
  const [parameter] = operations[0]?.parameters ?? [];
  const [media = { type: '', schema: undefined, examples: [], pointer: '' }] = operations[1]?.body?.content ?? [];
  if (parameter === undefined) throw new Error('expected a parameter');
  return { parameter, media };
}

const ARRAY = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

// The table of OpenAPI 3.0.4, §4.7.12.5, for "blue", the array and the object.
test.each([
  ['matrix', false, [';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
  ['matrix', true, [';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
  ['label', false, ['.blue', '.blue,black,brown', '.R,100,G,200,B,150']],
  ['label', true, ['.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
  ['simple', false, ['blue', 'blue,black,brown', 'R,100,G,200,B,150']],
  ['simple', true, ['blue', 'blue,black,brown', 'R=100,G=200,B=150']],
])('in a path, %s (exploded: %p) is written %j', async (style, explode, texts) => {
  const { parameter } = await read({ style, explode });
  expect(['blue', ARRAY, OBJECT].map((value) => writtenRow(parameter, value))).toEqual(texts);
});

test.each([
  ['form', false, ['color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
  ['form', true, ['color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
  ['spaceDelimited', false, ['color=blue', 'color=blue black brown', 'color=R 100 G 200 B 150']],
  ['pipeDelimited', false, ['color=blue', 'color=blue|black|brown', 'color=R|100|G|200|B|150']],
  ['deepObject', true, ['color=blue', 'color=blue&color=black&color=brown', 'color[R]=100&color[G]=200&color[B]=150']],
])('in a query, %s (exploded: %p) is written %j', async (style, explode, texts) => {
  const { parameter } = await read({ in: 'query', name: 'color', required: false, style, explode });
  const written = ['blue', ARRAY, OBJECT].map((value) => writtenPairs('color', value, parameter));
  expect(written.map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))).toEqual(texts);
});

test.each([
  ['form', true, ['', 'color=a', 'R=1']],
  ['form', false, ['', 'color=a', 'color=R,1']],
  ['deepObject', true, ['', 'color=a', 'color[R]=1']],
])('what is null is left out of a query, %s (exploded: %p)', async (style, explode, texts) => {
  const { parameter } = await read({ in: 'query', name: 'color', required: false, style, explode });
  const written = [null, [null, 'a'], { R: 1, G: null }].map((value) => writtenPairs('color', value, parameter));
  expect(written.map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))).toEqual(texts);
});

test('what has a media type is written in it, and what is encoded is encoded alone', async () => {
  const { parameter } = await read({ schema: undefined, content: { 'application/json': { schema: {} } } });
  expect(writtenRow(parameter, { a: [1] }, encodeURIComponent)).toBe('%7B%22a%22%3A%5B1%5D%7D');
  const { parameter: matrix } = await read({ style: 'matrix', explode: true });
  expect(writtenRow(matrix, ['a;b', 'c'], encodeURIComponent)).toBe(';color=a%3Bb;color=c');
});

test('objects that JSON was read into stand in a path, and one within another has no form there: it is not sent', async () => {
  const { parameter } = await read({});
  const { parameter: text } = await read({ schema: undefined, content: { 'text/plain': { schema: {} } } });
  const shade = parseJson('{"R":1}');
  expect(filled('/a/{color}/{shade}', [parameter], { color: shade, shade: 2 })).toBe('/a/R,1/2');
  expect(keyOf(shade)).toBe('{"R":1}');
  expect(() => writtenRow(parameter, { a: shade })).toThrow(NoValue);
  expect(() => writtenRow(text, OBJECT)).toThrow(NoValue);
});

describe('a form', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      place: { type: 'object', properties: { x: { type: 'integer' } } },
      file: { type: 'string', format: 'binary' },
    },
  };
  const value = { name: 'a & b', tags: ['x', 'y'], place: { x: 1 } };

  test('is urlencoded as its encoding says', async () => {
    const type = 'application/x-www-form-urlencoded';
    const encoding = { tags: { explode: false }, place: { style: 'deepObject' } };
    const { media } = await read({}, { [type]: { schema, encoding } });
    expect(writtenBody(media, value)).toEqual({ type, text: 'name=a+%26+b&tags=x%2Cy&place%5Bx%5D=1' });
    const { media: plain } = await read({}, { [type]: { schema } });
    expect(writtenBody(plain, value).text).toBe('name=a+%26+b&tags=x&tags=y&x=1');
  });

  test('is multipart, with files and JSON, as fetch reads it', async () => {
    const { media } = await read(
      {},
      { 'multipart/form-data': { schema, encoding: { file: { contentType: 'image/png' } } } },
    );
    const { text, type } = writtenBody(media, { ...value, file: 'picture' });
    const form = await new Response(text, { headers: { 'content-type': type } }).formData();
    const parts = await Promise.all(
      [...form].map(async ([name, part]) =>
        typeof part === 'string' ? [name, part] : [name, part.name, part.type, await part.text()],
      ),
    );
    expect(parts).toEqual([
      ['name', 'a & b'],
      ['tags', 'x'],
      ['tags', 'y'],
      ['place', '{"x":1}'],
      ['file', 'file.png', 'image/png', 'picture'],
    ]);
  });
});

test.each([
  ['image/png, image/gif', 'file.gif', 'image/gif', /^GIF89a/],
  ['image/*', 'file.gif', 'image/gif', /^GIF89a/],
  ['application/pdf', 'file.pdf', 'application/pdf', /^%PDF-/],
  ['application/vnd.ms-excel', 'file.excel', 'application/vnd.ms-excel', /^example$/],
  [undefined, 'file.txt', 'application/octet-stream', /^example$/],
])('a file of which nothing else is known is one of the media type %s', async (contentType, name, type, content) => {
  const schema = {
    type: 'object',
    properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
  };
  const { media } = await read({}, { 'multipart/form-data': { schema, encoding: { files: { contentType } } } });
  const body = writtenBody(media, { files: [PLAIN] });
  const form = await new Response(body.text, { headers: { 'content-type': body.type } }).formData();
  const file = form.get('files');
  if (typeof file === 'string' || file === null) throw new Error('expected a file');
  expect([file.name, file.type, await file.text()]).toEqual([name, type, expect.stringMatching(content)]);
});

test('a file goes under the name and type that its value has', async () => {
  const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
  const { media } = await read({}, { 'multipart/form-data': { schema } });
  const file = { name: 'my rows, "2".parquet', type: 'application/octet-stream', text: 'PAR1,\n\0;' };
  const body = writtenBody(media, { file: fileValue(file) });
  const sent = (await new Response(body.text, { headers: { 'content-type': body.type } }).formData()).get('file');
  if (typeof sent === 'string' || sent === null) throw new Error('expected a file');
  expect({ name: sent.name, type: sent.type, text: await sent.text() }).toEqual(file);
});

test.each([
  ['text/plain', 'hello', 'hello', 'text/plain'],
  ['application/xml', { a: 1 }, '<?xml version="1.0" encoding="UTF-8"?>\n<root><a>1</a></root>', 'application/xml'],
  ['application/vnd.a+json', { a: 1 }, '{"a":1}', 'application/vnd.a+json'],
  ['*/*', { a: 1 }, '{"a":1}', 'application/json'],
  ['image/*', 'x', 'x', 'image/gif'],
  ['text/csv', [{ a: 1, b: 'x,y' }, { a: 2 }], 'a,b\r\n1,"x,y"\r\n2,', 'text/csv'],
  ['application/x-ndjson', [{ a: 1 }, { a: 2 }], '{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
  ['application/xml', '<a/>', '<a/>', 'application/xml'],
])('a body of %s', async (type, value, text, sent) => {
  const { media } = await read({}, { [type]: { schema: {} } });
  expect(writtenBody(media, value)).toEqual({ text, type: sent });
});

test('a body of several parts is told by the names and values of its parts', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' }, at: { type: 'object' } } };
  const { media } = await read({}, { 'multipart/form-data': { schema } });
  const { text, type } = writtenBody(media, { title: 'A "b"', at: { lat: 1 } });
  expect(tellBody(text, type)).toBe('title: A "b", at: {"lat":1}');
  expect(tellBody(writtenBody(media, {}).text, type)).toBe('no part');
  expect(tellBody('{"title":1}', 'application/json')).toBe('{"title":1}');
});
