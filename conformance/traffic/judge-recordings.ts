import type { Contract, Operation } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Credential, type Exchange, isSafe, isSuccess } from '../exchange/exchange';
import { isRemoved, timeOf } from '../exchange/removal';
import { type Choice, isChosenFor } from '../judge/choice';
import { createJudge, type Judge } from '../judge/judge';
import { createExchangeReader, type ExchangeReader, partsOf } from '../judge/recorded-exchange';
import { createResults, type Results } from '../judge/results';
import { ORACLES } from '../rules/oracles';
import { json, schema } from '../rules/oracles/body';
import { RELATIONS } from '../rules/relations';
import { concludeLearning, type LearningOptions, learningFor } from '../run/plan/learning';
import type { RunResult } from '../verdict/result';
import { type Aside, asideOf, fieldMap, recordedReply } from './recorded-reply';
import { groupsOf, sessionsOf } from './sessions';
import { entryAt, type Indexed } from './traffic-index';

interface TrafficOptions extends Choice, LearningOptions {
  readonly baseUrl: string;
  /** Whether the recordings have every request that changed the server's records meanwhile, by one clock. */
  readonly isComplete: boolean;
}

/** What the recordings have, and what of it could not be judged. */
export type TrafficNotes = Readonly<Counts> & { readonly callers: readonly Credential[] };

type Counts = ReturnType<typeof createCounts>;

const createCounts = () => ({
  /** How many exchanges showed nothing of the server, by the reason. */
  asides: new Map<Aside, number>(),
  /** Requests below the base URL that are of no operation, as method and path, and how many. */
  unknown: new Map<string, number>(),
  /** How many requests went elsewhere, by origin; those of no HTTP have none. */
  outside: new Map<string, number>(),
  withoutBody: 0,
  withoutHeaders: 0,
  /** How many were served without a key, where the operation wants one: a recorder may have left it out. */
  withoutKey: 0,
});

/** Judges what was recorded. */
export function judgeRecordings(
  contract: Contract,
  recordings: readonly (readonly Indexed[])[],
  options: TrafficOptions,
): { readonly result: RunResult; readonly notes: TrafficNotes; readonly secrets: readonly string[] } {
  const { baseUrl, isComplete, ...choice } = options;
  const reader = createExchangeReader(contract, baseUrl, isComplete);
  const target = { baseUrl, plan: undefined, limitPlan: undefined, exclusive: false };
  const results = createResults([...ORACLES, ...RELATIONS].map(({ id }) => id));
  const learning = learningFor(contract, options);
  const judge = createJudge(contract, target, choice, results, undefined, learning);
  const counts = createCounts();
  const seen = createSeen();
  const each = isComplete ? [recordings.flat()] : recordings;
  for (const recording of each) {
    const groups = groupsOf(relevant(recording, reader, baseUrl, counts));
    for (const session of isComplete ? [groups] : sessionsOf(groups)) {
      judge.forget();
      let latest = Number.NEGATIVE_INFINITY;
      for (const group of session) latest = judgeGroup(group, latest, { reader, judge, counts, seen });
    }
  }
  noteMissingBodies(results, seen, choice);
  const all = recordings.flat();
  const startedAt = all.reduce((first, one) => Math.min(first, one.startedAt), Number.POSITIVE_INFINITY);
  const endedAt = all.reduce(
    (last, one) => Math.max(last, Number.isFinite(one.endedAt) ? one.endedAt : one.startedAt),
    startedAt,
  );
  return {
    result: {
      startedAt,
      milliseconds: endedAt - startedAt,
      requests: seen.exchanges.length,
      cells: judge.cells(),
      findings: judge.findings(),
      exchanges: seen.exchanges,
      created: [],
      isInterrupted: false,
      removed: [...seen.removed],
      ...concludeLearning(learning, contract, results, options),
    },
    notes: { ...counts, callers: reader.callers() },
    secrets: reader.secrets(),
  };
}

/** What is judged by bodies alone. */
const BY_BODIES = [json, schema];

/** Where most bodies were not recorded, those that were are no pass of the whole. */
function noteMissingBodies(results: Results, { bodies }: Seen, choice: Choice): void {
  for (const [operation, { all, missing }] of bodies) {
    if (2 * missing <= all) continue;
    const reason = `${missing} of ${all} replies were recorded without the whole body`;
    for (const rule of BY_BODIES.filter(({ id }) => isChosenFor(operation, id, choice)))
      results.add(rule, operation, { outcome: 'inconclusive', reason, observations: [] }, () => NO_CLAUSE);
  }
}

/** Nothing is found by it. */
const NO_CLAUSE = { sentence: '', pointer: '' };

/** What of a recording has to do with the server. */
interface Relevant extends Indexed {
  /** Undefined for a request that may have changed something, and is of no operation: what it did is not known. */
  readonly operation: Operation | undefined;
}

function relevant(
  recording: readonly Indexed[],
  reader: ExchangeReader,
  baseUrl: string,
  counts: Counts,
): readonly Relevant[] {
  const { origin } = new URL(baseUrl);
  return recording.flatMap((one): readonly Relevant[] => {
    const placed = reader.place(one.method, one.url);
    // A stream lasts as long as a client listens: what it sends meanwhile has no order.
    const flight = one.isStream ? { ...one, endedAt: one.startedAt } : one;
    if (placed.kind === 'operation') return [{ ...flight, operation: placed.operation }];
    const parts = partsOf(one.url);
    const isHttp = /^https?:/i.test(one.url);
    if (placed.kind === 'outside') add(counts.outside, isHttp ? parts.origin : '');
    else if (one.method === 'OPTIONS') add(counts.asides, 'preflights');
    else add(counts.unknown, `${one.method} ${parts.path}`);
    const mayChange = parts.origin === origin && isHttp && !['GET', 'HEAD', 'OPTIONS'].includes(one.method);
    return mayChange ? [{ ...flight, operation: undefined }] : [];
  });
}

interface Judging {
  readonly reader: ExchangeReader;
  readonly judge: Judge;
  readonly counts: Counts;
  readonly seen: Seen;
}

/** @returns the latest time by the server's own clock, with this group */
function judgeGroup(group: readonly Relevant[], latest: number, { reader, judge, counts, seen }: Judging): number {
  const mayHaveChanged = group.some(({ operation }) => operation === undefined);
  if (mayHaveChanged) judge.forget();
  const known: Exchange[] = [];
  let now = latest;
  for (const one of group) {
    const exchange = one.operation === undefined ? undefined : exchangeOf(one, one.operation, reader, counts);
    if (exchange === undefined) continue;
    // One without a reply is counted as such.
    if (exchange.response !== undefined) seen.note(exchange);
    const time = timeOf(exchange);
    // An older date than was shown before is that of a copy, such as a browser or a proxy keeps: it shows records as they were.
    const isCopy = time < latest - COPY_MS && isSafe(exchange.request);
    now = Math.max(now, time);
    if (isCopy || one.isStream) judge.observeApart(exchange);
    else known.push(exchange);
  }
  judge.observeTogether(among(known, group.length > 1), true);
  if (mayHaveChanged) judge.forget();
  return now;
}

/** Of an exchange whose duration was not recorded. */
const UNKNOWN_MS = 60_000;

/** Clocks of a server's machines differ, and dates have whole seconds. */
const COPY_MS = 3000;

/** Exchanges that were in flight at once, or alone. */
function among(exchanges: readonly Exchange[], isTogether: boolean): readonly Exchange[] {
  if (!isTogether || exchanges.length < 2) return exchanges;
  const batch = exchanges[0]?.number ?? 0;
  return exchanges.map((exchange) => ({
    ...exchange,
    together: {
      batch,
      requests: meanwhile(exchange, exchanges).map(({ request }) => request),
      began: exchange.startedAt,
      ended: exchange.startedAt + exchange.milliseconds,
    },
  }));
}

/** The exchange, and those that were in flight at the same time; the first ones, where they are many. */
function meanwhile(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const endOf = ({ startedAt, milliseconds }: Exchange): number => startedAt + milliseconds;
  const others = exchanges.filter(
    (one) => one !== exchange && one.startedAt < endOf(exchange) && exchange.startedAt < endOf(one),
  );
  return [exchange, ...others.slice(0, MOST_SHOWN - 1)];
}

const MOST_SHOWN = 8;

function exchangeOf(one: Relevant, operation: Operation, reader: ExchangeReader, counts: Counts): Exchange | undefined {
  const entry = entryAt(one.file, one.place, one.index);
  const aside = asideOf(entry, operation);
  const isUnanswered = aside === 'without a reply';
  if (aside !== undefined) add(counts.asides, aside);
  // What got no reply may have changed something all the same.
  if (aside !== undefined && !(isUnanswered && !['GET', 'HEAD', 'OPTIONS'].includes(entry.method))) return undefined;
  const response = isUnanswered ? undefined : recordedReply(entry, operation);
  const exchange = reader.read({
    method: entry.method,
    url: entry.url,
    requestHeaders: Object.fromEntries(fieldMap(entry.requestHeaders)),
    requestBody: entry.requestBody,
    sentBy: 'recorded',
    response,
    startedAt: entry.startedAt,
    milliseconds: Number.isFinite(entry.milliseconds) ? entry.milliseconds : UNKNOWN_MS,
  });
  if (exchange === undefined) {
    add(counts.asides, 'of further keys');
    return undefined;
  }
  if (response?.unrecorded?.includes('body')) counts.withoutBody += 1;
  if (response?.unrecorded?.includes('headers')) counts.withoutHeaders += 1;
  if (exchange.request.credential === 'none' && isSuccess(exchange)) counts.withoutKey += 1;
  return exchange;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type Seen = ReturnType<typeof createSeen>;

/** The most characters of bodies that are kept together: of later replies a report has the status and the headers. */
const MOST_CHARACTERS = 64 * 2 ** 20;

/** What a report shows of all exchanges. */
function createSeen() {
  const exchanges: Exchange[] = [];
  const removed = new Set<Operation>();
  /** How many replies each operation has given, and how many of them were recorded without the whole body. */
  const bodies = new Map<Operation, { readonly all: number; readonly missing: number }>();
  let left = MOST_CHARACTERS;
  return {
    exchanges,
    removed,
    bodies,
    note(exchange: Exchange): void {
      const { operation } = exchange.request;
      const { all, missing } = bodies.get(operation) ?? { all: 0, missing: 0 };
      const isMissing = exchange.response?.unrecorded?.includes('body') === true;
      bodies.set(operation, { all: all + 1, missing: missing + (isMissing ? 1 : 0) });
      const kept = evidenceOf(exchange);
      left -= kept.response?.body.text?.length ?? 0;
      exchanges.push(left > 0 ? kept : withoutText(kept));
      if (isRemoved(exchange)) removed.add(exchange.request.operation);
    },
  };
}

const withoutText = (exchange: Exchange): Exchange =>
  exchange.response === undefined
    ? exchange
    : {
        ...exchange,
        response: { ...exchange.response, body: { ...exchange.response.body, text: undefined, isCut: true } },
      };
