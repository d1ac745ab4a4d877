import type { Figures, Measured, Part, Results, ScenarioId, ServerId } from '../model';

/** A round at so many requests a second. */
const round = (number: number, rate: number, more: Partial<Figures> = {}): Figures => ({
  ...{ round: number, requests: rate, rate, p50: 0.5, p99: 1, cpu: 1e6 / rate },
  ...more,
});

const listed = (server: ServerId, ...rounds: readonly Figures[]): Measured => ({
  ...{ part: 'list', scenario: 'list', server, rounds },
});

const sized = (part: Part, server: ServerId, size: number, loaded: Partial<Figures>, list: number, get: number) => {
  const of = (figures: Figures, scenario?: ScenarioId): Measured => ({
    ...{ part, server, size, rounds: [figures] },
    ...(scenario === undefined ? {} : { scenario }),
  });
  return [of({ round: 0, ...loaded }), of(round(0, list), 'list'), of(round(0, get), 'get')];
};

const onRedis = (server: ServerId, rate: number, more: Partial<Figures>): Measured => ({
  ...{ part: 'redis', scenario: 'list', server, rounds: [round(0, rate, more)] },
});

const times = (...all: readonly number[]): readonly Figures[] => all.map((time, number) => ({ round: number, time }));

/** What a run of all parts may have found. */
export const RESULTS: Results = {
  date: '2026-01-02T03:04:05.000Z',
  machine: { processor: 'A Processor', cores: 2, memory: 2 ** 33, node: '20.20.2', system: 'Linux 6' },
  versions: { mock: '0.1.0', express: '5.3.0' },
  smoke: false,
  seconds: 170.4,
  measured: [
    listed('mock', round(0, 8000, { p99: 2 }), round(1, 7000, { p99: 3 })),
    listed('node', round(0, 10_000), round(1, 10_000)),
    listed('express', round(0, 4000, { p99: 4 }), round(1, 3500, { p99: 3 })),
    listed('prism', round(0, 500)),
    { part: 'start', server: 'mock', rounds: times(200, 220, 310) },
    { part: 'start', server: 'prism', rounds: times(1000, 1100, 1550) },
    ...sized('memory', 'mock', 100, { time: 200, peak: 70_000_000, kept: 10_000_000 }, 1000, 2000),
    ...sized('memory', 'mock', 10_100, { time: 210, peak: 80_000_000, kept: 15_000_000 }, 950, 1500),
    {
      ...{ part: 'suite', server: 'mock' },
      rounds: [2000, 4000].map((time, number) => ({ round: number, time, requests: 384 })),
    },
    { part: 'proxy', server: 'proxy', size: 16, rounds: [round(0, 12_000), round(1, 5000)] },
    { part: 'proxy', server: 'node', size: 16, rounds: [round(0, 20_000), round(1, 10_000)] },
    onRedis('mock', 10_000, { trips: 0 }),
    onRedis('bare', 8000, { store: 2, trips: 1 }),
    onRedis('one', 6000, { store: 10, trips: 1 }),
    onRedis('two', 4000, { store: 12.5, trips: 1 }),
    ...sized('redis-memory', 'one', 100, { time: 300, kept: 90_000 }, 1000, 2000),
    ...sized('redis-memory', 'one', 10_100, { time: 700, kept: 4_040_000 }, 900, 1000),
    {
      part: 'overload',
      server: 'mock',
      rounds: [
        {
          ...{
            round: 0,
            capacity: 5000,
            offered: 100_000,
            sent: 30_000,
            'answered 201': 30_000,
            lost: 0,
            backAfter: 120,
          },
          ...{ before: 2, during: 200, crowded: 90, peak: 300_000_000, bound: 3_000_000_000 },
        },
      ],
    },
  ],
};
