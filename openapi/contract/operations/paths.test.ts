import fc from 'fast-check';
import { growthOf, isLinear } from '../../program/testing/growth';
import { readOperations } from './operations';
import { createMatcher } from './paths';

/** A matcher of operations written as `GET /things/{id}`. */
function matcherOf(prefix: string, ...lines: string[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const line of lines) {
    const [method = '', path = ''] = line.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: { responses: {} } };
  }
  return createMatcher({ prefix, operations: readOperations({ paths }) });
}

/** The operation's id and the path's parameters; else what the matcher says instead. */
function resultOf(match: ReturnType<typeof matcherOf>, line: string) {
  const [method = '', path = ''] = line.split(' ');
  const found = match(method, path);
  return found.kind === 'operation' ? [found.operation.id, { ...found.pathParameters }] : found.kind;
}

describe('a request leads to an operation', () => {
  const match = matcherOf(
    '/v1',
    'GET /pets/{petId}',
    'GET /pets/mine',
    'GET /pets',
    'POST /pets',
    'GET /pets/{id}/toys/{toyId}',
    'GET /pets/mine/toys/all',
    'GET /files/{name}.{extension}',
    'GET /caf%C3%A9/menu',
  );

  test.each<[string, unknown]>([
    ['GET /v1/pets', ['GET /pets', {}]],
    ['POST /v1/pets', ['POST /pets', {}]],
    ['GET /v1/pets/7', ['GET /pets/{petId}', { petId: '7' }]],
    ['GET /v1/pets/a%20b%2Fc', ['GET /pets/{petId}', { petId: 'a b/c' }]],
    ['GET /v1/pets/%E0%A4%A', ['GET /pets/{petId}', { petId: undefined }]],
    ['GET /v1/pets/__proto__', ['GET /pets/{petId}', { petId: '__proto__' }]],
    ['GET /v1/pets/mine', ['GET /pets/mine', {}]],
    ['GET /v1/pets/m%69ne', ['GET /pets/mine', {}]],
    ['GET /v1/pets/mine/toys/all', ['GET /pets/mine/toys/all', {}]],
    ['GET /v1/pets/mine/toys/3', ['GET /pets/{id}/toys/{toyId}', { id: 'mine', toyId: '3' }]],
    ['GET /v1/files/a.tar.gz', ['GET /files/{name}.{extension}', { name: 'a', extension: 'tar.gz' }]],
    ['GET /v1/caf%c3%a9/menu', ['GET /caf%C3%A9/menu', {}]],
  ])('%s', (line, expected) => {
    expect(resultOf(match, line)).toStrictEqual(expected);
  });

  test.each([
    '/v1/pet',
    '/v1/pets/',
    '/v1/pets/1/toys',
    '/v1//pets',
    '/pets',
    '/v1',
    '/',
    '',
    'v1/pets',
    '/V1/pets',
    '/v1/files/a',
    '/v1/files/.',
  ])('but %j is unknown', (path) => {
    expect(match('GET', path).kind).toBe('unknownPath');
  });
});

test('any id arrives as it was sent', () => {
  const match = matcherOf('', 'GET /pets/{petId}/toys');
  const id = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(id, (petId) => {
      expect(resultOf(match, `GET /pets/${encodeURIComponent(petId)}/toys`)).toStrictEqual([
        'GET /pets/{petId}/toys',
        { petId },
      ]);
    }),
  );
});

test('of two templates that a segment fits, the one that has the method is meant; a fixed segment is meant whatever its methods', () => {
  const match = matcherOf(
    '',
    'GET /pulls/{index}.{type}',
    'GET /pulls/{index}',
    'PATCH /pulls/{index}',
    'GET /pulls/all',
  );
  expect(resultOf(match, 'GET /pulls/1.diff')).toStrictEqual([
    'GET /pulls/{index}.{type}',
    { index: '1', type: 'diff' },
  ]);
  expect(resultOf(match, 'PATCH /pulls/1.5')).toStrictEqual(['PATCH /pulls/{index}', { index: '1.5' }]);
  expect(resultOf(match, 'PATCH /pulls/all')).toBe('otherMethod');
  expect(resultOf(match, 'PUT /pulls/1.5')).toBe('otherMethod');
});

test('a path with a fragment, which no client sends, is meant by the path without it, where that has no such method', () => {
  const match = matcherOf(
    '/v1',
    'GET /files/{id}',
    'GET /files/{id}#shared',
    'PUT /files/{key}#add',
    'PUT /files/{key}#x',
  );
  expect(resultOf(match, 'GET /v1/files/1')).toStrictEqual(['GET /files/{id}', { id: '1' }]);
  expect(resultOf(match, 'PUT /v1/files/1')).toStrictEqual(['PUT /files/{key}#add', { key: '1' }]);
});

describe('the methods of a path', () => {
  const match = matcherOf('', 'GET /pets', 'POST /pets', 'PUT /pets/{id}', 'HEAD /toys', 'GET /toys', 'OPTIONS /toys');

  test('are those of the document, HEAD where it has GET, and OPTIONS', () => {
    expect(match('DELETE', '/pets')).toStrictEqual({
      kind: 'otherMethod',
      allowed: ['GET', 'POST', 'HEAD', 'OPTIONS'],
    });
    expect(match('GET', '/pets/1')).toStrictEqual({ kind: 'otherMethod', allowed: ['PUT', 'OPTIONS'] });
    expect(match('GET', '/toys')).toMatchObject({ kind: 'operation', allowed: ['GET', 'OPTIONS', 'HEAD'] });
  });

  test("have HEAD answered by GET's operation where it has none of its own", () => {
    expect(resultOf(match, 'HEAD /pets')).toStrictEqual(['GET /pets', {}]);
    expect(resultOf(match, 'HEAD /toys')).toStrictEqual(['HEAD /toys', {}]);
    expect(resultOf(match, 'HEAD /pets/1')).toBe('otherMethod');
  });

  test('are told apart by their case', () => {
    expect(resultOf(match, 'get /pets')).toBe('otherMethod');
  });
});

test('templates of one segment take what a regular expression with the same literals takes', () => {
  const part = fc.constantFrom('{x}', 'a', 'b', '.', 'ab');
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.stringMatching(/^[ab.]{1,10}$/),
      (parts, segment) => {
        const named = parts.map((one, index) => (one === '{x}' ? `{x${index}}` : one));
        const pattern = new RegExp(
          `^${parts.map((one) => (one === '{x}' ? '(.+?)' : one.replace('.', '\\.'))).join('')}$`,
        );
        const values = pattern.exec(segment)?.slice(1);
        const expected = values && [`GET /${named.join('')}`, ...values];
        const found = matcherOf('', `GET /${named.join('')}`)('GET', `/${segment}`);
        const took = found.kind === 'operation' && [found.operation.id, ...Object.values(found.pathParameters)];
        expect(took).toEqual(expected ?? false);
      },
    ),
  );
});

test('a segment of several templates takes time in proportion to its length', () => {
  const match = matcherOf('', 'GET /{a}.{b}.{c}.{d}.json');
  const growth = growthOf((size) => {
    const path = `/${'.'.repeat(size)}`;
    return () => match('GET', path);
  }, 4096);
  expect([growth, isLinear(growth)]).toEqual([growth, true]);
});
