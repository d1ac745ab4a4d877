import type { Results, Turn } from '../model';

/** A turn at so many requests a second. */
const turn = (round: number, rate: number, p99 = 1): Turn => ({
  round,
  requests: rate,
  rate,
  p50: 0.5,
  p99,
  cpu: 1e6 / rate,
});

/** What a run of all parts may have found. */
export const RESULTS: Results = {
  date: '2026-01-02T03:04:05.000Z',
  machine: { processor: 'A Processor', cores: 2, memory: 2 ** 33, node: '20.20.2', system: 'Linux 6' },
  versions: { mock: '0.1.0', express: '5.3.0' },
  smoke: false,
  seconds: 170.4,
  traffic: [
    {
      scenario: 'list',
      servers: [
        { server: 'mock', turns: [turn(0, 8000, 2), turn(1, 7000, 3)] },
        { server: 'node', turns: [turn(0, 10_000), turn(1, 10_000)] },
        { server: 'express', turns: [turn(0, 4000, 4), turn(1, 3500, 3)] },
        { server: 'prism', turns: [turn(0, 500)] },
      ],
    },
  ],
  starts: [
    { server: 'mock', times: [200, 220, 310] },
    { server: 'prism', times: [1000, 1100, 1550] },
  ],
  sizes: [
    { records: 100, start: 200, peak: 70_000_000, heap: 10_000_000, list: [turn(0, 1000)], get: [turn(0, 2000)] },
    { records: 10_100, start: 210, peak: 80_000_000, heap: 15_000_000, list: [turn(0, 950)], get: [turn(0, 1500)] },
  ],
  suite: [
    { time: 2000, requests: 384 },
    { time: 4000, requests: 384 },
  ],
  proxy: [{ connections: 16, direct: [turn(0, 20_000), turn(1, 10_000)], proxied: [turn(0, 12_000), turn(1, 5000)] }],
  redis: [
    {
      scenario: 'list',
      trips: 1,
      servers: [
        { server: 'memory', turns: [turn(0, 10_000)] },
        { server: 'bare', turns: [{ ...turn(0, 8000), store: 2 }] },
        { server: 'one', turns: [{ ...turn(0, 6000), store: 10 }] },
        { server: 'two', turns: [{ ...turn(0, 4000), store: 12.5 }] },
      ],
    },
  ],
  sizesInRedis: [
    { records: 100, start: 300, bytes: 90_000, list: [turn(0, 1000)], get: [turn(0, 2000)] },
    { records: 10_100, start: 700, bytes: 4_040_000, list: [turn(0, 900)], get: [turn(0, 1000)] },
  ],
  overload: [
    {
      capacity: 5000,
      offered: 100_000,
      sent: 30_000,
      lost: 0,
      statuses: { 201: 30_000 },
      p99: { before: 2, during: 200, crowded: 90 },
      backAfter: 120,
      peak: 300_000_000,
      bound: 3_000_000_000,
    },
  ],
};
