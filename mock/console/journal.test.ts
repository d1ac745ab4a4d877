import fc from 'fast-check';
import { arrivedSince, hasBegunAnew, isSame, KEPT, NO_FILTER, passes, withArrived } from './page/model/journal';
import { recorded } from './testing/recorded';

const request = (id: number, given = {}) => recorded({ id, operationId: 'listThings', key: 'first', ...given });
/** Requests numbered from one to another, newest first. */
const downTo = (last: number, length: number) => Array.from({ length }, (_, at) => request(last - at));

test('the journal has the newest of what arrived, newest first, and what arrived again once', () => {
  const batches = fc.array(fc.record({ again: fc.nat(9), more: fc.nat(9) }));
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 30 }), (arriving, kept) => {
      let last = 0;
      let journal = withArrived([], []);
      for (const { again, more } of arriving) {
        const repeated = Math.min(again, last);
        last += more;
        journal = withArrived(journal, downTo(last, repeated + more).reverse(), kept);
      }
      expect(journal).toEqual(downTo(last, Math.min(kept, last)));
    }),
  );
});

test('requests with the same id and time are distinguished by their duration', () => {
  const others = [{}, { id: 2 }, { at: '2026-01-01T00:00:01Z' }, { durationMs: 2 }];
  expect(others.map((other) => isSame(request(1), request(1, other)))).toEqual([true, false, false, false]);
});

describe('a journal that had request 3', () => {
  const seen = request(3);
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
  [{ status: 'none' }, false],
])('a filter of %j lets a request pass: %s', (filter, expected) => {
  const sample = request(1, { query: 'a=1', status: 503, fault: 'f1' });
  expect(passes({ ...NO_FILTER, ...filter })(sample)).toBe(expected);
});

test('a request without a reply passes a filter of its own', () => {
  expect(passes({ ...NO_FILTER, status: 'none' })(request(1, { status: null }))).toBe(true);
});
