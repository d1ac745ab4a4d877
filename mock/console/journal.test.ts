import { KEPT, NO_FILTER, passes, statusClass, withArrived } from './page/journal';
import type { RecordedRequest } from './page/model';

const request = (id: number, given: Partial<RecordedRequest> = {}): RecordedRequest => ({
  id,
  at: '2026-01-01T00:00:00Z',
  durationMs: 1,
  method: 'GET',
  path: '/v1/things',
  query: '',
  operationId: 'listThings',
  key: 'first',
  status: 200,
  fault: null,
  request: { headers: [], body: null, truncated: false },
  response: { headers: [], body: null, truncated: false },
  ...given,
});
const ids = (requests: readonly RecordedRequest[]) => requests.map(({ id }) => id);

test('what came stands in front, newest first', () => {
  expect(ids(withArrived([request(2), request(1)], [request(3), request(4)]))).toEqual([4, 3, 2, 1]);
});

test('what came twice counts once', () => {
  expect(ids(withArrived([request(2), request(1)], [request(2), request(3)]))).toEqual([3, 2, 1]);
});

test('the oldest are let go', () => {
  const many = Array.from({ length: KEPT + 5 }, (_, at) => request(at + 1));
  const journal = withArrived([request(0)], many);
  expect([journal.length, journal[0]?.id, journal.at(-1)?.id]).toEqual([KEPT, KEPT + 5, 6]);
});

test.each([
  [{}, true],
  [{ text: ' THINGS?a=1 ' }, true],
  [{ text: 'listthings' }, true],
  [{ text: 'first' }, true],
  [{ text: 'fault f1' }, true],
  [{ text: 'second' }, false],
  [{ method: 'GET', status: '5XX' }, true],
  [{ method: 'POST' }, false],
  [{ status: '2XX' }, false],
])('a filter of %j lets it pass: %s', (filter, expected) => {
  const sample = request(1, { query: 'a=1', status: 503, fault: 'f1' });
  expect(passes({ ...NO_FILTER, ...filter })(sample)).toBe(expected);
});

test('a request without a reply has a class of its own', () => {
  expect([statusClass(404), statusClass(null)]).toEqual(['4XX', 'none']);
  expect(passes({ ...NO_FILTER, status: 'none' })(request(1, { status: null }))).toBe(true);
});
