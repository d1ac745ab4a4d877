import { execFileSync } from 'node:child_process';
import type { Contract, Operation, SecurityScheme } from '../../../openapi/contract';
import { toRequest } from '../../requests/request';
import { operationOf, shippedContract } from '../../testing/contract';
import type { Credential } from '../exchange';
import { type Carried, carry, type Keys, shownCarry } from './keys';
import { tellingForms } from './near-misses';

const WRONG = [
  'empty',
  'unknown',
  'changed',
  'first changed',
  'shortened',
  'lengthened',
  'preceded',
  'case',
  'scheme',
  'other scheme',
  'no scheme',
  'nothing',
  'object prototype',
  'object constructor',
];
/** Keys whose first or last character is the one that near misses put there, one without letters, one of many bytes. */
const KEYS = ['demo-pro', 'Axyz-A', 'B12B', '123-456', 'it\'s $HOME `id` \\ "q"', 'k'.repeat(200)];

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

const requestBy = (credential: Credential, operation: Operation = operationOf(contract, 'listPets')) =>
  toRequest(operation, { credential });

/** An operation that lets a caller in by any of these schemes. */
const securedBy = (...schemes: readonly SecurityScheme[]): Operation => ({
  ...operationOf(contract, 'listPets'),
  security: schemes.map((scheme) => [scheme]),
});
const apiKey = { kind: 'apiKey', name: 'a scheme', pointer: '' } as const;
const KEY = { main: 'a&b', limit: undefined };

const ALL: readonly Credential[] = ['main', 'limit', ...WRONG.map((wrong) => ({ wrong }))];

/** The `Authorization` header of each credential, and what a shell makes of the one that is shown for it. */
function headersOf(keys: Keys, operation?: Operation): { sent: readonly string[]; printed: readonly string[] } {
  const authorization = ({ headers }: Carried): string => headers.authorization ?? '';
  const requests = ALL.map((credential) => requestBy(credential, operation));
  const script = requests.map((request) => `printf '%s\\n' "${authorization(shownCarry(request))}"`).join('\n');
  const env = { ...process.env, ANIMAL_STORE_API_KEY: keys.main, ANIMAL_STORE_LIMIT_KEY: keys.limit };
  const printed = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\n').slice(0, -1);
  return { sent: requests.map((request) => authorization(carry(request, keys))), printed };
}

describe.each(KEYS)('the key %s', (main) => {
  const keys = { main, limit: 'the other' };

  test('goes as a bearer token, and none of its near misses is it or another one', () => {
    const { sent, printed } = headersOf(keys);
    expect(sent.slice(0, 2)).toEqual([`Bearer ${main}`, 'Bearer the other']);
    expect(new Set(sent).size).toBe(ALL.length);
    // A shell makes of what is shown what was sent.
    expect(printed).toEqual(sent);
    const none = requestBy('none');
    expect([carry(none, keys), shownCarry(none)]).toEqual(Array(2).fill({ headers: {}, query: '' }));
  });

  test('is not in anything that is shown, and is found by itself and by what is left of it in near misses', () => {
    for (const wrong of WRONG) expect(JSON.stringify(shownCarry(requestBy({ wrong })))).not.toContain(main);
    expect(tellingForms(main)).toEqual(expect.arrayContaining([main, main.slice(0, -1), main.slice(1)]));
  });
});

describe.each(['ann:se:cret', 'Axyz-A:', 'ann:it\'s $HOME `id` "q"'])('the user of HTTP Basic %s', (main) => {
  const keys = { main, limit: undefined };
  const basic: SecurityScheme = { kind: 'basic', name: 'a scheme', pointer: '' };
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test('goes in base 64, and none of its near misses is it or another one, or lacks the colon', () => {
    const { sent, printed } = headersOf({ main, limit: 'b:c' }, securedBy(basic));
    expect(sent.slice(0, 2)).toEqual([encoded(main), encoded('b:c')]);
    expect(new Set(sent).size).toBe(ALL.length);
    expect(printed).toEqual(sent);
    const near = sent.slice(2).filter((one) => one.startsWith('Basic '));
    expect(near.filter((one) => !Buffer.from(one.slice(6), 'base64').includes(':'))).toEqual([]);
    expect(near).toHaveLength(WRONG.length - 4);
    // Each form in which it is sent is found, and the password by itself.
    const forms = tellingForms(main);
    expect(forms).toEqual(expect.arrayContaining([main, encoded(main).slice(6), main.slice(main.indexOf(':') + 1)]));
    expect(near.filter((one) => !forms.some((form) => form !== '' && one.slice(6).includes(form)))).toHaveLength(4);
  });

  test('where a bearer token lets a caller in as well, it is not sent as one by mistake', () => {
    const both = securedBy(basic, { kind: 'bearer', name: 'another', pointer: '' });
    expect(carry(requestBy({ wrong: 'scheme' }, both), keys).headers.authorization).toBe('Digest username="nobody"');
  });
});

test('where a key stands in the Authorization header, it is not sent there behind a word: many servers take it so', () => {
  const operation = securedBy({ ...apiKey, in: 'header', parameter: 'Authorization' });
  const sent = ['scheme', 'other scheme', 'no scheme'].map((wrong) => carry(requestBy({ wrong }, operation), KEY));
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Digest username="nobody"'));
});

describe('another scheme has its own place:', () => {
  const secured = (where: 'header' | 'query' | 'cookie') => securedBy({ ...apiKey, in: where, parameter: 'key' });

  test.each([
    ['header', { headers: { key: 'a&b' }, query: '' }, { headers: { key: '$ANIMAL_STORE_API_KEY' }, query: '' }],
    ['cookie', { headers: { cookie: 'key=a&b' }, query: '' }, expect.anything()],
    ['query', { headers: {}, query: 'key=a%26b' }, { headers: {}, query: 'key=$ANIMAL_STORE_API_KEY' }],
  ] as const)('%s', (where, sent, shown) => {
    expect(carry(requestBy('main', secured(where)), KEY)).toEqual(sent);
    expect(shownCarry(requestBy('main', secured(where)))).toEqual(shown);
  });

  test('without a key, or where none is asked for, nothing is carried', () => {
    const nothing = { headers: {}, query: '' };
    expect(carry(requestBy('main'), { main: undefined, limit: undefined })).toEqual(nothing);
    expect(carry(requestBy('main', { ...secured('query'), security: [] }), KEY)).toEqual(nothing);
  });
});
