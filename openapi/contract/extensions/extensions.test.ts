import type { Fault } from '../model/problem';
import { type Broken, faultAfter } from '../testing/documents';
import { dropBrokenExtensions, readAllowances, readDeprecation, readPlans } from './extensions';

const LIST = '/paths/~1pets/get';
const READ = '/paths/~1pets~1{petId}/get';
const JSON_BODY = 'content/application~1json';
const PLANS = '/x-plans';

describe('an x- word is refused:', () => {
  const code = '/components/schemas/Error/properties/code/x-error';
  test.each<Broken>([
    ['plans that are no list', { [PLANS]: {} }, PLANS, 'x-plans must be an array, not {}.'],
    ['a plan without a name', { [`${PLANS}/0/name`]: undefined }, `${PLANS}/0/name`, 'x-plans/0/name is missing.'],
    [
      'a plan that allows nothing',
      { [`${PLANS}/0/allowances`]: {} },
      `${PLANS}/0/allowances`,
      'x-plans/0/allowances must be an object of 1 or more properties, not {}.',
    ],
    [
      'a window that there is not',
      { [`${PLANS}/0/allowances/week`]: 1 },
      `${PLANS}/0/allowances/week`,
      'x-plans/0/allowances/week is unknown; there may be second, minute, hour, day.',
    ],
    ['an allowance of 0', { [`${PLANS}/0/allowances/day`]: 0 }, `${PLANS}/0/allowances/day`, 'not 0.'],
    [
      'a word for custom',
      { [`${PLANS}/3/allowances`]: 'any' },
      `${PLANS}/3/allowances`,
      'must be "custom", not "any".',
    ],
    [
      'the role of a header',
      { '/components/headers/X-RateLimit-Limit/x-allowance': 'limits' },
      `${LIST}/responses/200/headers/X-RateLimit-Limit/x-allowance`,
      'x-allowance must be one of "limit", "remaining", "reset", not "limits".',
    ],
    [
      'the role of a property',
      { [code]: 'kode' },
      `${LIST}/responses/401/${JSON_BODY}/schema/properties/code/x-error`,
      'x-error must be one of "status", "code", "message", not "kode".',
    ],
    [
      'words that are none',
      { '/components/schemas/Error/properties/code/x-expected': '' },
      `${LIST}/responses/401/${JSON_BODY}/schema/properties/code/x-expected`,
      'x-expected must be at least 1 character long, not "".',
    ],
    [
      'a day that no calendar has',
      { [`${READ}/x-deprecation/removal`]: '2030-02-30' },
      `${READ}/x-deprecation/removal`,
      'x-deprecation/removal must be a text in the format date, not "2030-02-30". See openapi/extensions.schema.json.',
    ],
    [
      'an unknown part of a deprecation',
      { [`${READ}/x-deprecation/when`]: '2030-12-05' },
      `${READ}/x-deprecation/when`,
      'x-deprecation/when is unknown; there may be since, removal, replacement.',
    ],
  ])('%s', async (_, edits, pointer, excerpt) => {
    const fault = await faultAfter(edits);
    expect(fault.pointer).toBe(pointer);
    expect(fault.message).toContain(excerpt);
  });
});

test('the words are checked wherever they stand, and left out where they do not fit', () => {
  const document = { a: [{ 'x-error': 'code' }, { 'x-error': 'kode' }] };
  const faults: Fault[] = [];
  dropBrokenExtensions(document, (fault) => faults.push(fault));
  expect(faults).toMatchObject([{ pointer: '/a/1/x-error', remedy: 'x-error is left out.' }]);
  expect(document).toEqual({ a: [{ 'x-error': 'code' }, {}] });
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
