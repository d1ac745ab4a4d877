import { type Schema, validatorOf } from '../../openapi/contract';
import { brokenBodies } from './broken';
import { otherChoices } from './choices';
import { brokenValues, valuesAgainst, valuesOfFormats, valuesOfSchemas } from './wrong-values';

const SCHEMA: Schema = {
  type: 'object',
  required: ['text', 'big'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 3 },
    big: { type: 'integer', format: 'int64' },
    choice: { type: 'string', enum: ['a', 'b'] },
    size: { type: 'integer', minimum: 1, maximum: 9 },
    free: {},
  },
};
const VALID = { text: 'abc', big: 1, choice: 'a', size: 3, free: 4 };
const fits = validatorOf(SCHEMA, 'request');
const broken = brokenBodies(SCHEMA, VALID);

test('the body that they are made of fits', () => {
  expect(fits(VALID)).toBeUndefined();
});

test.each(broken.map(({ what, value }) => [what, value]))(
  'the body with %s breaks the schema, there alone',
  (what, value) => {
    const violation = fits(value);
    expect(violation).toBeDefined();
    const name = what.split(' ')[0] ?? '';
    if (!Object.hasOwn(VALID, name)) return;
    expect(violation?.pointer).toBe(`/${name}`);
    // With the valid value in its place it would fit.
    expect(fits({ ...Object(value), [name]: VALID[name as keyof typeof VALID] })).toBeUndefined();
  },
);

test('what a server may fill in is not wrong where it is missing: a default, and null where a schema is that of replies', () => {
  const wrongIn = (properties: Record<string, Schema>) => {
    const schema: Schema = { type: 'object', required: Object.keys(properties), properties };
    const valid = { name: 'a', size: 2, note: 'b' };
    const missing = brokenBodies(schema, valid).map(({ what }) => what.split(' missing'));
    return missing.flatMap(([name = '', rest]) => (rest === '' ? name : []));
  };
  const members: Record<string, Schema> = {
    name: { type: 'string' },
    size: { type: 'integer', default: 1 },
    note: { type: ['string', 'null'] },
  };
  expect(wrongIn(members)).toEqual(['name', 'note']);
  expect(wrongIn({ ...members, id: { type: 'string', readOnly: true } })).toEqual(['name']);
});

test('every constraint is broken, under a name of its own', () => {
  const names = broken.map(({ what }) => what);
  expect(new Set(names).size).toBe(names.length);
  const wanted = {
    text: ['missing', 'too short', 'too long', 'a number', 'null'],
    big: ['missing', 'a text of digits', 'a fraction', 'beyond 64 bits', 'below 64 bits'],
    choice: ['out of its enumeration', 'in another case'],
    size: ['below its minimum', 'above its maximum'],
    'an array': ['for the body'],
    null: ['for the body'],
  };
  const all = Object.entries(wanted).flatMap(([name, each]) => each.map((what) => `${name} ${what}`));
  expect(names).toEqual(expect.arrayContaining(all));
});

test('what need not be there is not missed, and what may be anything is not broken', () => {
  const names = broken.map(({ what }) => what);
  expect(names).not.toContain('choice missing');
  expect(names.filter((what) => what.startsWith('free'))).toEqual([]);
});

test('a bound of 64 bits is broken by one, exactly', () => {
  const values = brokenValues({ schema: { type: 'integer', format: 'int64' } }).map(({ value }) => value);
  expect(values).toContain(9223372036854775808n);
  expect(values).toContain(-9223372036854775809n);
});

test('what comes in replies alone is neither missed nor broken: a server may ignore it', () => {
  const made: Schema = { type: 'integer', minimum: 0, readOnly: true };
  const schema: Schema = { type: 'object', required: ['made', 'text'], properties: { made, text: { type: 'string' } } };
  const names = brokenBodies(schema, { text: 'abc' }).map(({ what }) => what);
  expect(names.filter((what) => what.startsWith('made'))).toEqual([]);
  expect(names).toContain('text missing');
});

test('of arrays the bounds are broken, by items that are otherwise good', () => {
  const text: Schema = { type: 'string', minLength: 1, maxLength: 9 };
  const schema: Schema = { type: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true };
  const values = new Map(brokenValues({ schema }).map(({ what, value }) => [what, value]));
  expect(values.get('of too few items')).toEqual([]);
  expect(values.get('of too many items')).toHaveLength(3);
  expect(new Set(values.get('of too many items') as readonly string[]).size).toBe(3);
  const [one, same, ...more] = values.get('of an item twice') as readonly string[];
  expect([same, more]).toEqual([one, []]);
  expect(values.get('of a wrong item')).toEqual([12345]);
});

test('a pattern is broken by other texts, and by what stands around one that it matches', () => {
  const values = brokenValues({ schema: { type: 'string', pattern: '^[A-Z]{2}$' } }).map(({ value }) => value);
  expect(values).toEqual(
    expect.arrayContaining([expect.stringMatching(/^[A-Z]$/), expect.stringMatching(/^[A-Z]{2}x$/)]),
  );
  const against = (pattern: string) =>
    brokenValues({ schema: { type: 'string', pattern } }).find(({ what }) => what === 'against its pattern')?.value;
  expect(against('^\\+[1-9][0-9]{6,14}$')).toMatch(/^[1-9][0-9]{6,14}$/);
  expect(against('^(0[1-9]|1[0-2])/[0-9]{2}$')).toMatch(/^13\//);
  expect(against('^[0-9]{1,3}-[0-9]{1,3}$')).toMatch(/^(?:-[0-9]+|[0-9]*-[0-9]*-?)$/);
  const ofSafe = brokenValues({ schema: { type: 'string', pattern: '^https://\\S+$' } }).map(({ value }) => value);
  expect(ofSafe).toContainEqual(expect.stringMatching(/^http:/));
  // Where a pattern is open at its end, more of it breaks nothing.
  const open = brokenValues({ schema: { type: 'string', pattern: '^[A-Z]{2}' } }).map(({ what }) => what);
  expect(open).not.toContain('of its pattern and more');
});

test.each([
  ['texts of letters alone', { type: 'string', pattern: '^[a-z]+$' }],
  ['times', { type: 'string', format: 'date-time' }],
  ['arrays', { type: 'array', items: { type: 'boolean' } }],
  ['objects', { type: 'object', required: ['at'], properties: { at: { type: 'string', pattern: '^[A-Z]{3}$' } } }],
])('there are too many items of %s, each once', (_, items) => {
  const schema: Schema = { type: 'array', maxItems: 3, uniqueItems: true, items: items as Schema };
  const [tooMany] = brokenValues({ schema }).filter(({ what }) => what === 'of too many items');
  const found = [tooMany?.value].flat().map((item) => JSON.stringify(item));
  expect([found.length, new Set(found).size]).toEqual([4, 4]);
});

test('an array is no wrong body where the schema is one', () => {
  const named: Schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const wrongs = (schema: Schema) => brokenBodies(schema, {}).map(({ what }) => what);
  expect(wrongs(named)).toContain('an array for the body');
  expect(wrongs({ type: 'array', items: named })).not.toContain('an array for the body');
});

test('what is within members is broken, too: an item, a branch, a map, a member that no schema names', () => {
  const line: Schema = {
    type: 'object',
    required: ['sku'],
    additionalProperties: false,
    properties: { sku: { type: 'string', pattern: '^[A-Z]{2}$' }, count: { type: 'integer', minimum: 1 } },
  };
  const byMail: Schema = {
    type: 'object',
    required: ['by', 'to'],
    properties: { by: { const: 'mail' }, to: { type: 'string' } },
  };
  const byPhone: Schema = {
    type: 'object',
    required: ['by', 'no'],
    properties: { by: { const: 'phone' }, no: { type: 'integer' } },
  };
  const schema: Schema = {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      lines: { type: 'array', items: line },
      contact: { oneOf: [byMail, byPhone] },
      labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    },
  };
  const isBroken = validatorOf(schema, 'request');
  const all = brokenBodies(schema, { lines: [{ sku: 'AB', count: 2 }], labels: { a: 'b' } });
  expect(all.filter(({ value }) => isBroken(value) === undefined)).toEqual([]);
  const told = new Map(all.filter(({ isTelling }) => isTelling).map(({ what, value }) => [what, value]));
  expect(told.get('lines item .count below its minimum')).toMatchObject({ lines: [{ sku: 'AB', count: 0 }] });
  expect([...told.keys()]).toEqual(
    expect.arrayContaining([
      'lines item .sku missing',
      'lines item .undocumentedMember added',
      'contact of branch 1 .to missing',
      'contact of branch 2 .no a text of digits',
      'labels.a too long',
      'a member that it does not name',
      'an empty object for the body',
    ]),
  );
});

test('a map has a member more than it may have', () => {
  const schema: Schema = { type: 'object', maxProperties: 3, additionalProperties: { type: 'string', maxLength: 9 } };
  const [tooMany] = brokenValues({ schema }).filter(({ what }) => what === 'of too many members');
  expect(Object.keys(Object(tooMany?.value))).toHaveLength(4);
});

test('a format that nothing has to look at is broken where words say so', () => {
  const mail = (description?: string): Schema => ({
    type: 'string',
    format: 'email',
    ...(description && { description }),
  });
  const whats = (schema: Schema) => brokenValues({ schema }).map(({ what }) => what);
  expect(whats(mail())).not.toContain('against its format');
  expect(whats(mail('A valid address.'))).toContain('against its format');
});

test('a text that has nothing of its format is one where a schema is said to be kept, and one that looks like it where the format is', () => {
  const schema: Schema = { type: 'string', format: 'email' };
  const against = (some: typeof valuesAgainst) =>
    some(schema).flatMap(({ what, value }) => (what === 'against its format' ? [value] : []));
  expect([valuesAgainst, valuesOfSchemas, valuesOfFormats].map(against)).toEqual([
    [],
    ['no-address'],
    ['some one@example org'],
  ]);
});

test.each([
  ['codes: another that there is', ['GBP', 'USD'], ['EUR']],
  ['codes in lower case', ['usd', 'eur'], ['gbp']],
  ['countries', ['DE', 'FR'], ['GB']],
  ['parts put together otherwise', ['parcel.sent', 'parcel.lost', 'van.full'], ['parcel.full']],
  ['collections: others of the document', ['shed', 'tools'], ['loans', 'fees']],
  ['a choice of an enumeration that shares one', ['small', 'tiny'], ['huge']],
  ['words written as they are: snake', ['by_van', 'by_air'], ['no_such_value']],
  ['upper case', ['OPEN', 'DONE'], ['NO-SUCH-VALUE']],
  ['camel case', ['byVan', 'byAir'], ['noSuchValue']],
])('a value out of an enumeration is a plausible one: %s', (_, values, wanted) => {
  const vocabulary = { collections: ['sheds', 'tools', 'loans', 'fees'], enumerations: [['tiny', 'huge'], ['odd']] };
  expect(otherChoices(values, vocabulary)).toEqual(wanted);
});

test.each([
  [{ dependentRequired: { axis: ['cylinder'] } }, ['axis']],
  [{ if: { properties: { kind: { const: 'a' } } }, else: { required: ['axis'] } }, ['kind']],
  [{ not: { required: ['axis', 'cylinder'] } }, ['axis beside cylinder']],
  [{ oneOf: [{ required: ['axis'] }, { required: ['cylinder'] }] }, ['cylinder', 'axis left out']],
  [{}, []],
])('members that need or exclude each other by the schema: %j', (more, expected) => {
  const axis = { type: 'integer' };
  const kind = { enum: ['a', 'b'] };
  const schema: Schema = { type: 'object', required: ['kind'], properties: { kind, axis, cylinder: axis }, ...more };
  const valid = 'oneOf' in more ? { kind: 'a', axis: 1 } : { kind: 'a' };
  expect(validatorOf(schema, 'request')(valid)).toBeUndefined();
  const found = brokenBodies(schema, valid).flatMap(({ kind: of, what }) => (of === 'company' ? [what] : []));
  for (const one of expected) expect(found.some((what) => what.startsWith(one))).toBe(true);
  if (expected.length === 0) expect(found).toEqual([]);
});
