import { withKey } from './key-carrier';

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
