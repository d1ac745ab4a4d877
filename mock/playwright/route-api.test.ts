import { readApiUrl, requestsAttachment, sessionKey, withKey } from './route-api';

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

const URL_SENT = 'http://127.0.0.1:4010/v1/pets?limit=1&key=own';
const HEADERS = { accept: '*/*', authorization: 'Bearer own', cookie: 'theme=dark; key=own; other=1' };

test.each([
  [
    { in: 'header', name: 'Authorization', scheme: 'Bearer' },
    { url: URL_SENT, headers: { ...HEADERS, authorization: 'Bearer the key' } },
  ],
  [
    { in: 'header', name: 'X-Key' },
    { url: URL_SENT, headers: { ...HEADERS, 'x-key': 'the key' } },
  ],
  [
    { in: 'query', name: 'key' },
    { url: 'http://127.0.0.1:4010/v1/pets?limit=1&key=the+key', headers: HEADERS },
  ],
  [
    { in: 'cookie', name: 'key' },
    { url: URL_SENT, headers: { ...HEADERS, cookie: 'theme=dark; other=1; key=the key' } },
  ],
] as const)('a request carries a key by %j, in the place of its own', (credential, expected) => {
  expect(withKey({ url: URL_SENT, headers: HEADERS }, credential, 'the key')).toEqual(expected);
});

const CREDENTIAL = { in: 'header', name: 'X-Key' } as const;
const MOCK = { credentials: [CREDENTIAL] };
const SESSION = { apiKeys: { small: 'key-1', large: 'key-2' } };

test('a session gives its first key, or the one of a name, or none', () => {
  expect(sessionKey(MOCK, SESSION, undefined)).toEqual({ value: 'key-1', credential: CREDENTIAL });
  expect(sessionKey(MOCK, SESSION, 'large')).toEqual({ value: 'key-2', credential: CREDENTIAL });
  expect(sessionKey(MOCK, SESSION, false)).toBeUndefined();
  expect(sessionKey(MOCK, { apiKeys: {} }, undefined)).toBeUndefined();
  expect(sessionKey({ credentials: [] }, SESSION, 'large')).toBeUndefined();
});

test.each(['gold', 'toString', ''])('the name %p is refused, since no key has it', (name) => {
  const message = `apiKeyName: there is no key "${name}" in the session; there is small, large.`;
  expect(() => sessionKey(MOCK, SESSION, name)).toThrow(new Error(message));
});

const baseUrl = 'http://127.0.0.1:4010/v1';

test.each([
  [undefined, /those to http:\/\/127\.0\.0\.1:4010\/v1 do\./],
  ['/api', /those to http:\/\/127\.0\.0\.1:4010\/v1 and \/api do\./],
])('where no request came, with the apiUrl %p, it says which ones would have', (apiUrl, expected) => {
  const { body, contentType } = requestsAttachment([], { baseUrl, apiUrl });
  expect([contentType, body]).toEqual(['text/plain', expect.stringMatching(expected)]);
  expect(body).toMatch(/^No request has reached this test's session\..+set the option "apiUrl".+\n$/);
});
