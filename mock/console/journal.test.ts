import type { RecordedRequest } from '../../openapi/types/control';
import {
  arrivedSince,
  hasBegunAnew,
  isSame,
  KEPT,
  NO_FILTER,
  passes,
  statusClass,
  withArrived,
} from './page/model/journal';

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

test('new requests come first, newest first', () => {
  expect(ids(withArrived([request(2), request(1)], [request(3), request(4)]))).toEqual([4, 3, 2, 1]);
});

test('a repeated request counts once', () => {
  expect(ids(withArrived([request(2), request(1)], [request(2), request(3)]))).toEqual([3, 2, 1]);
});

test('the oldest are dropped', () => {
  const many = Array.from({ length: KEPT + 5 }, (_, at) => request(at + 1));
  const journal = withArrived([request(0)], many);
  expect([journal.length, journal[0]?.id, journal.at(-1)?.id]).toEqual([KEPT, KEPT + 5, 6]);
});

test('requests with the same id and time are distinguished by their duration', () => {
  expect(isSame(request(1), request(1))).toBe(true);
  expect(
    [{ id: 2 }, { at: '2026-01-01T00:00:01Z' }, { durationMs: 2 }].map((other) =>
      isSame(request(1), request(1, other)),
    ),
  ).toEqual([false, false, false]);
});

describe('a journal that had request 3', () => {
  const seen = request(3);
  const downTo = (last: number, length: number) => Array.from({ length }, (_, at) => request(last - at));

  test.each([
    ['with it', [request(4), request(3)], false],
    ['emptied', [], true],
    ['that counts from 1 again', [request(1, { durationMs: 2 })], true],
    ['that has another of its number', [request(4), request(3, { durationMs: 2 })], true],
    ['emptied, with some that came since', [request(5), request(4)], true],
    ['full of later ones', downTo(KEPT + 3, KEPT), false],
  ])('%s', (_, journal, expected) => {
    expect(hasBegunAnew(journal, seen)).toBe(expected);
  });

  test('counts the requests since then', () => {
    expect(arrivedSince([seen], [request(5), request(4), seen])).toBe(2);
    expect(arrivedSince([seen], [1, 2, 3, 4].map((id) => request(id, { durationMs: 2 })).reverse())).toBe(4);
    expect(arrivedSince([seen], [])).toBe(0);
    expect(arrivedSince([], [request(2), request(1)])).toBe(2);
    expect(arrivedSince([seen], downTo(KEPT + 3, KEPT))).toBe(KEPT);
  });
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
