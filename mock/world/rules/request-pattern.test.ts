import type { RequestPattern } from '../../../openapi/types/control';
import { requestFacts } from '../testing/entries';
import { createRequestTest } from './patterns';

const REQUEST = requestFacts({
  method: 'POST',
  path: '/api/things',
  query: 'tag=a&tag=b%20c&empty=&page=2',
  requestHeaders: ['Accept', 'text/html', 'X-Id', '7', 'x-id', '8'],
});

describe('a pattern of a request', () => {
  it.each<[string, RequestPattern, boolean]>([
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
    ['a body where none was read', { body: {} }, false],
    ['all of them', { method: 'post', path: '/things', query: { page: '2' }, headers: { 'x-id': '7' } }, true],
  ])('that asks for %s', (_, pattern, matches) => {
    expect(createRequestTest(pattern, '/api')(REQUEST)).toBe(matches);
  });
});
