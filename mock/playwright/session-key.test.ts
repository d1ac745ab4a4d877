import { sessionKey } from './session-key';

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
