import type { Fault } from '../model/document-problem';
import { type Broken, faultAfter } from '../testing/documents';
import { dropBrokenExtensions } from './check';

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
