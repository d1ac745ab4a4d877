import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { toRaw } from '../http/headers';
import { checkReply } from './check-reply';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

const HEADERS: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1906545660',
  'Content-Type': 'application/json',
};
const LISTED = { status: 200, headers: HEADERS, bytes: '[{"id":1,"name":"Kiwi","categoryId":1}]' };

/** What is reported for a reply that differs from a valid one; the operation is listPets by default. */
function broken(change: Partial<typeof LISTED>, id = 'listPets', of: Contract = contract): readonly string[] {
  const operation = of.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const { headers, ...rest } = { ...LISTED, ...change };
  return checkReply(operation, { ...rest, headers: toRaw(headers) });
}

const without = (name: string) => Object.fromEntries(Object.entries(HEADERS).filter(([header]) => header !== name));

describe('a reply', () => {
  it('keeps the contract when status, headers and body are as documented', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ bytes: '[{"id":9007199254740993,"name":"","categoryId":-9223372036854775808}]' })).toEqual([]);
    expect(broken({ status: 404, bytes: '{"code":"x","message":"x","status":404}' }, 'getPet')).toEqual([]);
  });

  it('keeps it with header names in any case, and with parameters of the content type', () => {
    const headers = {
      'x-ratelimit-limit': '60',
      'X-RATELIMIT-REMAINING': '0',
      'x-RateLimit-reset': '1906545660',
      'content-type': 'Application/JSON; charset=utf-8',
    };
    expect(broken({ headers })).toEqual([]);
  });

  it('breaks it with a status that only errors may have', () => {
    expect(broken({ status: 302 })).toEqual(['listPets: 302 falls under default, which is for errors']);
  });

  it('breaks it with a status that is not documented', async () => {
    const edited = await contractOf(shippedWith({ '/paths/~1pets/get/responses/default': undefined }));
    expect(broken({ status: 418 }, 'listPets', edited)).toEqual(['listPets: the status 418 is not documented']);
  });

  it('keeps it where it refuses a request by a status that is not documented, and not where it judges by what is', async () => {
    const edited = await contractOf(shippedWith({ '/paths/~1pets/get/responses/default': undefined }));
    const operation = edited.operations.find(({ id }) => id === 'listPets');
    if (operation === undefined) throw new Error('no operation');
    const refused = (status: number, isRefusal: boolean, bytes = '') =>
      checkReply(operation, { status, headers: toRaw(HEADERS), bytes }, isRefusal);
    expect(refused(415, true)).toEqual([]);
    expect(refused(415, false)).toEqual(['listPets: the status 415 is not documented']);
    expect(refused(500, true)).toEqual(['listPets: the status 500 is not documented']);
    expect(refused(200, true, '7')).toEqual(['listPets 200: the body must be an array, not 7']);
  });

  it('breaks it without a header that is required', () => {
    expect(broken({ headers: without('X-RateLimit-Reset') })).toEqual([
      'listPets 200: the header X-RateLimit-Reset is missing',
    ]);
  });

  it('keeps it without a header that is not', async () => {
    const pointer = '/components/headers/X-RateLimit-Reset/required';
    const edited = await contractOf(shippedWith({ [pointer]: false }));
    expect(broken({ headers: without('X-RateLimit-Reset') }, 'listPets', edited)).toEqual([]);
  });

  it.each([
    ['-1', 'at least 0, not -1'],
    ['1.5', 'an integer of 64 bits, not 1.5'],
    ['soon', 'an integer of 64 bits, not "soon"'],
    ['', 'an integer of 64 bits, not ""'],
    ['1e3', 'an integer of 64 bits, not "1e3"'],
    ['9223372036854775808', 'an integer of 64 bits, not 9223372036854775808'],
  ])('breaks it with the header value %j', (value, what) => {
    const headers = { ...HEADERS, 'X-RateLimit-Reset': value };
    expect(broken({ headers })).toEqual([`listPets 200: X-RateLimit-Reset must be ${what}`]);
  });

  it.each(['text/html', ''])('breaks it with a body of the type %j', (type) => {
    expect(broken({ headers: { ...HEADERS, 'Content-Type': type } })).toEqual([
      'listPets 200: the content type is not documented',
    ]);
  });

  it('breaks it with a body that does not fit, and says where', () => {
    expect(broken({ bytes: '{}' })).toEqual(['listPets 200: the body must be an array, not {}']);
    expect(broken({ bytes: '[{"id":1,"name":"Kiwi"}]' })).toEqual(['listPets 200: /0/categoryId is missing']);
  });

  it('breaks it in several ways at once', () => {
    const headers = { ...without('X-RateLimit-Limit'), 'X-RateLimit-Remaining': 'x' };
    expect(broken({ headers, bytes: '{}' })).toEqual([
      'listPets 200: the header X-RateLimit-Limit is missing',
      'listPets 200: X-RateLimit-Remaining must be an integer, not "x"',
      'listPets 200: the body must be an array, not {}',
    ]);
  });

  it('may have any body if none is described', async () => {
    const edited = await contractOf(shippedWith({ '/paths/~1pets/get/responses/200/content': undefined }));
    expect(broken({ bytes: 'anything' }, 'listPets', edited)).toEqual([]);
  });
});
