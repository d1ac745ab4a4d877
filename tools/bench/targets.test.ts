import { bytesPerRecord, judge } from './targets';
import { RESULTS } from './testing/results';

const verdicts = (results = RESULTS) =>
  Object.fromEntries(judge(results).map(({ target, found, isReached }) => [target.title, [found.median, isReached]]));

test('each figure is compared with its target by the median of its rounds', () => {
  expect(verdicts()).toEqual({
    'GET list, rate against bare node:http': [0.75, true],
    'GET list, rate against bare Express': [2, false],
    'GET list, rate against Prism': [16, true],
    'GET list, p99 latency against bare Express': [0.75, true],
    'Start to the first answer': [220, true],
    'Start against Prism': [0.2, true],
    'List by a filter, rate at the most records against the fewest': [0.95, true],
    'GET one, rate at the most records against the fewest': [0.75, false],
    'Memory of a record at the most records, kept': [500, true],
    'Memory of a record at the most records, at the peak': [1000, false],
    'Conformance suite, full run': [3000, true],
    'Conformance suite, requests of a full run': [384, true],
    'Overload, requests that were lost': [0, true],
    'Overload, from its end until the latency is as before': [120, true],
    'p99 of others beside 60 streams that are not read and 100,000 pipelined requests': [90, true],
    'Proxy of the suite, rate against the bare connection': [0.55, true],
    'GET list on Redis, rate against bare node:http with the same round trips': [0.75, false],
    'GET list on Redis, processor time of two replicas against one': [1.5, false],
    'List by a filter on Redis, rate at the most records against the fewest': [0.9, true],
    'GET one on Redis, rate at the most records against the fewest': [0.5, false],
    'Memory of a record in Redis at the most records': [395, true],
  });
});

test('what a run left out has no result', () => {
  expect(verdicts({ ...RESULTS, traffic: [], starts: [], sizes: [], redis: [], sizesInRedis: [] })).toEqual({
    'Conformance suite, full run': [3000, true],
    'Conformance suite, requests of a full run': [384, true],
    'Overload, requests that were lost': [0, true],
    'Overload, from its end until the latency is as before': [120, true],
    'p99 of others beside 60 streams that are not read and 100,000 pipelined requests': [90, true],
    'Proxy of the suite, rate against the bare connection': [0.55, true],
  });
});

test('the memory of a record is the growth divided by the number of added records', () => {
  expect(RESULTS.sizes.map((size) => bytesPerRecord(size, RESULTS.sizes, ({ heap }) => heap))).toEqual([
    undefined,
    500,
  ]);
});
