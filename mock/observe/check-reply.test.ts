import type { Contract } from '../../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../../openapi/contract/testing/documents';
import { checkReply } from './check-reply';

const HEADERS: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1906545660',
  'Content-Type': 'application/json',
};
const LISTED = { status: 200, headers: HEADERS, bytes: '[{"id":1,"name":"Kiwi","categoryId":1}]' };
const { 'X-RateLimit-Reset': _, ...WITHOUT_RESET } = HEADERS;
const NO_DEFAULT: Edits = { '/paths/~1pets/get/responses/default': undefined };

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(shippedWith({}));
});

/** What is reported for a reply of listPets that differs from a valid one. */
function broken(change: Partial<typeof LISTED>, of = contract, isRefusal = false): readonly string[] {
  const operation = of.operations.find(({ id }) => id === 'listPets');
  if (operation === undefined) throw new Error('no operation');
  const { headers, ...rest } = { ...LISTED, ...change };
  return checkReply(operation, { ...rest, headers: Object.entries(headers).flat() }, isRefusal);
}

test.each<[string, Partial<typeof LISTED>]>([
  ['status, headers and body as documented', {}],
  ['the largest integers', { bytes: '[{"id":9007199254740993,"name":"","categoryId":-9223372036854775808}]' }],
  ['an error that default covers', { status: 404, bytes: '{"code":"x","message":"x","status":404}' }],
  [
    'names of headers in any case, and parameters of the content type',
    {
      headers: {
        ...{ 'x-ratelimit-limit': '60', 'X-RATELIMIT-REMAINING': '0', 'x-RateLimit-reset': '1906545660' },
        'content-type': 'Application/JSON; charset=utf-8',
      },
    },
  ],
])('a reply with %s keeps the contract', (_title, change) => {
  expect(broken(change)).toEqual([]);
});

const reset = (value: string) => ({ headers: { ...HEADERS, 'X-RateLimit-Reset': value } });
const type = (value: string) => ({ headers: { ...HEADERS, 'Content-Type': value } });

test.each<[Partial<typeof LISTED>, string]>([
  [{ status: 302 }, 'listPets: 302 falls under default, which is for errors'],
  [{ headers: WITHOUT_RESET }, 'listPets 200: the header X-RateLimit-Reset is missing'],
  [reset('-1'), 'listPets 200: X-RateLimit-Reset must be at least 0, not -1'],
  [reset('1.5'), 'listPets 200: X-RateLimit-Reset must be an integer of 64 bits, not 1.5'],
  [reset(''), 'listPets 200: X-RateLimit-Reset must be an integer of 64 bits, not ""'],
  [reset('1e3'), 'listPets 200: X-RateLimit-Reset must be an integer of 64 bits, not "1e3"'],
  [
    reset('9223372036854775808'),
    'listPets 200: X-RateLimit-Reset must be an integer of 64 bits, not 9223372036854775808',
  ],
  [type('text/html'), 'listPets 200: the content type is not documented'],
  [type(''), 'listPets 200: the content type is not documented'],
  [{ bytes: '[{"id":1,"name":"Kiwi"}]' }, 'listPets 200: the field "[0].categoryId" is missing'],
])('a reply with %j breaks the contract: %s', (change, sentence) => {
  expect(broken(change)).toEqual([sentence]);
});

test('a reply breaks the contract in several ways at once', () => {
  const headers = { ...WITHOUT_RESET, 'X-RateLimit-Remaining': 'x' };
  expect(broken({ headers, bytes: '{}' })).toEqual([
    'listPets 200: X-RateLimit-Remaining must be an integer, not "x"',
    'listPets 200: the header X-RateLimit-Reset is missing',
    'listPets 200: the body must be an array, not {}',
  ]);
});

test('a reply keeps the contract by a status that is not documented only where it refuses a request', async () => {
  const edited = await contractOf(shippedWith(NO_DEFAULT));
  const refused = (status: number, isRefusal: boolean, bytes = '') => broken({ status, bytes }, edited, isRefusal);
  expect(refused(415, true)).toEqual([]);
  expect(refused(415, false)).toEqual(['listPets: the status 415 is not documented']);
  expect(refused(500, true)).toEqual(['listPets: the status 500 is not documented']);
  expect(refused(200, true, '7')).toEqual(['listPets 200: the body must be an array, not 7']);
});

test('a reply may lack a header that is not required, and have any body where none is described', async () => {
  const optional = await contractOf(shippedWith({ '/components/headers/X-RateLimit-Reset/required': false }));
  expect(broken({ headers: WITHOUT_RESET }, optional)).toEqual([]);
  const open = await contractOf(shippedWith({ '/paths/~1pets/get/responses/200/content': undefined }));
  expect(broken({ bytes: 'anything' }, open)).toEqual([]);
});
