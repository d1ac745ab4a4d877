import { preferredOf } from './headers';

const TYPES = ['application/json', 'application/xml', 'text/plain; charset=utf-8', 'image/*'];

test.each([
  ['*/*', 'application/json'],
  ['application/xml', 'application/xml'],
  ['text/*', 'text/plain; charset=utf-8'],
  ['application/json;q=0.5, application/xml', 'application/xml'],
  ['application/*;q=0.1, Text/Plain;q=0.2', 'text/plain; charset=utf-8'],
  ['*/*, application/json;q=0', 'application/xml'],
  ['image/png, application/json;q=0.9', 'image/*'],
  ['video/mp4', undefined],
  ['', undefined],
  ['text/plain;q=none', undefined],
])('%j prefers %s', (accept, type) => {
  const found = preferredOf(TYPES, accept);
  expect(found === undefined ? undefined : TYPES[found]).toBe(type);
});
