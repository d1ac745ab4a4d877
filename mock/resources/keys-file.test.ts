import { type Contract, type ContractError, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { readKeys } from './keys-file';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

/** What a keys file gives and what is wrong with it. */
function read(json: unknown, of: Contract = contract) {
  const refused: ContractError[] = [];
  const issued = readKeys('keys.json', json, of, (error) => refused.push(error));
  return { issued, messages: refused.map(({ message }) => message) };
}

const FREE = { name: 'ann', key: 'secret-1', plan: 'Free' };

describe('a keys file', () => {
  it('gives a key the figures of its plan, or its own', () => {
    const own = { name: 'ben', key: 'secret-2', plan: 'Enterprise', allowances: { day: 7, second: 1 }, revoked: true };
    const issued = (value: string, name: string, plan: string, revoked: boolean, ...allowances: readonly object[]) => ({
      value,
      key: { name, plan, allowances, revoked },
    });
    const per = (window: string, seconds: number, requests: number) => ({ window, requests, seconds });
    expect(read([FREE, own])).toEqual({
      issued: [
        issued('secret-1', 'ann', 'Free', false, per('minute', 60, 60), per('day', 86_400, 1000)),
        issued('secret-2', 'ben', 'Enterprise', true, per('second', 1, 1), per('day', 86_400, 7)),
      ],
      messages: [],
    });
  });

  it('limits no client where the contract has no plans', async () => {
    const planless = await contractOf(shippedWith({ '/x-plans': undefined }));
    expect(read([{ ...FREE, plan: 'any' }], planless).issued.map(({ key }) => key.allowances)).toEqual([[]]);
  });

  it.each([
    ['no such plan', [{ ...FREE, plan: '__proto__' }], '#/0/plan: the contract has no plan "__proto__"; it has Free'],
    [
      'a plan in another case',
      [{ ...FREE, plan: 'free' }],
      '#/0/plan: the contract has no plan "free"; it has Free, Pro, Business, Enterprise; did you mean "Free"?',
    ],
    [
      'figures of its own, and no such plan',
      [{ ...FREE, plan: 'Gratis', allowances: { day: 1 } }],
      '#/0/plan: the contract has no plan "Gratis"; it has Free, Pro, ',
    ],
    ['no figures', [{ ...FREE, plan: 'Enterprise' }], '#/0/plan: the plan "Enterprise" has no figures of its own.'],
    ['a name twice', [FREE, { ...FREE, key: 'secret-2' }], '#/1/name: another key has this name.'],
    [
      "an address's name",
      [{ ...FREE, name: 'address ::1' }],
      '#/0/name: a name that begins with "address " is that of an address; requests without a key are counted under it. Give the',
    ],
    ['a key twice', [FREE, { ...FREE, name: 'ben' }], '#/1/key: another key has this key.'],
  ])('leaves out a key with %s, and keeps the others', (_, json, message) => {
    const cat = { name: 'cat', key: 'secret-3', plan: 'Pro' };
    const { issued, messages } = read([...json, cat]);
    expect(messages).toEqual([expect.stringContaining(`keys.json${message}`)]);
    expect(issued.map(({ key }) => key.name)).toEqual(json.length === 2 ? ['ann', 'cat'] : ['cat']);
  });

  it.each([
    ['an object', { ann: 'secret-1' }, 'keys.json: the value must be an array, not what is there.'],
    ['an array of texts', ['secret-1'], 'keys.json#/0: the value must be an object, not what is there.'],
    [
      'a key that no header can carry',
      [{ ...FREE, key: 'secret 1' }],
      'keys.json#/0/key: the value must be a text that',
    ],
    ['no key', [{ name: 'ann', plan: 'Free' }], 'keys.json#/0/key: the value is missing.'],
    [
      'an empty name',
      [{ ...FREE, name: '' }],
      'keys.json#/0/name: the value must be at least 1 character long, not "".',
    ],
    [
      'an unknown word',
      [{ ...FREE, secret: true }],
      'keys.json#/0/secret: the value is unknown; there may be name, key, credentials, plan, allowances, revoked, scopes, readOnly.',
    ],
    [
      'an allowance of nothing',
      [{ ...FREE, allowances: { minute: 0 } }],
      'keys.json#/0/allowances/minute: the value must be at least 1, not 0.',
    ],
    [
      'allowances without a figure',
      [{ ...FREE, allowances: {} }],
      'keys.json#/0/allowances: the value must be an object of 1 or more properties, not {}.',
    ],
    [
      'an unknown window',
      [{ ...FREE, allowances: { week: 1 } }],
      'keys.json#/0/allowances/week: the value is unknown; there may be second, minute, hour, day.',
    ],
  ])('refuses %s as a whole, and repeats no secret', (_, json, message) => {
    const { issued, messages } = read(json);
    expect(issued).toEqual([]);
    expect(messages).toEqual([expect.stringContaining(message)]);
    expect(messages.join()).not.toMatch(/secret.1/);
  });
});
