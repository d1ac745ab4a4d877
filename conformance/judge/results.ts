import type { Operation } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { isWrong } from '../rules/oracles/status';
import type { Cell, Confirmation, Finding } from '../verdict/result';
import type { Clause, Rule } from '../verdict/verdict';
import { type Observation, type Outcome, worst } from '../verdict/verdict';

/** What was judged so far: an outcome for each rule and operation, and each finding once. */
export interface Results {
  /** Violations and warnings so far. */
  readonly found: number;
  /** Violations so far. */
  readonly failures: number;
  /** In the order of the rules. */
  cells(): readonly Cell[];
  /** Violations before warnings, then in the order of the rules. */
  findings(): readonly Finding[];
  /** Whether a violation was found before. */
  has(rule: Rule, operation: Operation, key: string): boolean;
  /** A request that keeps the contract was served: now refusals of others count that are told of an operation which serves some. */
  noteServed(operation: Operation): void;
  /** Another exchange begins to be judged: what is found from now on was first seen with it. */
  countExchange(): void;
  /**
   * Notes what came of trying a violation again. What did not come again is flaky, and so is a cell that nothing else failed.
   *
   * @param overOne the exchanges over one connection that show it, where it takes those before the last one
   */
  settle(finding: Finding, confirmation: Confirmation, overOne?: readonly Exchange[]): void;
  /** @param clause of the rule for that operation, where an observation names no other */
  add(rule: Rule, operation: Operation, judgement: Judgement, clause: () => Clause): void;
}

/** What came of judging one case, or one exchange. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly observations: readonly Observation[];
}

interface MutableCell {
  readonly check: string;
  readonly operation: string;
  /** The worst so far. */
  outcome: Outcome;
  judged: number;
  readonly reasons: Set<string>;
}

/** What of a finding is the same each time that it is seen, but for the exchanges. */
type Shown = Omit<Finding, keyof Seen>;

/** How often a finding was seen, and in what. */
interface Seen {
  seen: number;
  readonly firstSeen: number;
  readonly sightings: (readonly number[])[];
  readonly symptoms: Set<string>;
}

interface Weighed {
  /** Of the exchanges that are shown. */
  readonly weight: number;
}

/** How many of its sightings a finding remembers: what they have in common with those of others tells its cause. */
const MOST_SIGHTINGS = 2000;

/** @param order ids of the rules, in the order of the report */
export function createResults(order: readonly string[]): Results {
  const cells = new Map<string, MutableCell>();
  const findings = new Map<string, Shown & Seen & Weighed>();
  let exchanges = 0;
  let failures = 0;

  const cellOf = (check: string, operation: string): MutableCell => {
    const key = `${check} ${operation}`;
    const known = cells.get(key) ?? { check, operation, outcome: worst([]), judged: 0, reasons: new Set<string>() };
    cells.set(key, known);
    return known;
  };

  const served = new Set<string>();
  /** What is told once a request of the operation is served. */
  const waiting = new Map<string, (() => void)[]>();

  const find = (finding: Shown, at: number): void => {
    const id = idOf(finding.outcome, finding.check, finding.operation, finding.key);
    const known = findings.get(id);
    const { seen, firstSeen, sightings, symptoms }: Seen = known ?? {
      seen: 0,
      firstSeen: at,
      sightings: [],
      symptoms: new Set(),
    };
    if (known === undefined && finding.outcome === 'fail') failures += 1;
    if (sightings.length < MOST_SIGHTINGS) {
      sightings.push(finding.exchanges.map(({ number }) => number));
      if (finding.topic.symptom !== undefined) symptoms.add(finding.topic.symptom);
    }
    // What was settled and is seen once more has come again.
    const confirmation: Confirmation | undefined = known?.confirmation && { came: 'again' };
    const shown = { ...lighterOf(finding, known), ...(confirmation === undefined ? {} : { confirmation }) };
    findings.set(id, { ...shown, outcome: finding.outcome, seen: seen + 1, firstSeen, sightings, symptoms });
  };

  const add = (
    { id, title, level }: Rule,
    operation: Operation,
    { outcome, reason, observations }: Judgement,
    clause: () => Clause,
    at: number,
  ): void => {
    const cell = cellOf(id, operation.id);
    cell.outcome = worst([cell.outcome, outcome]);
    cell.judged += 1;
    if (reason !== undefined) cell.reasons.add(reason);
    if (outcome !== 'fail' && outcome !== 'warn') return;
    for (const { clause: own = clause(), topic = {}, ofServed: _, ...shown } of observations)
      find({ outcome, check: id, title, level, operation: operation.id, clause: own, topic, ...shown }, at);
  };

  return {
    get found() {
      return findings.size;
    },
    get failures() {
      return failures;
    },
    cells: () =>
      [...cells.values()]
        .map((cell) => ({ ...cell, reasons: [...cell.reasons] }))
        .sort((a, b) => order.indexOf(a.check) - order.indexOf(b.check)),
    findings: () =>
      [...findings.values()].sort((a, b) => rank(a) - rank(b) || order.indexOf(a.check) - order.indexOf(b.check)),
    has: ({ id }, operation, key) => findings.has(idOf('fail', id, operation.id, key)),
    settle(finding, confirmation, overOne) {
      const { check, operation } = finding;
      const id = idOf('fail', check, operation, finding.key);
      const now = findings.get(id);
      if (now === undefined) return;
      const outcome = confirmation.isAccident === true ? 'flaky' : now.outcome;
      const shown = overOne === undefined ? {} : { exchanges: overOne, isOfKept: true };
      findings.set(id, { ...now, outcome, confirmation, ...shown });
      const left = [...findings.values()].filter((one) => one.check === check && one.operation === operation);
      if (left.every((one) => one.outcome !== 'fail')) cellOf(check, operation).outcome = 'flaky';
    },
    countExchange() {
      exchanges += 1;
    },
    noteServed({ id }) {
      served.add(id);
      for (const tell of waiting.get(id) ?? []) tell();
      waiting.delete(id);
    },
    add(rule, operation, judgement, clause) {
      const at = exchanges;
      const { observations } = judgement;
      const isHeld = observations.length > 0 && observations.every(({ ofServed }) => ofServed === true);
      if (!isHeld || served.has(operation.id)) {
        add(rule, operation, judgement, clause, at);
        return;
      }
      waiting.set(operation.id, [
        ...(waiting.get(operation.id) ?? []),
        () => add(rule, operation, judgement, clause, at),
      ]);
      const reason = `no request of it was ever accepted: ${observations[0]?.key}; ${NAME_ONE}`;
      add(rule, operation, { outcome: 'inconclusive', reason, observations: [] }, clause, at);
    },
  };
}

/** What helps where no valid input is known. */
const NAME_ONE = 'name values that the server takes with --example';

const idOf = (outcome: Outcome, check: string, operation: string, key: string): string =>
  `${outcome} ${check} ${operation} ${key}`;

/** Violations before those that did not come again, and those before warnings. */
const rank = ({ outcome }: Finding): number => ['fail', 'flaky', 'warn'].indexOf(outcome);

/**
 * Of two sightings of one finding, the one that is shown: whose requests keep the contract, so that no reader lays the blame
 * on them; then the one with fewer exchanges; then the one with shorter requests.
 */
function lighterOf(finding: Shown, known: (Shown & Weighed) | undefined): Shown & Weighed {
  const { exchanges } = finding;
  const length = exchanges.reduce(
    (sum, { request }) => sum + request.target.length + (request.body?.length ?? 0),
    exchanges.length * OF_AN_EXCHANGE,
  );
  const most = known?.weight ?? Number.POSITIVE_INFINITY;
  if (known !== undefined && (known.isOfKept === true || length >= most)) return known;
  const weight = exchanges.some(({ request }) => isWrong(request)) ? length + OF_WRONG : length;
  return known !== undefined && weight >= most ? known : { ...finding, weight };
}

const OF_AN_EXCHANGE = 1e6;
const OF_WRONG = 1e12;
