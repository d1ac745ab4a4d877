import type { Reply } from '../model/operation';
import { readOperations } from './operations';
import { documents, isError, replyFor, successOf } from './reply';

/** An operation that documents these statuses. */
function operationWith(...statuses: string[]) {
  // An object's numeric names come first whatever their order here, as they do in a document that was parsed.
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: status }]));
  const [operation] = readOperations({ paths: { '/pets': { get: { responses } } } });
  if (operation === undefined) throw new Error('expected an operation');
  return operation;
}

test.each<[number, Reply['status'] | undefined]>([
  [404, 404],
  [400, '4XX'],
  [499, '4XX'],
  [500, 'default'],
  [200, 'default'],
])('the reply for %i is the exact one, else its range, else default: %s', (status, expected) => {
  expect(replyFor(operationWith('404', '4XX', 'default'), status)?.status).toBe(expected);
});

test('a header named Content-Type is no header of a reply: its content tells the media types', () => {
  const headers = { 'content-Type': { schema: { const: 'text/csv' }, required: true }, Location: { schema: {} } };
  const responses = { 200: { description: 'Fine', headers } };
  const [operation] = readOperations({ paths: { '/pets': { get: { responses } } } });
  expect(operation?.replies[0]?.headers.map(({ name }) => name)).toStrictEqual(['Location']);
});

test('without a default, a status may have no reply', () => {
  expect(replyFor(operationWith('200', '4XX'), 500)).toBeUndefined();
});

test('a status counts as documented by number or range, not by default', () => {
  const operation = operationWith('200', '4XX', 'default');
  expect([200, 404, 500].map((status) => documents(operation, status))).toStrictEqual([true, true, false]);
  expect(documents(operationWith('200'), 404)).toBe(false);
});

test.each<[string[], number | undefined, Reply['status'] | undefined]>([
  [['400', '204', '201', 'default'], 201, 201],
  [['2XX', 'default'], 200, '2XX'],
  [['2XX', '202'], 202, 202],
  [['302', '4XX', 'default'], undefined, undefined],
])('of %j, success is %p', (statuses, status, named) => {
  const success = successOf(operationWith(...statuses));
  expect(success?.status).toBe(status);
  expect(success?.reply.status).toBe(named);
});

test.each<[Reply['status'], boolean]>([
  [200, false],
  [399, false],
  [400, true],
  [503, true],
  ['3XX', false],
  ['4XX', true],
  ['5XX', true],
  ['default', true],
])('whether %s is an error: %p', (status, expected) => {
  const reply: Reply = { status, description: '', headers: [], content: [], links: [], pointer: '' };
  expect(isError(reply)).toBe(expected);
});
