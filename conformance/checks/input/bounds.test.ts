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

test('a map takes a text as long as its texts may be, and so many members', async () => {
  const notes = { type: 'object', maxProperties: 5, additionalProperties: { ...TEXT, maxLength: 80 } };
  const thing = { type: 'object', required: ['id'], properties: { id: { ...TEXT, readOnly: true }, notes } };
  const { responses, ...create } = { ...takes(thing), ...gives(201, thing) };
  const paths = {
    '/things': {
      post: { ...create, responses: { ...responses, 422: refused } },
      get: gives(200, { type: 'array', items: thing }),
    },
    '/things/{id}': { parameters: [inPath('id')], get: gives(200, thing, 404) },
  };
  const judgedBy = async (longest: number, most: number) => {
    const { findings } = await judgedByOne(inputBounds, paths, ({ method, steps, sent }) => {
      if (method !== 'POST') return steps.length > 1 ? [404] : [200, []];
      const texts = Object.values(Object(sent.notes)).map(String);
      const isGood = texts.every((text) => text.length <= longest) && texts.length <= most;
      return isGood ? [201, { ...sent, id: 'p' }] : [422, { message: 'The notes are invalid.', field: 'notes' }];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judgedBy(80, 5)).toEqual([]);
  expect(await judgedBy(79, 5)).toEqual(['the most of notes']);
  expect(await judgedBy(80, 4)).toEqual(['the most members of notes']);
});

test('the longest text in another form of a member, below a record that each success may change', async () => {
  const form = (type: string, number: object) => ({
    ...{ type: 'object', additionalProperties: false, required: ['type', 'number'] },
    properties: { type: { const: type }, number },
  });
  const card = form('card', { ...TEXT, minLength: 4, maxLength: 20 });
  const account = form('account', { ...TEXT, pattern: '^[A-Z]{2}[A-Z0-9]{4,30}$' });
  const payment = {
    type: 'object',
    required: ['method'],
    properties: { id: { ...TEXT, readOnly: true }, method: { oneOf: [card, account] } },
  };
  const { responses, ...create } = { ...takes(payment), ...gives(201, payment, 404) };
  const order = { type: 'object', required: ['id'], properties: { id: { ...TEXT, readOnly: true }, name: TEXT } };
  const paths = Object.assign(
    {
      '/orders': { get: gives(200, { type: 'array', items: order }), post: { ...takes(order), ...gives(201, order) } },
      '/orders/{orderId}': { parameters: [inPath('orderId')], get: gives(200, order, 404) },
      '/orders/{orderId}/payments': {
        parameters: [inPath('orderId')],
        get: gives(200, { type: 'array', items: payment }),
        post: { ...create, responses: { ...responses, 422: refused } },
      },
    },
    ...Array.from({ length: 20 }, (_, nth) => ({ [`/others/${nth}`]: { get: gives(200, TEXT) } })),
  );
  const judgedBy = async (longest: number) => {
    const orders: object[] = [];
    const { findings } = await judgedByOne(inputBounds, paths, ({ method, steps: [first, id, below], sent }) => {
      if (first === 'others') return [200, 'x'];
      if (method === 'GET')
        return below === undefined && id !== undefined ? [200, { id }] : [200, below === undefined ? orders : []];
      if (below === undefined) {
        orders.push({ ...sent, id: `o${orders.length}` });
        return [201, orders.at(-1)];
      }
      const { number } = Object(sent.method);
      const isGood = sent.method === undefined || String(number).length <= longest;
      return isGood ? [201, { ...sent, id: 'p' }] : [422, { message: 'It is invalid.', field: 'method.number' }];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judgedBy(32)).toEqual([]);
  expect(await judgedBy(22)).toEqual(['the longest of method.number']);
});

test('letters beyond English, and numbers below zero, are taken where no schema keeps them out', async () => {
  const properties = {
    id: { ...TEXT, readOnly: true },
    name: { ...TEXT, maxLength: 60 },
    power: { type: 'number', minimum: -20, maximum: 20, multipleOf: 0.25 },
  };
  const lens = { type: 'object', required: ['id', 'name'], properties };
  const { responses, ...create } = { ...takes(lens), ...gives(201, lens) };
  const paths = Object.assign(
    {
      '/lenses': {
        post: { ...create, responses: { ...responses, 422: refused } },
        get: gives(200, { type: 'array', items: lens }),
      },
      '/lenses/{id}': { parameters: [inPath('id')], get: gives(200, lens, 404) },
    },
    ...Array.from({ length: 20 }, (_, nth) => ({ [`/others/${nth}`]: { get: gives(200, TEXT) } })),
  );
  const judgedBy = async (isWrong: (sent: Readonly<Record<string, unknown>>) => string | undefined) => {
    const { findings } = await judgedByOne(inputBounds, paths, ({ method, steps, sent }) => {
      if (steps[0] === 'others') return [200, 'x'];
      if (method !== 'POST') return steps.length > 1 ? [404] : [200, []];
      const field = isWrong(sent);
      return field === undefined ? [201, { ...sent, id: 'l' }] : [422, { message: 'It is invalid.', field }];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judgedBy(() => undefined)).toEqual([]);
  const isEnglish = (text: unknown): boolean => /^[ -~]*$/.test(String(text));
  expect(await judgedBy(({ name }) => (isEnglish(name) ? undefined : 'name'))).toEqual([
    'the letters beyond English of name',
  ]);
  expect(await judgedBy(({ power }) => (Number(power ?? 0) < 0 ? 'power' : undefined))).toContain(
    'the less than zero of power',
  );
  expect(await judgedBy(({ name }) => (String(name).length > 40 ? 'name' : undefined))).toEqual(['the most of name']);
});
