import {
  type Proxied,
  type ReplicatedId,
  type Results,
  SCENARIO_TITLES,
  type ScenarioId,
  type ServerId,
  type Size,
  type Turn,
} from './model';
import { ratios, type Spread, spread } from './statistics';

/** A figure that should be reached. */
export interface Target {
  readonly title: string;
  readonly unit: Unit;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The figure of a run; undefined if the run left it out, or the system does not report it. */
  of(results: Results): Spread | undefined;
}

/** `×` is a quotient of two figures of one round. */
export type Unit = '×' | 'ms' | 'bytes' | 'requests';

/** All targets, in the order of the report. To add one, add a line here: the report shows it and whether it is reached. */
export const TARGETS: readonly Target[] = [
  ...rateTargets('node', 'bare node:http', 0.7),
  ...rateTargets('express', 'bare Express', 2.5),
  ...rateTargets('prism', 'Prism', 12),
  ...eachScenario((id, title) => ({
    title: `${title}, p99 latency against bare Express`,
    unit: '×',
    atMost: 1,
    of: (results) => against(results, id, 'express', ({ p99 }) => p99),
  })),
  {
    title: 'Start to the first answer',
    unit: 'ms',
    atMost: 300,
    of: (results) => spread(timesOf(results, 'mock')),
  },
  {
    title: 'Start against Prism',
    unit: '×',
    atMost: 1,
    of: (results) => {
      const theirs = timesOf(results, 'prism');
      return spread(timesOf(results, 'mock').map((time, round) => time / (theirs[round] ?? Number.NaN)));
    },
  },
  {
    title: 'List by a filter, rate at the most records against the fewest',
    unit: '×',
    atLeast: 0.9,
    of: ({ sizes }) => mostAgainstFewest(sizes, ({ list }) => list),
  },
  {
    title: 'GET one, rate at the most records against the fewest',
    unit: '×',
    atLeast: 0.9,
    of: ({ sizes }) => mostAgainstFewest(sizes, ({ get }) => get),
  },
  memoryTarget('kept', ({ heap }) => heap),
  memoryTarget('at the peak', ({ peak }) => peak),
  {
    title: 'Conformance suite, full run',
    unit: 'ms',
    atMost: 3000,
    of: ({ suite }) => spread(suite.map(({ time }) => time)),
  },
  {
    title: 'Conformance suite, requests of a full run',
    unit: 'requests',
    atMost: 600,
    of: ({ suite }) => spread(suite.map(({ requests }) => requests)),
  },
  {
    title: 'Overload, requests that were lost',
    unit: 'requests',
    atMost: 0,
    of: ({ overload }) => spread(overload.map(({ lost }) => lost)),
  },
  {
    title: 'Overload, from its end until the latency is as before',
    unit: 'ms',
    atMost: 1000,
    of: ({ overload }) => spread(overload.map(({ backAfter }) => backAfter)),
  },
  {
    title: 'p99 of others beside 60 streams that are not read and 100,000 pipelined requests',
    unit: 'ms',
    atMost: 150,
    of: ({ overload }) => spread(overload.map(({ p99 }) => p99.crowded)),
  },
  {
    title: 'Proxy of the suite, rate against the bare connection',
    unit: '×',
    atLeast: 0.5,
    of: ({ proxy: [first] }) => first && throughProxy(first),
  },
  ...eachScenario((id, title) => ({
    title: `${title} on Redis, rate against bare node:http with the same round trips`,
    unit: '×',
    atLeast: 0.8,
    of: (results) => ofReplicated(results, id, 'one', 'bare', ({ rate }) => rate),
  })),
  ...(['two', 'four'] as const).flatMap((replicas) =>
    eachScenario((id, title) => ({
      title: `${title} on Redis, processor time of ${replicas} replicas against one`,
      unit: '×',
      atMost: 1.1,
      of: (results) => ofReplicated(results, id, replicas, 'one', ({ cpu }) => cpu),
    })),
  ),
  {
    title: 'List by a filter on Redis, rate at the most records against the fewest',
    unit: '×',
    atLeast: 0.8,
    of: ({ sizesInRedis }) => mostAgainstFewest(sizesInRedis, ({ list }) => list),
  },
  {
    title: 'GET one on Redis, rate at the most records against the fewest',
    unit: '×',
    atLeast: 0.8,
    of: ({ sizesInRedis }) => mostAgainstFewest(sizesInRedis, ({ get }) => get),
  },
  {
    title: 'Memory of a record in Redis at the most records',
    unit: 'bytes',
    atMost: 500,
    of({ sizesInRedis }) {
      const last = sizesInRedis.at(-1);
      const bytes = last && bytesPerRecord(last, sizesInRedis, (size) => size.bytes);
      return bytes === undefined ? undefined : spread([bytes]);
    },
  },
];

export interface Judgement {
  readonly target: Target;
  readonly found: Spread;
  /** By the median. */
  readonly isReached: boolean;
}

/** The rate through the proxy against that without it, of each round. */
export const throughProxy = ({ proxied, direct }: Proxied): Spread | undefined =>
  spread(ratios(proxied, direct, ({ rate }) => rate));

/** Compares the results of a run with the targets; what was not measured is left out. */
export function judge(results: Results): readonly Judgement[] {
  return TARGETS.flatMap((target) => {
    const found = target.of(results);
    if (found === undefined) return [];
    const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
    return [{ target, found, isReached: found.median >= atLeast && found.median <= atMost }];
  });
}

/** How much memory each additional record takes, compared with the fewest; undefined for the fewest. */
export function bytesPerRecord<One extends { readonly records: number }>(
  size: One,
  [fewest]: readonly One[],
  memory: (size: One) => number | undefined,
): number | undefined {
  if (fewest === undefined || size.records === fewest.records) return undefined;
  const [now, before] = [memory(size), memory(fewest)];
  return now === undefined || before === undefined ? undefined : (now - before) / (size.records - fewest.records);
}

/** The quotient of the mock's figure and a peer's, for each round that has both. */
export function against(
  { traffic }: Results,
  scenario: ScenarioId,
  peer: ServerId,
  figure: (turn: Turn) => number | undefined,
): Spread | undefined {
  const { servers = [] } = traffic.find((one) => one.scenario === scenario) ?? {};
  const turnsOf = (id: ServerId) => servers.find(({ server }) => server === id)?.turns ?? [];
  return spread(ratios(turnsOf('mock'), turnsOf(peer), figure));
}

/** The same for replicas on Redis and what they are compared with. */
export function ofReplicated(
  { redis }: Results,
  scenario: ScenarioId,
  server: ReplicatedId,
  peer: ReplicatedId,
  figure: (turn: Turn) => number | undefined,
): Spread | undefined {
  const { servers = [] } = redis.find((one) => one.scenario === scenario) ?? {};
  const turnsOf = (id: ReplicatedId) => servers.find((one) => one.server === id)?.turns ?? [];
  return spread(ratios(turnsOf(server), turnsOf(peer), figure));
}

function rateTargets(peer: ServerId, name: string, atLeast: number): readonly Target[] {
  return eachScenario((id, title) => ({
    title: `${title}, rate against ${name}`,
    unit: '×',
    atLeast,
    of: (results) => against(results, id, peer, ({ rate }) => rate),
  }));
}

function eachScenario(target: (id: ScenarioId, title: string) => Target): readonly Target[] {
  return (['list', 'get', 'post'] as const).map((id) => target(id, SCENARIO_TITLES[id]));
}

function memoryTarget(when: string, memory: (size: Size) => number | undefined): Target {
  const of = ({ sizes }: Results): Spread | undefined => {
    const last = sizes.at(-1);
    const bytes = last === undefined ? undefined : bytesPerRecord(last, sizes, memory);
    return bytes === undefined ? undefined : spread([bytes]);
  };
  return { title: `Memory of a record at the most records, ${when}`, unit: 'bytes', atMost: 600, of };
}

function timesOf({ starts }: Results, id: ServerId): readonly number[] {
  return starts.find(({ server }) => server === id)?.times ?? [];
}

function mostAgainstFewest<One>(sizes: readonly One[], turns: (size: One) => readonly Turn[]): Spread | undefined {
  const [fewest, most] = [sizes[0], sizes.at(-1)];
  return fewest === undefined || most === undefined
    ? undefined
    : spread(ratios(turns(most), turns(fewest), ({ rate }) => rate));
}
