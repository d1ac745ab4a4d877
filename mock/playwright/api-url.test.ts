import { readApiUrl } from './api-url';

test.each([
  ['https://api.example.test/v1/', undefined, 'https://api.example.test/v1'],
  ['https://api.example.test', 'http://127.0.0.1:5173', 'https://api.example.test'],
  ['/api', 'http://127.0.0.1:5173/shop', 'http://127.0.0.1:5173/api'],
  [undefined, 'http://127.0.0.1:5173', undefined],
])('%p, with the baseURL %p, is %p', (apiUrl, baseURL, expected) => {
  expect(readApiUrl(apiUrl, baseURL)).toBe(expected);
});

test.each([
  ['/api', undefined, 'not "/api"; there is no baseURL.'],
  ['localhost:4010/v1', 'http://127.0.0.1:5173', 'not "localhost:4010/v1".'],
  ['nope', 'http://127.0.0.1:5173', 'not "nope".'],
  ['127.0.0.1:4010', 'http://127.0.0.1:5173', 'not "127.0.0.1:4010".'],
  ['ftp://127.0.0.1/v1', undefined, 'not "ftp://127.0.0.1/v1"; there is no baseURL.'],
  ['', 'http://127.0.0.1:5173', 'not "".'],
])('%p, with the baseURL %p, is refused', (apiUrl, baseURL, found) => {
  const expected = `apiUrl: expected a URL such as https://api.example.test/v1, or a path below baseURL such as /api, ${found}`;
  expect(() => readApiUrl(apiUrl, baseURL)).toThrow(new Error(expected));
});
