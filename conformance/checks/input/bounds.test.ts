import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { inputBounds } from './bounds';

const phone = { ...TEXT, pattern: '^\\+[1-9][0-9]{6,14}$' };
const PERSON = { type: 'object', required: ['id', 'phone'], properties: { id: { ...TEXT, readOnly: true }, phone } };
const errors = { type: 'object', properties: { message: TEXT, field: TEXT } };
const refused = { description: 'Refused.', content: { 'application/json': { schema: errors } } };

/** A contract of so many operations that each request counts, with people whose numbers a server takes or refuses. */
async function judged(isGood: (number: string) => boolean): Promise<readonly string[]> {
  const other = (nth: number) => ({ [`/others/${nth}`]: { get: gives(200, TEXT) } });
  const { responses, ...create } = { ...takes(PERSON), ...gives(201, PERSON) };
  const paths = Object.assign(
    {
      '/people': {
        post: { ...create, responses: { ...responses, 422: refused } },
        get: gives(200, { type: 'array', items: PERSON }),
      },
      '/people/{id}': { parameters: [inPath('id')], get: gives(200, PERSON, 404) },
    },
    ...Array.from({ length: 20 }, (_, nth) => other(nth)),
  );
  const { findings } = await judgedByOne(inputBounds, paths, ({ method, steps, sent }) => {
    if (steps[0] === 'others') return [200, 'x'];
    if (method !== 'POST') return steps.length > 1 ? [404] : [200, []];
    return isGood(String(sent.phone))
      ? [201, { ...sent, id: 'p' }]
      : [422, { message: 'The phone is invalid.', field: 'phone' }];
  });
  return findings.map(({ key }) => key);
}

test('the longest text of a pattern is taken as a short one is', async () => {
  expect(await judged(() => true)).toEqual([]);
  expect(await judged((text) => text.length < 14)).toEqual(['the longest of phone']);
});

test('a number with a check digit may refuse any text of its pattern', async () => {
  const sum = (text: string): number => [...text.slice(1)].reduce((all, digit) => all + Number(digit), 0);
  expect(await judged((text) => sum(text) % 10 === 0)).toEqual([]);
});
