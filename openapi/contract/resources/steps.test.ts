import { partAt, schemaAt, withPart } from './steps';

const THING = { type: 'object', properties: { id: { type: 'integer' } } };
const BODY = { type: 'object', properties: { data: { type: 'array', items: THING }, total: { type: 'integer' } } };

test('steps lead to a part of a body, and of its schema', () => {
  expect(partAt({ data: [{ id: 1 }, { id: 2 }] }, ['data', '1'])).toStrictEqual({ id: 2 });
  expect(schemaAt(BODY, ['data', '0'])).toBe(THING);
  expect(schemaAt(BODY, ['data'])).toStrictEqual({ type: 'array', items: THING });
  expect(partAt({ id: 1 }, [])).toStrictEqual({ id: 1 });
});

test('steps into what is not there lead nowhere', () => {
  expect(partAt({ data: null }, ['data', '0', 'id'])).toBeUndefined();
  expect(partAt([], ['constructor'])).toBeUndefined();
  expect(partAt({}, ['constructor'])).toBeUndefined();
  expect(schemaAt(BODY, ['other', 'id'])).toBeUndefined();
});

test('a part is put into a body, which keeps its other parts, or is made around it', () => {
  expect(withPart(BODY, undefined, ['data', '0'], { id: 1 })).toStrictEqual({ data: [{ id: 1 }] });
  const body = { total: 2, data: [{ id: 1 }, { id: 2 }] };
  expect(withPart(BODY, body, ['data', '0', 'id'], 3)).toStrictEqual({ total: 2, data: [{ id: 3 }, { id: 2 }] });
  expect(body.data[0]).toStrictEqual({ id: 1 });
  expect(withPart(undefined, { a: 1 }, [], { b: 2 })).toStrictEqual({ b: 2 });
});
