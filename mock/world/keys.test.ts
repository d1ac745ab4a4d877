import { hash } from 'node:crypto';
import fc from 'fast-check';
import { type Contract, type ContractError, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { worldOf } from '../testing/worlds';
import { createKeyring, type KeyHolder, readKeys } from './keys';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

async function holder(name: string): Promise<KeyHolder> {
  const world = await worldOf(contract, { id: name });
  return { world, key: { name, plan: 'Free', allowances: [], revoked: false } };
}

describe('a keyring', () => {
  it('finds whom a key belongs to', async () => {
    const keyring = createKeyring();
    const [ann, ben] = [await holder('ann'), await holder('ben')];
    keyring.add('key-of-ann', ann);
    keyring.add('key-of-ben', ben);
    expect(keyring.find('key-of-ann', {})).toMatchObject(ann);
    expect(keyring.find('key-of-ben', {})?.world).toBe(ben.world);
  });

  it.each([
    ...['', ' ', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'undefined', 'null', '*'],
    ...['key-of-an', 'key-of-annn', 'Key-of-ann', 'key-of-ann ', ' key-of-ann', 'key-of-ann\0', 'key‐of‐ann', 'ann'],
  ])('takes %p for no key', async (value) => {
    const keyring = createKeyring();
    keyring.add('key-of-ann', await holder('ann'));
    expect(keyring.find(value, {})).toBeUndefined();
  });

  it('loses the keys of a world that is removed, and no others', async () => {
    const keyring = createKeyring();
    const [ann, ben] = [await holder('ann'), await holder('ben')];
    keyring.add('one', ann);
    keyring.add('two', ann);
    keyring.add('three', ben);
    keyring.remove(ann.world);
    expect(['one', 'two', 'three'].map((value) => keyring.find(value, {})?.key.name)).toEqual([
      undefined,
      undefined,
      'ben',
    ]);
  });
});

it('finds for whoever has asked before what it finds for anybody else', async () => {
  const holders = [await holder('ann'), await holder('ben')];
  const values = ['one', 'two', 'three'];
  const steps = fc.record({
    deed: fc.constantFrom('add', 'remove', 'find', 'find'),
    of: fc.nat({ max: 1 }),
    value: fc.constantFrom(...values),
  });
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (history) => {
      const keyring = createKeyring();
      const issued = new Set<string>();
      const [here, there] = [{}, {}];
      for (const { deed, of, value } of history) {
        const one = holders[of] as KeyHolder;
        // No two keys have one value.
        if (deed === 'add' && !issued.has(value)) keyring.add(value, one);
        if (deed === 'add') issued.add(value);
        if (deed === 'remove') keyring.remove(one.world);
        if (deed === 'find') expect(keyring.find(value, of === 0 ? here : there)).toBe(keyring.find(value, {}));
      }
    }),
  );
});

describe('a keyring of many worlds', () => {
  it('loses the keys of each as it is removed, whatever their order, and a world that comes again has its new ones', async () => {
    const keyring = createKeyring();
    const { world } = await holder('any');
    const holders = Array.from(
      { length: 300 },
      (_, number): KeyHolder => ({
        world: { ...world, id: String(number) },
        key: { name: String(number), plan: 'Free', allowances: [], revoked: false },
      }),
    );
    const valuesOf = ({ key }: KeyHolder) => [`${key.name}-one`, `${key.name}-two`];
    for (const each of holders) for (const value of valuesOf(each)) keyring.add(value, each);
    const removed = holders.filter((_, number) => number % 3 === 0).reverse();
    for (const each of removed) keyring.remove(each.world);
    for (const each of holders) {
      const expected = removed.includes(each) ? undefined : each;
      expect(valuesOf(each).map((value) => keyring.find(value, {}))).toEqual([expected, expected]);
    }
    const [again] = removed;
    if (again === undefined) throw new Error('one was removed');
    keyring.remove(again.world);
    keyring.add('anew', again);
    expect([keyring.find('anew', {}), keyring.find(`${again.key.name}-one`, {})]).toEqual([again, undefined]);
  });

  it('keeps apart keys whose digests begin alike, also when one of them goes', async () => {
    const keyring = createKeyring();
    const [one, other] = ['key-8337', 'key-15029'] as const;
    const startOf = (value: string) => hash('sha256', value).slice(0, 8);
    expect(startOf(one)).toBe(startOf(other));
    const [ann, ben] = [await holder('ann'), await holder('ben')];
    keyring.add(one, ann);
    keyring.add(other, ben);
    expect([keyring.find(one, {}), keyring.find(other, {})]).toEqual([ann, ben]);
    keyring.remove(ann.world);
    expect([keyring.find(one, {}), keyring.find(other, {})]).toEqual([undefined, ben]);
  });
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
    expect(read([FREE, own])).toEqual({
      issued: [
        {
          value: 'secret-1',
          key: {
            name: 'ann',
            plan: 'Free',
            allowances: [
              { window: 'minute', requests: 60, seconds: 60 },
              { window: 'day', requests: 1000, seconds: 86_400 },
            ],
            revoked: false,
          },
        },
        {
          value: 'secret-2',
          key: {
            name: 'ben',
            plan: 'Enterprise',
            allowances: [
              { window: 'second', requests: 1, seconds: 1 },
              { window: 'day', requests: 7, seconds: 86_400 },
            ],
            revoked: true,
          },
        },
      ],
      messages: [],
    });
  });

  it('limits nobody where the contract has no plans', async () => {
    const planless = await contractOf(shippedWith({ '/x-plans': undefined }));
    expect(read([{ ...FREE, plan: 'any' }], planless).issued.map(({ key }) => key.allowances)).toEqual([[]]);
  });

  it.each([
    ['no such plan', [{ ...FREE, plan: 'Gratis' }], '#/0/plan: the contract has no plan "Gratis"; it has Free, Pro, '],
    ['no such plan', [{ ...FREE, plan: '__proto__' }], '#/0/plan: the contract has no plan "__proto__"; it has Free'],
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
      '#/0/name: a name that begins with "address " is that of an address, whence requests come without a key. Give the',
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
    ['an empty key', [{ ...FREE, key: '' }], 'keys.json#/0/key: the value must be a text that'],
    ['no key', [{ name: 'ann', plan: 'Free' }], 'keys.json#/0/key: the value is missing.'],
    [
      'an empty name',
      [{ ...FREE, name: '' }],
      'keys.json#/0/name: the value must be at least 1 characters long, not "".',
    ],
    [
      'an unknown word',
      [{ ...FREE, secret: true }],
      'keys.json#/0/secret: the value is unknown; there may be name, key, plan, allowances, revoked.',
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
