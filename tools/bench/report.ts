import { CONNECTIONS } from './bench';
import { type Figures, type Machine, type Measured, type Results, SCENARIO_TITLES, SERVER_TITLES } from './model';
import { type Spread, spread } from './statistics';
import { asMarkdown, asText, type Table } from './table';
import { against, bytesPerRecord, type FigureName, find, judge, sizesIn, type Target, type Unit } from './targets';

type Style = 'text' | 'markdown';

/** The results of a run as text. */
export function report(results: Results, style: Style): string {
  const draw = style === 'text' ? asText : asMarkdown;
  const shown = tables(results).filter(({ rows }) => rows.length > 0);
  return [heading(results), ...shown.map(draw)].join('\n\n');
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

const tables = (results: Results): readonly Table[] => [
  targets(results),
  traffic(results),
  {
    title: 'From the start of the process to the first answer',
    head: ['', 'ms'],
    rows: find(results, { part: 'start' }).map((one) => [SERVER_TITLES[one.server], show(one, 'time')]),
  },
  sizes(results),
  suite(results),
  overload(results),
  proxy(results),
  replicas(results),
  sizesInRedis(results),
  inChromium(results),
];

const targets = (results: Results): Table => ({
  title: 'Targets',
  head: ['', 'found', 'target', ''],
  rows: judge(results).map(({ target, found, isReached }) => [
    target.title,
    between(found, inUnit(target.unit)),
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
  rows: (['list', 'get', 'post'] as const).flatMap((part) =>
    find(results, { part }).map((one) => {
      const pair = [find(results, { part, server: 'mock' })[0], one] as const;
      const isMock = one.server === 'mock';
      return [
        `${SCENARIO_TITLES[part]}, ${SERVER_TITLES[one.server]}`,
        ...[show(one, 'rate'), show(one, 'p50', fine), show(one, 'p99', fine), show(one, 'cpu')],
        isMock
          ? ''
          : between(
              against(pair, ({ rate }) => rate),
              fine,
            ),
        isMock ? '' : between(against(pair, perProcessor), fine),
      ];
    }),
  ),
  note: 'Processor time is that of the server alone, for a request: it changes less with what else the machine does, and with who sends.',
});

/** Requests for a second of the server's processor time. */
const perProcessor = ({ cpu }: Figures): number | undefined => (cpu === undefined ? undefined : 1e6 / cpu);

function sizes(results: Results): Table {
  const all = sizesIn(results, 'memory');
  return {
    title: 'The mock with ever more records',
    head: ['records', 'start ms', 'peak memory', 'bytes a record', 'kept', ...RATES_OF_SIZES],
    rows: all.map((one) => [
      ...[whole(one.size ?? 0), show(one, 'time'), show(one, 'peak', megabytes)],
      optional(bytesPerRecord([one, all[0]], 'peak')),
      optional(bytesPerRecord([one, all[0]], 'kept')),
      ...ratesOfSize(results, one),
    ]),
  };
}

function sizesInRedis(results: Results): Table {
  const all = sizesIn(results, 'redis-memory');
  return {
    title: 'One replica with ever more records in Redis',
    head: ['records', 'start ms', 'bytes a record', ...RATES_OF_SIZES],
    rows: all.map((one) => [
      ...[whole(one.size ?? 0), show(one, 'time'), optional(bytesPerRecord([one, all[0]], 'kept'))],
      ...ratesOfSize(results, one),
    ]),
  };
}

const RATES_OF_SIZES = ['list/s', 'of the fewest', 'get/s', 'of the fewest'];

const ratesOfSize = (results: Results, { part, size }: Measured): readonly string[] =>
  (['list', 'get'] as const).flatMap((scenario) => {
    const all = find(results, { part, scenario });
    const one = all.find((other) => other.size === size);
    const isFirst = one === all[0];
    return [
      show(one, 'rate'),
      isFirst
        ? '–'
        : between(
            against([one, all[0]], ({ rate }) => rate),
            fine,
          ),
    ];
  });

const suite = (results: Results): Table => ({
  title: 'The conformance suite, a full run on the mock',
  head: ['', ''],
  rows: find(results, { part: 'suite' }).flatMap((one) => [
    ['wall time, ms', show(one, 'time')],
    ['requests', show(one, 'requests')],
    ['requests/s', between(spread(one.rounds.map(({ time = 0, requests = 0 }) => (requests * 1000) / time)), whole)],
  ]),
});

const overload = (results: Results): Table => ({
  title: 'The mock, offered four times what it can serve',
  head: ['', ''],
  rows: find(results, { part: 'overload' }).flatMap((one) => [
    ['requests/s that it can serve', show(one, 'capacity')],
    ['offered', show(one, 'offered')],
    ['sent, as a connection was free', show(one, 'sent')],
    ...one.rounds.flatMap((round) =>
      Object.entries(round).flatMap(([name, count]) => (name.startsWith('answered') ? [[name, whole(count)]] : [])),
    ),
    ['lost', show(one, 'lost')],
    [
      'p99 ms of another client before, and during the flood',
      `${show(one, 'before', fine)}, ${show(one, 'during', fine)}`,
    ],
    ['ms after the flood until it is as before', show(one, 'backAfter')],
    ['p99 ms of it beside streams that are not read and a long pipeline', show(one, 'crowded', fine)],
    [
      'peak memory, and the most that the mock tells',
      `${show(one, 'peak', megabytes)}, ${show(one, 'bound', megabytes)}`,
    ],
  ]),
});

const proxy = (results: Results): Table => ({
  title: 'GET one from bare node:http, through the proxy of the suite',
  head: ['connections', 'requests/s', 'without it', '× as fast', 'p50 ms', 'without it'],
  rows: find(results, { part: 'proxy', server: 'proxy' }).map((proxied) => {
    const [direct] = find(results, { ...proxied, server: 'node' });
    return [
      ...[whole(proxied.size ?? 0), show(proxied, 'rate'), show(direct, 'rate')],
      between(
        against([proxied, direct], ({ rate }) => rate),
        fine,
      ),
      ...[show(proxied, 'p50', fine), show(direct, 'p50', fine)],
    ];
  }),
});

const replicas = (results: Results): Table => ({
  title: `Replicas on one Redis, requests a second over ${CONNECTIONS} connections to each`,
  head: ['', 'requests/s', 'p99 ms', 'round trips', 'processor µs', 'of Redis, µs', 'a Redis carries'],
  rows: find(results, { part: 'redis' }).map((one) => [
    `${SCENARIO_TITLES[one.scenario ?? 'list']}, ${one.server === 'mock' ? 'one replica in memory' : SERVER_TITLES[one.server]}`,
    ...[show(one, 'rate'), show(one, 'p99', fine), show(one, 'trips'), show(one, 'cpu'), show(one, 'store', fine)],
    ofRounds(one, ({ store }) => (store === undefined ? undefined : 1e6 / store), whole),
  ]),
  note: 'Processor time is for a request, of all replicas together. What a Redis carries is worked out from its own: a cluster of three carries three times that.',
});

const inChromium = (results: Results): Table => ({
  title: 'The mock without a server, in Chromium',
  head: ['', 'bytes, gzip', 'first reply ms', 'warm', 'again', 'GET one, p50 ms', 'p99 ms', 'heap'],
  rows: find(results, { part: 'page' }).map((one) => [
    ...[SERVER_TITLES[one.server], show(one, 'bytes'), show(one, 'time'), show(one, 'warm'), show(one, 'again')],
    ...[show(one, 'p50', fine), show(one, 'p99', fine), show(one, 'kept', megabytes)],
  ]),
  note: 'First reply: from the import. Warm: the page is loaded anew. Again: another mock in the page, or a worker that the browser had ended.',
});

// Cells.

type Format = (value: number) => string;

const show = (one: Measured | undefined, name: FigureName, format: Format = whole): string =>
  ofRounds(one, (round) => round[name], format);

const ofRounds = (one: Measured | undefined, figure: (round: Figures) => number | undefined, format: Format): string =>
  between(spread((one?.rounds ?? []).map(figure).filter((value) => value !== undefined)), format);

function between(found: Spread | undefined, format: Format): string {
  if (found === undefined) return '–';
  const { median, low, high } = found;
  return low === high ? format(median) : `${format(median)} (${format(low)}–${format(high)})`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const fine = (value: number): string => value.toFixed(2);
const megabytes = (bytes: number): string => `${whole(bytes / 2 ** 20)} MB`;
const gigabytes = (bytes: number): string => `${whole(bytes / 2 ** 30)} GB`;

const optional = (value: number | undefined, format: Format = whole): string =>
  value === undefined ? '–' : format(value);

const inUnit =
  (unit: Unit): Format =>
  (value) =>
    unit === '×' ? fine(value) : unit === 'requests' ? whole(value) : `${whole(value)} ${unit}`;
