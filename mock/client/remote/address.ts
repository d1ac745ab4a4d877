/**
 * Where a mock may be, given an address of it: an origin, a base URL with the contract's prefix, or one behind a proxy that
 * serves the mock below a path. The origin comes first, since a request below the prefix would be one to the API.
 *
 * @returns URLs without a slash at their end
 * @throws TypeError for what is no address of a server
 */
export function rootsIn(address: unknown): readonly string[] {
  const text = address instanceof URL ? address.href : address;
  if (typeof text !== 'string' || !URL.canParse(text) || !/^https?:\/\//i.test(text)) {
    throw new TypeError(
      `connectMock: expected the address of a mock, such as http://127.0.0.1:4010, not ${shown(text)}.`,
    );
  }
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '') {
    throw new TypeError(
      'connectMock: the address must have no user and no password; a token goes into { adminToken }.',
    );
  }
  const steps = pathname.split('/').filter((step) => step !== '');
  return [origin, ...steps.map((_, at) => `${origin}/${steps.slice(0, at + 1).join('/')}`)];
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));
