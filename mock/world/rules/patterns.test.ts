import fc from 'fast-check';
import { parseJson, stringifyJson } from '../../../openapi/contract';
import { growthOf, isLinear } from '../../../openapi/program/testing/growth';
import type { Pattern } from '../../../openapi/types/control';
import { entry } from '../testing/entries';
import { createPathTest, createTest, mayMatch } from './patterns';

const AT = Date.parse('2026-03-01T12:00:00Z');
const POSTED = entry({
  at: AT,
  method: 'POST',
  path: '/v1/things%2F1',
  query: 'tag=a&tag=b%20c&empty=&page=2',
  operationId: 'makeThing',
  keyName: 'free',
  status: 404,
  requestHeaders: ['Accept', 'text/html', 'X-Id', '7', 'x-id', '8'],
  requestBody: Buffer.from('{"name":"Rex","tags":["a",{"b":1,"c":2}],"big":9007199254740993,"none":null}'),
});

describe('a pattern', () => {
  it.each<[string, Pattern]>([
    ['nothing', {}],
    ['what is undefined', { method: undefined, body: undefined }],
    ['the operation', { operationId: 'makeThing' }],
    ['the method in another case', { method: 'post' }],
    ['the path as it was sent', { path: '/v1/things%2F1' }],
    ['the path without the prefix', { path: '/things%2F1' }],
    ['the status', { status: '404' }],
    ['the status as a number', { status: 404 }],
    ['the class of the status', { status: '4XX' }],
    ['the class of the status in small letters', { status: '4xx' }],
    ['the key', { key: 'free' }],
    ['the instant itself as the first', { since: '2026-03-01T13:00:00+01:00' }],
    ['a later end', { until: '2026-03-01T12:00:00.001Z' }],
    ['an empty object of any body that is one', { body: {} }],
    ['a part of the body', { body: { tags: ['a', { c: 2 }] } }],
    ['null where the body says null', { body: { none: null } }],
    ['an integer of 64 bits', { body: { big: 9007199254740993n } }],
  ])('that asks for %s matches', (_, pattern) => {
    expect(createTest(pattern, '/v1')(POSTED)).toBe(true);
  });

  it.each<[string, Pattern]>([
    ['another operation', { operationId: 'make' }],
    ['another method', { method: 'PUT' }],
    ['a path of another spelling', { path: '/v1/things/1' }],
    ['the path with the query', { path: '/v1/things%2F1?page=2' }],
    ['another status', { status: '400' }],
    ['another number of a status', { status: 400 }],
    ['another class', { status: '5XX' }],
    ['another key', { key: 'fre' }],
    ['a later start', { since: '2026-03-01T12:00:00.001Z' }],
    ['the instant itself as the end', { until: '2026-03-01T12:00:00Z' }],
    ['one thing that is not so', { method: 'POST', status: '4XX', key: 'pro' }],
    ['another value', { body: { name: 'rex' } }],
    ['a number for a text', { body: { name: 1 } }],
    ['a property that is not there', { body: { name: 'Rex', none: null, missing: null } }],
    ['a property that every object inherits', { body: JSON.parse('{"__proto__":{}}') }],
    ['fewer items', { body: { tags: ['a'] } }],
    ['other items', { body: { tags: ['a', { c: 3 }] } }],
    ['an object for an array', { body: { tags: {} } }],
    ['an integer that rounds to the same', { body: { big: 9007199254740992n } }],
    ['null', { body: null }],
  ])('that asks for %s does not', (_, pattern) => {
    expect(createTest(pattern, '/v1')(POSTED)).toBe(false);
  });

  it.each<[string, Pattern, boolean]>([
    ['a value of the query', { query: { page: 2 } }, true],
    ['a value, decoded', { query: { tag: 'b c' } }, true],
    ['one of several values', { query: { tag: 'a' } }, true],
    ['another value', { query: { page: 20 } }, false],
    ['any value', { query: { page: '*' } }, true],
    ['any value of what is empty', { query: { empty: '*' } }, true],
    ['any value of what is not there', { query: { other: '*' } }, false],
    ['an empty value', { query: { empty: '' } }, true],
    ['two values', { query: { page: 2, tag: 'a' } }, true],
    ['two values, one of them another', { query: { page: 2, tag: 'c' } }, false],
    ['a large number', { query: { page: 9007199254740993n } }, false],
    ['a header in another case', { headers: { accept: 'text/html' } }, true],
    ['a header of several lines', { headers: { 'X-ID': 8 } }, true],
    ['the name of a header as a value', { headers: { accept: 'X-Id' } }, false],
    ['a value in another case', { headers: { accept: 'TEXT/HTML' } }, false],
    ['any value of a header', { headers: { accept: '*' } }, true],
    ['any value of a header that is not there', { headers: { cookie: '*' } }, false],
    ['a property that every object has', { query: { constructor: '*' } }, false],
    ['all of them', { method: 'post', status: '4XX', query: { page: '2' }, headers: { 'x-id': '7' } }, true],
  ])('that asks for %s among those that were sent: %#', (_, pattern, matches) => {
    expect(createTest(pattern, '/v1')(POSTED)).toBe(matches);
  });

  it('takes no HEAD for a GET', () => {
    expect(createTest({ method: 'GET' }, '')(entry({ method: 'HEAD' }))).toBe(false);
  });

  it('matches no request of which the answer is not known', () => {
    const unknown = entry({ status: undefined });
    for (const pattern of [{ operationId: 'x' }, { key: 'free' }, { status: '2XX' }, { status: '200' }]) {
      expect(createTest(pattern, '/v1')(unknown)).toBe(false);
    }
  });

  it.each<[string, Buffer | undefined, unknown, boolean]>([
    ['no body', undefined, null, false],
    ['an empty body', Buffer.alloc(0), '', false],
    ['a text that is no JSON', Buffer.from('Rex!'), 'Rex!', true],
    ['another text', Buffer.from('Rex!'), 'Rex', false],
    ['a text in JSON', Buffer.from('"Rex"'), 'Rex', true],
    ['a number, which is no text', Buffer.from('1'), '1', false],
    ['null', Buffer.from('null'), null, true],
    ['an array', Buffer.from('[1,2]'), [1, 2], true],
    ['an array for an object', Buffer.from('[1,2]'), {}, false],
    ['JSON that is nested too deep', Buffer.from('['.repeat(300)), '['.repeat(300), true],
    ['a body that the journal has cut', Buffer.from(`{"a":1}${' '.repeat(70_000)}`), { a: 1 }, false],
  ])('holds %s against what it asks of the body', (_, requestBody, body, matches) => {
    expect(createTest({ body }, '')(entry({ requestBody }))).toBe(matches);
  });

  it('matches the body that it was made from, and that body with more in its objects', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = stringifyJson(value);
        const test = createTest({ body: parseJson(text) }, '');
        expect(test(entry({ requestBody: Buffer.from(text) }))).toBe(true);
        const more = text.replaceAll(/\{(?=[}"])/g, (brace, at: number) =>
          isInString(text, at) ? brace : text[at + 1] === '}' ? '{"more~":1' : '{"more~":1,',
        );
        expect(test(entry({ requestBody: Buffer.from(more) }))).toBe(true);
      }),
    ));

  it('with an instant that is none is refused', () => {
    expect(() => createTest({ since: '2016-12-31T23:59:60Z' }, '')).toThrow(RangeError);
  });
});

/** Whether a place in a JSON text lies within one of its strings. */
const isInString = (text: string, at: number): boolean =>
  (text.slice(0, at).replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;

describe('a pattern of a path', () => {
  it.each<[pattern: string, path: string, matches: boolean]>([
    ['/things/7', '/things/7', true],
    ['/things/7', '/things/7/', false],
    ['/things/7', '/api/things/7', true],
    ['/api/things/7', '/api/things/7', true],
    ['/api/things/7', '/things/7', false],
    ['/things', '/apiary/things', false],
    ['/things/*', '/things/7', true],
    ['/things/*', '/things', false],
    ['/things/*', '/things/', false],
    ['/things/*', '/things/7/parts', false],
    ['/things/{thingId}', '/things/7', true],
    ['/things/**', '/things/7/parts', true],
    ['/things/**', '/things', false],
    ['/**/parts', '/things/7/parts', true],
    ['**', '/anything/at/all', true],
    ['/things/a%2Fb', '/things/a%2fb', true],
    ['/things/a/b', '/things/a%2Fb', false],
    ['/things/*', '/things/a%2Fb', true],
    ['/things/é', '/things/%C3%A9', true],
    ['/things/%2A', '/things/*', true],
    ['/things/%2A', '/things/7', false],
    ['/things/%', '/things/%', true],
    ['/things/😀', '/things/%F0%9F%98%80', true],
    ['/*', '/%F0%9F%98%80', true],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(createPathTest(pattern, '/api')(path)).toBe(matches);
  });

  const segment = fc.stringMatching(/^[a-c]{1,5}$/);
  const path = fc.array(segment, { minLength: 1, maxLength: 5 });

  it('matches the path that it was made from, whatever of it is left open', () =>
    fc.assert(
      fc.property(path, fc.nat(), fc.nat(), (segments, place, at) => {
        const chosen = segments[place % segments.length] ?? '';
        const from = at % chosen.length;
        const open = (by: string) => `/${segments.with(place % segments.length, by).join('/')}`;
        const whole = `/${segments.join('/')}`;
        for (const by of ['*', '**', `${chosen.slice(0, from)}*`, `*${chosen.slice(from + 1)}`]) {
          expect(createPathTest(open(by), '')(whole)).toBe(true);
        }
      }),
    ));

  it('may match each template that has the path, whatever of either is left open', () =>
    fc.assert(
      fc.property(path, fc.nat(), fc.nat(), fc.nat(), (segments, place, other, at) => {
        const open = (where: number, by: (text: string) => string): string => {
          const chosen = segments[where % segments.length] ?? '';
          return `/${segments.with(where % segments.length, by(chosen)).join('/')}`;
        };
        const template = open(other, (text) => `${text.slice(0, at % text.length)}{id}`);
        for (const by of ['*', '**', '{petId}']) {
          for (const prefix of ['', '/v1'])
            expect(mayMatch(prefix + open(place, () => by), template, '/v1')).toBe(true);
        }
        expect(
          mayMatch(
            open(place, (text) => `${text.slice(0, at % text.length)}*`),
            template,
            '',
          ),
        ).toBe(true);
      }),
    ));

  it.each([
    ['/pet', '/pets'],
    ['/pets/', '/pets'],
    ['/pets', '/pets/{id}'],
    ['/pets/**/x', '/pets/{id}'],
    ['/pets/a*', '/pets/b{id}'],
    ['/pets/*.xml', '/pets/{id}.json'],
    ['/v2/pets', '/pets'],
  ])('%s matches no path of %s', (pattern, template) => {
    expect(mayMatch(pattern, template, '/v1')).toBe(false);
  });

  it('says the same as a regular expression', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*]{0,8}$/), fc.stringMatching(/^[ab]{0,12}$/), (pattern, text) => {
        fc.pre(pattern !== '**');
        const expected = new RegExp(`^${pattern.replaceAll('*', '.+')}$`).test(text);
        expect(createPathTest(`/${pattern}`, '')(`/${text}`)).toBe(expected);
      }),
    ));

  it.each([
    ['/*a*a*a*ab', 'a'],
    ['/**/a/a/b', 'a/'],
    ['/**/*a*/**/b', 'a/'],
    ['/things/*', '%2F'],
  ])('%s takes time in proportion to a path of %p', (pattern, piece) => {
    const wanted = createPathTest(pattern, '');
    const growth = growthOf((size) => {
      const long = `/${piece.repeat(size)}`;
      return () => wanted(long);
    }, 2048);
    expect([growth, isLinear(growth)]).toEqual([growth, true]);
  });
});
