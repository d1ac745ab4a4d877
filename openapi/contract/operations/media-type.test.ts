import type { MediaType } from '../model/operation';
import { essence, isJson, jsonMediaType, matchMediaType } from './media-type';

const content = (...types: string[]): readonly MediaType[] =>
  types.map((type) => ({ type, schema: {}, examples: [], pointer: '' }));

test.each([
  ['application/json', 'application/json'],
  [' Application/JSON ; charset=utf-8', 'application/json'],
  ['text/plain;a=b;c=d', 'text/plain'],
  ['', ''],
])('the essence of %j is %j', (contentType, expected) => {
  expect(essence(contentType)).toBe(expected);
});

test.each([
  ['application/json', true],
  ['APPLICATION/JSON; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['application/jsonl', false],
  ['application/json+xml', false],
  ['text/plain; note=application/json', false],
  ['*/*', false],
])('whether %s is JSON: %p', (contentType, expected) => {
  expect(isJson(contentType)).toBe(expected);
});

describe('a content type falls under', () => {
  const everything = content('*/*', 'text/*', 'text/plain; charset=utf-8');
  test.each([
    ['Text/Plain', 'text/plain; charset=utf-8'],
    ['text/html; charset=utf-8', 'text/*'],
    ['image/png', '*/*'],
    ['application/vnd.a+json', '*/*'],
  ])('%s → %s', (contentType, type) => {
    expect(matchMediaType(everything, contentType)?.type).toBe(type);
  });

  test('a range of its suffix before a wider one', () => {
    const suffixes = content('*/*', 'application/*+json', 'application/json');
    expect(matchMediaType(suffixes, 'application/vnd.a+json')?.type).toBe('application/*+json');
    expect(jsonMediaType(suffixes)?.type).toBe('application/json');
  });

  test('nothing where neither it nor a range stands there', () => {
    expect(matchMediaType(content('text/plain', 'text/*'), 'application/json')).toBeUndefined();
  });
});

test.each([
  [['text/plain', 'application/problem+json', 'application/json'], 'application/problem+json'],
  [['text/plain', '*/*', 'application/*'], 'application/*'],
  [['text/plain', '*/*'], '*/*'],
  [['text/plain'], undefined],
])('of %j, JSON is %s', (types, expected) => {
  expect(jsonMediaType(content(...types))?.type).toBe(expected);
});
