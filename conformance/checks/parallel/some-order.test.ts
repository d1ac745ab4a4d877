import type { Contract } from '../../../openapi/contract';
import { bodyOf } from '../../exchange/subject';
import { libraryContract, operationOf } from '../../testing/contract';
import { exchangeOf } from '../../testing/exchange';
import { unexplained, type Write } from './some-order';

let contract: Contract;
beforeAll(async () => {
  contract = await libraryContract();
});

const INITIAL = { name: 'Before', kind: 'central', city: 'Bergen' };

const write = (role: Write['role'], sent: Write['sent'], status = 200): Write => ({
  role,
  sent,
  schema: bodyOf(operationOf(contract, role === 'patch' ? 'changeBranch' : 'replaceBranch'))?.schema ?? {},
  exchange: exchangeOf(contract, {
    operation: role === 'patch' ? 'changeBranch' : 'replaceBranch',
    parts: { path: { branchId: 'b' }, body: sent },
    ...(status === 0 ? { failure: { kind: 'timeout', message: 'no whole reply' } } : { status, body: {} }),
  }),
});

/** The member that no order explains, of a read after all writes, or among them. */
function left(record: Readonly<Record<string, unknown>>, writes: readonly Write[], isAfter = true): string | undefined {
  const schema = bodyOf(operationOf(contract, 'replaceBranch'))?.schema ?? {};
  return unexplained({ record, schema }, INITIAL, writes, isAfter);
}

describe('patches of several members', () => {
  const both = () => [write('patch', { name: 'New' }), write('patch', { city: 'Oslo' })];

  test('are all there when they have ended', () => {
    expect(left({ ...INITIAL, name: 'New', city: 'Oslo' }, both())).toBeUndefined();
    expect(left({ ...INITIAL, name: 'New' }, both())).toBe('city');
    expect(left(INITIAL, both())).toBe('name');
  });

  test('may be there in part while they are under way', () => {
    for (const record of [INITIAL, { ...INITIAL, name: 'New' }, { ...INITIAL, city: 'Oslo' }])
      expect(left(record, both(), false)).toBeUndefined();
    expect(left({ ...INITIAL, city: 'Nowhere' }, both(), false)).toBe('city');
  });

  test('of one member leave the value of either', () => {
    const writes = [write('patch', { name: 'One' }), write('patch', { name: 'Other' })];
    expect(left({ ...INITIAL, name: 'One' }, writes)).toBeUndefined();
    expect(left({ ...INITIAL, name: 'Other' }, writes)).toBeUndefined();
    expect(left(INITIAL, writes)).toBe('name');
  });

  test('that were refused are not there; those without a reply, or with a 5xx, may be', () => {
    const patched = { ...INITIAL, name: 'New' };
    expect(left(patched, [write('patch', { name: 'New' }, 409)])).toBeUndefined();
    expect(left(INITIAL, [write('patch', { name: 'New' }, 409)])).toBeUndefined();
    for (const status of [0, 500]) {
      expect(left(INITIAL, [write('patch', { name: 'New' }, status)])).toBeUndefined();
      expect(left(patched, [write('patch', { name: 'New' }, status)])).toBeUndefined();
    }
  });
});

describe('replacements', () => {
  const one = { name: 'One', kind: 'mobile', city: 'Oslo' };
  const other = { name: 'Other', kind: 'central', city: 'Narvik' };
  const both = () => [write('replace', one), write('replace', other)];

  test('leave all of one of them', () => {
    expect(left(one, both())).toBeUndefined();
    expect(left(other, both())).toBeUndefined();
    expect(left({ ...one, city: 'Narvik' }, both())).toBeDefined();
    expect(left(INITIAL, both())).toBeDefined();
  });

  test('are not there yet, or one of them is, while they are under way', () => {
    expect(left(INITIAL, both(), false)).toBeUndefined();
    expect(left(one, both(), false)).toBeUndefined();
    expect(left({ ...INITIAL, name: 'One' }, both(), false)).toBeDefined();
  });

  test('may be patched afterwards, or take a patch away', () => {
    const writes = [write('replace', one), write('patch', { city: 'Voss' })];
    expect(left({ ...one, city: 'Voss' }, writes)).toBeUndefined();
    expect(left(one, writes)).toBeUndefined();
    expect(left({ ...INITIAL, city: 'Voss' }, writes)).toBeDefined();
  });
});
