import { execFileSync } from 'node:child_process';
import type { Contract, Operation, SecurityScheme } from '../../openapi/contract';
import { toRequest } from '../requests/request';
import { operationOf, shippedContract } from '../testing/contract';
import type { Credential } from './exchange';
import { carry, shownCarry } from './keys';
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

describe.each(KEYS)('the key %s', (main) => {
  const keys = { main, limit: 'the other' };

  test('goes as a bearer token', () => {
    expect(carry(requestBy('main'), keys)).toEqual({ headers: { authorization: `Bearer ${main}` }, query: '' });
    expect(carry(requestBy('limit'), keys).headers).toEqual({ authorization: 'Bearer the other' });
    expect(carry(requestBy('none'), keys)).toEqual({ headers: {}, query: '' });
  });

  test.each(WRONG)('is never sent by the credential "%s"', (wrong) => {
    expect(carry(requestBy({ wrong }), keys).headers).not.toEqual({ authorization: `Bearer ${main}` });
  });

  test('its near misses differ from one another', () => {
    const sent = WRONG.map((wrong) => carry(requestBy({ wrong }), keys).headers.authorization);
    expect(new Set(sent).size).toBe(WRONG.length);
  });

  test.each([...WRONG.map((wrong) => ({ wrong })), 'main' as const, 'limit' as const])(
    'a shell makes of what is shown what was sent: %j',
    (credential) => {
      const { authorization = '' } = shownCarry(requestBy(credential)).headers;
      const env = { ...process.env, ANIMAL_STORE_API_KEY: main, ANIMAL_STORE_LIMIT_KEY: keys.limit };
      const printed = execFileSync('sh', ['-c', `printf %s "${authorization}"`], { env, encoding: 'utf8' });
      expect(printed).toBe(carry(requestBy(credential), keys).headers.authorization);
    },
  );

  test('is not in anything that is shown', () => {
    for (const wrong of WRONG) expect(JSON.stringify(shownCarry(requestBy({ wrong })))).not.toContain(main);
  });

  test('is told by itself and by what is left of it in near misses', () => {
    expect(tellingForms(main)).toEqual(expect.arrayContaining([main, main.slice(0, -1), main.slice(1)]));
  });
});

describe.each(['ann:se:cret', 'Axyz-A:', 'ann:it\'s $HOME `id` "q"'])('the user of HTTP Basic %s', (main) => {
  const keys = { main, limit: undefined };
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const ofBasic = (credential: Credential, ...more: readonly SecurityScheme[]) =>
    requestBy(credential, {
      ...operationOf(contract, 'listPets'),
      security: [[{ kind: 'basic', name: 'a scheme', pointer: '' }], ...more.map((one) => [one])],
    });

  test('goes in base 64', () => {
    expect(carry(ofBasic('main'), keys)).toEqual({ headers: { authorization: encoded(main) }, query: '' });
  });

  test('is never sent by a wrong credential, all of which differ, and have a colon', () => {
    const sent = WRONG.map((wrong) => carry(ofBasic({ wrong }), keys).headers.authorization ?? '');
    expect(new Set([...sent, encoded(main)]).size).toBe(WRONG.length + 1);
    const users = sent.filter((one) => one.startsWith('Basic ')).map((one) => Buffer.from(one.slice(6), 'base64'));
    expect(users.filter((user) => !user.includes(':'))).toEqual([]);
    expect(users).toHaveLength(WRONG.length - 4);
  });

  test('is made by a shell of what is shown', () => {
    const env = { ...process.env, ANIMAL_STORE_API_KEY: main };
    const all: readonly Credential[] = ['main', ...WRONG.map((wrong) => ({ wrong }))];
    const printed = all.map((one) => {
      const { authorization = '' } = shownCarry(ofBasic(one)).headers;
      return execFileSync('sh', ['-c', `printf %s "${authorization}"`], { env, encoding: 'utf8' });
    });
    expect(printed).toEqual(all.map((one) => carry(ofBasic(one), keys).headers.authorization));
  });

  test('is told by each form in which it is sent, and by the password alone', () => {
    const forms = tellingForms(main);
    const sent = WRONG.map((wrong) => carry(ofBasic({ wrong }), keys).headers.authorization ?? '');
    const encodedOnes = sent.filter((one) => one.startsWith('Basic ')).map((one) => one.slice(6));
    expect(forms).toEqual(expect.arrayContaining([main, encoded(main).slice(6), main.slice(main.indexOf(':') + 1)]));
    expect(encodedOnes.filter((one) => !forms.some((form) => form !== '' && one.includes(form)))).toHaveLength(4);
  });

  test('where a bearer token lets a caller in as well, it is not sent as one by mistake', () => {
    const bearer: SecurityScheme = { kind: 'bearer', name: 'another', pointer: '' };
    expect(carry(ofBasic({ wrong: 'scheme' }, bearer), keys).headers.authorization).toBe('Digest username="nobody"');
  });
});

test('where a key stands in the Authorization header, it is not sent there behind a word: many servers take it so', () => {
  const security: Operation['security'] = [
    [{ kind: 'apiKey', in: 'header', parameter: 'Authorization', name: 'a scheme', pointer: '' }],
  ];
  const sent = ['scheme', 'other scheme', 'no scheme'].map(
    (wrong) =>
      carry(requestBy({ wrong }, { ...operationOf(contract, 'listPets'), security }), {
        main: 'a-key',
        limit: undefined,
      }).headers.authorization,
  );
  expect(sent).toEqual(Array(3).fill('Digest username="nobody"'));
});

describe('another scheme has its own place:', () => {
  const keys = { main: 'a&b', limit: undefined };
  const secured = (where: 'header' | 'query' | 'cookie'): Operation => ({
    ...operationOf(contract, 'listPets'),
    security: [[{ kind: 'apiKey', in: where, parameter: 'key', name: 'a scheme', pointer: '' }]],
  });

  test.each([
    ['header', { headers: { key: 'a&b' }, query: '' }, { headers: { key: '$ANIMAL_STORE_API_KEY' }, query: '' }],
    ['cookie', { headers: { cookie: 'key=a&b' }, query: '' }, expect.anything()],
    ['query', { headers: {}, query: 'key=a%26b' }, { headers: {}, query: 'key=$ANIMAL_STORE_API_KEY' }],
  ] as const)('%s', (where, sent, shown) => {
    expect(carry(requestBy('main', secured(where)), keys)).toEqual(sent);
    expect(shownCarry(requestBy('main', secured(where)))).toEqual(shown);
  });

  test('without a key, or where none is asked for, nothing is carried', () => {
    const nothing = { headers: {}, query: '' };
    expect(carry(requestBy('main'), { main: undefined, limit: undefined })).toEqual(nothing);
    expect(carry(requestBy('main', { ...secured('query'), security: [] }), keys)).toEqual(nothing);
  });
});
