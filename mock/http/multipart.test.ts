import fc from 'fast-check';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { boundaryOf, parseMultipart } from './multipart';

const namesOf = (body: string | Buffer, boundary = 'b') =>
  parseMultipart(Buffer.from(body), boundary).map(({ name, bytes }) => [name, bytes.toString()]);
const part = (name: string, value: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

test('what fetch sends is read, whatever is in it', async () => {
  const text = fc
    .string({
      unit: fc.oneof(fc.constant('\\'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
      maxLength: 20,
    })
    .filter((name) => !name.includes('%22'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, fc.uint8Array({ maxLength: 40 }))), async (fields) => {
      const form = new FormData();
      for (const [name, bytes] of fields) form.append(name, new Blob([bytes]), 'a "file".bin');
      const sent = new Response(form);
      const boundary = boundaryOf(sent.headers.get('content-type') ?? '') ?? '';
      const parts = parseMultipart(Buffer.from(await sent.arrayBuffer()), boundary);
      expect(parts.map(({ name }) => name)).toEqual(fields.map(([name]) => name));
      expect(parts.map(({ bytes }) => [...bytes])).toEqual(fields.map(([, bytes]) => [...bytes]));
    }),
    { numRuns: 50 },
  );
});

test('names with quotes, in a token, and beside the name of a file', () => {
  expect(namesOf(`${part('a\\"b', '1')}--b--`)).toEqual([['a"b', '1']]);
  expect(namesOf(`${part('a%22b', '1')}--b--`)).toEqual([['a"b', '1']]);
  expect(namesOf(`${part('a\\\\b\\"', '1')}--b--`)).toEqual([['a\\b"', '1']]);
  // As browsers write backslashes.
  expect(namesOf(`${part('a\\b', '1')}${part('\\', '2', '; filename="a"')}--b--`)).toEqual([
    ['a\\b', '1'],
    ['\\', '2'],
  ]);
  expect(namesOf('--b\r\ncontent-disposition: form-data; filename="name=x"; name=a\r\n\r\n1\r\n--b--')).toEqual([
    ['a', '1'],
  ]);
  expect(namesOf(`before\r\n${part('a', '')}--b--\r\nafter`)).toEqual([['a', '']]);
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(boundaryOf('multipart/form-data')).toBeUndefined();
});

test.each([
  ['', 'the boundary "b" is not in it'],
  [part('a', '1'), 'the last boundary is missing'],
  ['--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--', 'a part has no name'],
  ['--b\r\nContent-Disposition: form-data; name="a"\r\n--b--', 'the headers of a part do not end'],
  [`--b\r\n${'x'.repeat(20_000)}\r\n\r\n\r\n--b--`, 'the headers of a part do not end'],
  ['--bad\r\n\r\n--b--', 'a boundary is not followed by a new line'],
])('%j is no form: %s', (body, problem) => {
  expect(() => namesOf(body)).toThrow(problem);
});

test('hostile bodies take linear time', () => {
  const bodies = [
    (n: number) => `${part('a', '').repeat(n)}--b--`,
    (n: number) => `${part('a', '\r\n--'.repeat(n))}--b--`,
    (n: number) => `${part('a', '1', `; x="${'\\"'.repeat(n)}`)}--b--`,
  ];
  for (const bodyOf of bodies) {
    const growth = growthOf((size) => {
      const body = Buffer.from(bodyOf(size));
      return () => parseMultipart(body, 'b');
    }, 1000);
    expect(isLinear(growth)).toBe(true);
  }
});
