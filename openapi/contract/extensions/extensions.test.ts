import type { Fault } from '../model/problem';
import { faultAfter } from '../testing/documents';
import { dropBrokenExtensions, readAllowances, readDeprecation, readPlans } from './extensions';

/** What is wrong with the extensions of a document; the broken ones are removed from it. */
function faultsIn(document: Record<string, unknown>): readonly Fault[] {
  const faults: Fault[] = [];
  dropBrokenExtensions(document, (fault) => faults.push(fault));
  return faults;
}

const plan = (more: object) => ({ 'x-plans': [{ name: 'Free', allowances: { day: 1 }, ...more }] });

test.each<[string, object, string, string]>([
  ['plans that are no list', { 'x-plans': {} }, '/x-plans', 'x-plans must be an array, not {}.'],
  ['a plan without a name', plan({ name: undefined }), '/x-plans/0/name', 'x-plans/0/name is missing.'],
  ['a plan that allows nothing', plan({ allowances: {} }), '/x-plans/0/allowances', 'of 1 or more properties, not {}.'],
  ['an unknown window', plan({ allowances: { week: 1 } }), '/week', 'there may be second, minute, hour, day.'],
  ['an allowance of 0', plan({ allowances: { day: 0 } }), '/x-plans/0/allowances/day', 'not 0.'],
  ['a word for custom', plan({ allowances: 'any' }), '/x-plans/0/allowances', 'must be "custom", not "any".'],
  [
    'the role of a header',
    { 'x-allowance': 'limits' },
    '',
    'must be one of "limit", "remaining", "reset", not "limits".',
  ],
  ['the role of a property', { 'x-error': 'kode' }, '', 'must be one of "status", "code", "message", not "kode".'],
  ['words that are none', { 'x-expected': '' }, '', 'x-expected must be at least 1 character long, not "".'],
  ['a day that no calendar has', { 'x-deprecation': { removal: '2030-02-30' } }, '/removal', 'in the format date'],
  ['an unknown part', { 'x-deprecation': { when: '2030-12-05' } }, '/when', 'may be since, removal, replacement.'],
])('an extension is left out where it does not fit: %s', (_, extension, place, excerpt) => {
  const owner = JSON.parse(JSON.stringify(extension));
  const [fault, ...others] = faultsIn({ list: [owner] });
  expect([others, owner]).toEqual([[], {}]);
  expect(fault?.problem).toContain(excerpt);
  expect(fault?.pointer).toMatch(new RegExp(`^/list/0(?=/x-).*${place}$`));
});

test('others beside it stay, and a strict reading refuses the document', async () => {
  const document = { a: [{ 'x-error': 'code' }, { 'x-error': 'kode' }] };
  expect(faultsIn(document)).toMatchObject([{ pointer: '/a/1/x-error', remedy: 'x-error is left out.' }]);
  expect(document).toEqual({ a: [{ 'x-error': 'code' }, {}] });
  expect((await faultAfter({ '/x-plans': {} })).message).toContain(
    '#/x-plans: x-plans must be an array, not {}. See openapi/extensions.schema.json.',
  );
});

describe('the deprecation of an operation', () => {
  test('has its days as Unix seconds, its replacement and its documentation', () => {
    const deprecation = readDeprecation({
      deprecated: true,
      'x-deprecation': { since: '1970-01-02', removal: '2030-12-05', replacement: 'listPets' },
      externalDocs: { url: 'https://docs.example/getPet' },
    });
    expect(deprecation).toStrictEqual({
      since: 86_400,
      removal: 1_922_659_200,
      replacement: 'listPets',
      documentation: 'https://docs.example/getPet',
    });
  });

  test('may know no more than that there is one', () => {
    const nothing = { since: undefined, removal: undefined, replacement: undefined, documentation: undefined };
    expect(readDeprecation({ deprecated: true })).toStrictEqual(nothing);
  });

  test('is none where the operation is not deprecated', () => {
    expect(readDeprecation({ deprecated: false, 'x-deprecation': { removal: '2030-12-05' } })).toBeUndefined();
    expect(readDeprecation({})).toBeUndefined();
  });
});

describe('the allowances of a plan', () => {
  test('are windows, the shortest first, whatever their order in the document', () => {
    expect(readAllowances({ day: 1000, second: 2, hour: 100, minute: 60 })).toStrictEqual([
      { window: 'second', requests: 2, seconds: 1 },
      { window: 'minute', requests: 60, seconds: 60 },
      { window: 'hour', requests: 100, seconds: 3600 },
      { window: 'day', requests: 1000, seconds: 86_400 },
    ]);
    expect(readAllowances({})).toStrictEqual([]);
  });

  test('are custom where the document says so', () => {
    const plans = [
      { name: 'Free', allowances: { day: 10 } },
      { name: 'Big', allowances: 'custom' },
    ];
    expect(readPlans({ 'x-plans': plans })).toStrictEqual([
      { name: 'Free', allowances: [{ window: 'day', requests: 10, seconds: 86_400 }], pointer: '/x-plans/0' },
      { name: 'Big', allowances: 'custom', pointer: '/x-plans/1' },
    ]);
    expect(readPlans({})).toStrictEqual([]);
  });
});
