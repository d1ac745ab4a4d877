import { CONNECTIONS } from './lengths';
import {
  type Machine,
  REPLICATED_TITLES,
  type Results,
  SCENARIO_TITLES,
  SERVER_TITLES,
  type Size,
  type SizeInRedis,
  type Turn,
} from './model';
import { ratios, type Spread, spread } from './statistics';
import { asMarkdown, asText, type Table } from './table';
import { against, bytesPerRecord, type Judgement, judge, type Target, throughProxy, type Unit } from './targets';

type Style = 'text' | 'markdown';

/** The results of a run as text. */
export function report(results: Results, style: Style): string {
  const draw = style === 'text' ? asText : asMarkdown;
  return [heading(results), ...tables(results).map(draw)].join('\n\n');
}

function heading({ date, machine, versions, seconds, smoke }: Results): string {
  const { mock, ...others } = versions;
  const peers = Object.entries(others).map(([name, version]) => `${name} ${version}`);
  return [
    ...(smoke ? ['A smoke run: everything was done once and shortly, and the figures mean nothing.'] : []),
    `${date.slice(0, 10)}, ${describe(machine)}, in ${Math.round(seconds)} s; mock ${mock}, ${peers.join(', ')}.`,
    'Medians, and in parentheses the least and the most.',
  ].join('\n');
}

const describe = ({ processor, cores, memory, node, system }: Machine): string =>
  `Node ${node}, ${cores} cores of ${processor}, ${gigabytes(memory)}, ${system}`;

function tables(results: Results): readonly Table[] {
  const all = [
    judgements(judge(results)),
    traffic(results),
    starts(results),
    sizes(results),
    suite(results),
    overload(results),
    proxy(results),
    replicated(results),
    sizesInRedis(results),
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

const judgements = (found: readonly Judgement[]): Table => ({
  title: 'Targets',
  head: ['', 'found', 'target', ''],
  rows: found.map(({ target, found: { median, low, high }, isReached }) => [
    target.title,
    between({ median, low, high }, inUnit(target.unit)),
    bound(target),
    isReached ? 'reached' : 'missed',
  ]),
});

/** A target as it is written. */
export function bound({ atLeast, atMost, unit }: Target): string {
  const format = inUnit(unit);
  return atLeast === undefined ? `≤ ${format(atMost ?? Number.NaN)}` : `≥ ${format(atLeast)}`;
}

const traffic = (results: Results): Table => ({
  title: `Requests a second, over ${CONNECTIONS} connections that are kept alive`,
  head: ['', 'requests/s', 'p50 ms', 'p99 ms', 'processor µs', 'mock is × as fast', 'by processor'],
  rows: results.traffic.flatMap(({ scenario, servers }) =>
    servers.map(({ server, turns }) => [
      `${SCENARIO_TITLES[scenario]}, ${SERVER_TITLES[server]}`,
      ofTurns(turns, ({ rate }) => rate, whole),
      ofTurns(turns, ({ p50 }) => p50, fine),
      ofTurns(turns, ({ p99 }) => p99, fine),
      ofTurns(turns, ({ cpu }) => cpu, whole),
      server === 'mock'
        ? ''
        : between(
            against(results, scenario, server, ({ rate }) => rate),
            fine,
          ),
      server === 'mock' ? '' : between(against(results, scenario, server, perProcessor), fine),
    ]),
  ),
  note: 'Processor time is that of the server alone, for a request: it changes less with what else the machine does, and with who sends.',
});

/** Requests for a second of the server's processor time. */
const perProcessor = ({ cpu }: Turn): number | undefined => (cpu === undefined ? undefined : 1e6 / cpu);

const starts = ({ starts: all }: Results): Table => ({
  title: 'From the start of the process to the first answer',
  head: ['', 'ms'],
  rows: all.map(({ server, times }) => [SERVER_TITLES[server], between(spread(times), whole)]),
});

function sizes({ sizes: all }: Results): Table {
  const [fewest] = all;
  return {
    title: 'The mock with ever more records',
    head: [
      'records',
      'start ms',
      'peak memory',
      'bytes a record',
      'kept',
      'list/s',
      'of the fewest',
      'get/s',
      'of the fewest',
    ],
    rows: all.map((size) => [
      whole(size.records),
      whole(size.start),
      size.peak === undefined ? '–' : megabytes(size.peak),
      optional(bytesPerRecord(size, all, ({ peak }) => peak)),
      optional(bytesPerRecord(size, all, ({ heap }) => heap)),
      ofTurns(size.list, ({ rate }) => rate, whole),
      ofFewest(size, fewest, ({ list }) => list),
      ofTurns(size.get, ({ rate }) => rate, whole),
      ofFewest(size, fewest, ({ get }) => get),
    ]),
  };
}

function ofFewest(size: Size, fewest: Size | undefined, turns: (size: Size) => readonly Turn[]): string {
  if (fewest === undefined || size === fewest) return '–';
  return between(spread(ratios(turns(size), turns(fewest), ({ rate }) => rate)), fine);
}

const suite = ({ suite: runs }: Results): Table => ({
  title: 'The conformance suite, a full run on the mock',
  head: ['', ''],
  rows:
    runs.length === 0
      ? []
      : [
          ['wall time, ms', between(spread(runs.map(({ time }) => time)), whole)],
          ['requests', between(spread(runs.map(({ requests }) => requests)), whole)],
          ['requests/s', between(spread(runs.map(({ time, requests }) => (requests * 1000) / time)), whole)],
        ],
});

const overload = ({ overload: floods }: Results): Table => ({
  title: 'The mock, offered four times what it can serve',
  head: ['', ''],
  rows: floods.flatMap(({ capacity, offered, sent, statuses, lost, p99, backAfter, peak, bound: most }) => [
    ['requests/s that it can serve', whole(capacity)],
    ['offered', whole(offered)],
    ['sent, as a connection was free', whole(sent)],
    ...Object.entries(statuses).map(([status, count]) => [`answered ${status}`, whole(count)]),
    ['lost', whole(lost)],
    ['p99 ms of another client before, and during the flood', `${fine(p99.before)}, ${fine(p99.during)}`],
    ['ms after the flood until it is as before', whole(backAfter)],
    ['p99 ms of it beside streams that are not read and a long pipeline', fine(p99.crowded)],
    ['peak memory, and the most that the mock tells', [peak, most].map(memory).join(', ')],
  ]),
});

const proxy = ({ proxy: all }: Results): Table => ({
  title: 'GET one from bare node:http, through the proxy of the suite',
  head: ['connections', 'requests/s', 'without it', '× as fast', 'p50 ms', 'without it'],
  rows: all.map((one) => [
    whole(one.connections),
    ofTurns(one.proxied, ({ rate }) => rate, whole),
    ofTurns(one.direct, ({ rate }) => rate, whole),
    between(throughProxy(one), fine),
    ofTurns(one.proxied, ({ p50 }) => p50, fine),
    ofTurns(one.direct, ({ p50 }) => p50, fine),
  ]),
});

const replicated = ({ redis: all }: Results): Table => ({
  title: `Replicas on one Redis, requests a second over ${CONNECTIONS} connections to each`,
  head: ['', 'requests/s', 'p99 ms', 'round trips', 'processor µs', 'of Redis, µs', 'a Redis carries'],
  rows: all.flatMap(({ scenario, trips, servers }) =>
    servers.map(({ server, turns }) => [
      `${SCENARIO_TITLES[scenario]}, ${REPLICATED_TITLES[server]}`,
      ofTurns(turns, ({ rate }) => rate, whole),
      ofTurns(turns, ({ p99 }) => p99, fine),
      server === 'memory' ? '0' : whole(trips),
      ofTurns(turns, ({ cpu }) => cpu, whole),
      ofTurns(turns, ({ store }) => store, fine),
      ofTurns(turns, ({ store }) => (store === undefined ? undefined : 1e6 / store), whole),
    ]),
  ),
  note: 'Processor time is for a request, of all replicas together. What a Redis carries is worked out from its own: a cluster of three carries three times that.',
});

function sizesInRedis({ sizesInRedis: all }: Results): Table {
  const [fewest] = all;
  const ofFirst = (size: SizeInRedis, turns: (size: SizeInRedis) => readonly Turn[]): string =>
    fewest === undefined || size === fewest
      ? '–'
      : between(spread(ratios(turns(size), turns(fewest), ({ rate }) => rate)), fine);
  return {
    title: 'One replica with ever more records in Redis',
    head: ['records', 'start ms', 'bytes a record', 'list/s', 'of the fewest', 'get/s', 'of the fewest'],
    rows: all.map((size) => [
      whole(size.records),
      whole(size.start),
      optional(bytesPerRecord(size, all, ({ bytes }) => bytes)),
      ofTurns(size.list, ({ rate }) => rate, whole),
      ofFirst(size, ({ list }) => list),
      ofTurns(size.get, ({ rate }) => rate, whole),
      ofFirst(size, ({ get }) => get),
    ]),
  };
}

const memory = (bytes: number | undefined): string => (bytes === undefined ? '–' : megabytes(bytes));

function ofTurns(
  turns: readonly Turn[],
  figure: (turn: Turn) => number | undefined,
  format: (value: number) => string,
): string {
  return between(spread(turns.map(figure).filter((value) => value !== undefined)), format);
}

function between(found: Spread | undefined, format: (value: number) => string): string {
  if (found === undefined) return '–';
  const { median, low, high } = found;
  return low === high ? format(median) : `${format(median)} (${format(low)}–${format(high)})`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const fine = (value: number): string => value.toFixed(2);
const megabytes = (bytes: number): string => `${whole(bytes / 2 ** 20)} MB`;
const gigabytes = (bytes: number): string => `${whole(bytes / 2 ** 30)} GB`;
const optional = (value: number | undefined): string => (value === undefined ? '–' : whole(value));

const inUnit =
  (unit: Unit) =>
  (value: number): string =>
    unit === '×' ? fine(value) : unit === 'requests' ? whole(value) : `${whole(value)} ${unit}`;
