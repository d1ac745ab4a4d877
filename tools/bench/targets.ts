import { type Figures, type Measured, type Results, SCENARIO_TITLES, type ScenarioId, type ServerId } from './model';
import { ratios, type Spread, spread } from './statistics';

/** A figure that should be reached. */
export interface Target extends Bound {
  readonly title: string;
  /** The figure of a run; undefined if the run left it out, or the system does not report it. */
  of(results: Results): Spread | undefined;
}

interface Bound {
  readonly unit: Unit;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** `×` is a quotient of two figures of one round. */
export type Unit = '×' | 'ms' | 'bytes' | 'requests';

const IN_PAGE = { part: 'page', server: 'page' } as const;

const SCENARIOS = ['list', 'get', 'post'] as const;

/** All targets, in the order of the report. To add one, add a line here: the report shows it and whether it is reached. */
export const TARGETS: readonly Target[] = [
  ...rateTargets('node', 'bare node:http', 0.7),
  ...rateTargets('express', 'bare Express', 2.5),
  ...rateTargets('prism', 'Prism', 12),
  ...eachScenario((id, title) =>
    target(`${title}, p99 latency against bare Express`, atMost(1), quotient('p99', inPart(id, 'mock', 'express'))),
  ),
  target('Start to the first answer', atMost(300, 'ms'), figure('time', { part: 'start', server: 'mock' })),
  target('Start against Prism', atMost(1), quotient('time', inPart('start', 'mock', 'prism'))),
  ...sizeTargets('memory', '', 0.9),
  target('Memory of a record at the most records, kept', atMost(600, 'bytes'), growth('memory', 'kept')),
  target('Memory of a record at the most records, at the peak', atMost(600, 'bytes'), growth('memory', 'peak')),
  target('Conformance suite, full run', atMost(3000, 'ms'), figure('time', { part: 'suite' })),
  target('Conformance suite, requests of a full run', atMost(600, 'requests'), figure('requests', { part: 'suite' })),
  target('Overload, requests that were lost', atMost(0, 'requests'), figure('lost', { part: 'overload' })),
  target(
    'Overload, from its end until the latency is as before',
    atMost(1000, 'ms'),
    figure('backAfter', { part: 'overload' }),
  ),
  target(
    'p99 of others beside 60 streams that are not read and 100,000 pipelined requests',
    atMost(150, 'ms'),
    figure('crowded', { part: 'overload' }),
  ),
  target(
    'Proxy of the suite, rate against the bare connection',
    atLeast(0.5),
    quotient('rate', inPart('proxy', 'proxy', 'node')),
  ),
  ...eachScenario((id, title) =>
    target(
      `${title} on Redis, rate against bare node:http with the same round trips`,
      atLeast(0.8),
      quotient('rate', inPart('redis', 'one', 'bare', id)),
    ),
  ),
  ...(['two', 'four'] as const).flatMap((replicas) =>
    eachScenario((id, title) =>
      target(
        `${title} on Redis, processor time of ${replicas} replicas against one`,
        atMost(1.1),
        quotient('cpu', inPart('redis', replicas, 'one', id)),
      ),
    ),
  ),
  ...sizeTargets('redis-memory', ' on Redis', 0.8),
  target('Memory of a record in Redis at the most records', atMost(500, 'bytes'), growth('redis-memory', 'kept')),
  target('In a page, the file as servers send it', atMost(250_000, 'bytes'), figure('bytes', IN_PAGE)),
  target('In a warm page, from the import to the first reply', atMost(150, 'ms'), figure('warm', IN_PAGE)),
];

export interface Judgement {
  readonly target: Target;
  readonly found: Spread;
  /** By the median. */
  readonly isReached: boolean;
}

/** Compares the results of a run with the targets; what was not measured is left out. */
export function judge(results: Results): readonly Judgement[] {
  return TARGETS.flatMap((target) => {
    const found = target.of(results);
    if (found === undefined) return [];
    const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
    return [{ target, found, isReached: found.median >= atLeast && found.median <= atMost }];
  });
}

function target(title: string, bound: Bound, of: Target['of']): Target {
  return { title, ...bound, of };
}

function atLeast(least: number, unit: Unit = '×'): Bound {
  return { unit, atLeast: least };
}

function atMost(most: number, unit: Unit = '×'): Bound {
  return { unit, atMost: most };
}

function eachScenario(of: (id: ScenarioId, title: string) => Target): readonly Target[] {
  return SCENARIOS.map((id) => of(id, SCENARIO_TITLES[id]));
}

function rateTargets(peer: ServerId, name: string, least: number): readonly Target[] {
  return eachScenario((id, title) =>
    target(`${title}, rate against ${name}`, atLeast(least), quotient('rate', inPart(id, 'mock', peer))),
  );
}

function sizeTargets(part: SizedPart, where: string, least: number): readonly Target[] {
  const titles = { list: 'List by a filter', get: 'GET one' };
  return (['list', 'get'] as const).map((scenario) =>
    target(
      `${titles[scenario]}${where}, rate at the most records against the fewest`,
      atLeast(least),
      quotient('rate', (results) => {
        const sizes = find(results, { part, scenario });
        return [sizes.at(-1), sizes[0]];
      }),
    ),
  );
}

// The figures of a run.

export type FigureName = Exclude<keyof Figures, 'round'>;
type SizedPart = 'memory' | 'redis-memory';
type Pair = readonly [ours: Measured | undefined, theirs: Measured | undefined];

/** What was measured, in its order: of sizes the fewest first. */
export const find = ({ measured }: Results, { part, scenario, server, size }: Partial<Measured>): readonly Measured[] =>
  measured.filter(
    (one) =>
      (part === undefined || one.part === part) &&
      (scenario === undefined || one.scenario === scenario) &&
      (server === undefined || one.server === server) &&
      (size === undefined || one.size === size),
  );

/** The servers with ever more records, without what they did under load. */
export const sizesIn = (results: Results, part: SizedPart): readonly Measured[] =>
  find(results, { part }).filter(({ scenario }) => scenario === undefined);

/** The quotient of two servers' figures, for each round that both have. */
export const against = ([ours, theirs]: Pair, figureOf: (round: Figures) => number | undefined): Spread | undefined =>
  spread(ratios(ours?.rounds ?? [], theirs?.rounds ?? [], figureOf));

/** How much memory each additional record takes, compared with the fewest; undefined for the fewest. */
export function bytesPerRecord([most, fewest]: Pair, name: 'kept' | 'peak'): number | undefined {
  const added = (most?.size ?? 0) - (fewest?.size ?? 0);
  const [now, before] = [most?.rounds[0]?.[name], fewest?.rounds[0]?.[name]];
  return now === undefined || before === undefined || added === 0 ? undefined : (now - before) / added;
}

function figure(name: FigureName, which: Partial<Measured>): Target['of'] {
  return (results) => spread(find(results, which).flatMap(({ rounds }) => rounds.flatMap((one) => one[name] ?? [])));
}

function quotient(name: FigureName, pair: (results: Results) => Pair): Target['of'] {
  return (results) => against(pair(results), (round) => round[name]);
}

/** A server of a part and one that it is compared with. */
function inPart(part: Measured['part'], ours: ServerId, theirs: ServerId, scenario?: ScenarioId) {
  const rest = scenario === undefined ? { part } : { part, scenario };
  return (results: Results): Pair => [
    find(results, { ...rest, server: ours })[0],
    find(results, { ...rest, server: theirs })[0],
  ];
}

function growth(part: SizedPart, name: 'kept' | 'peak'): Target['of'] {
  return (results) => {
    const sizes = sizesIn(results, part);
    const bytes = bytesPerRecord([sizes.at(-1), sizes[0]], name);
    return bytes === undefined ? undefined : spread([bytes]);
  };
}
