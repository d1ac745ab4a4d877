import type { Contract, Operation } from '../../openapi/contract';
import type { Check } from '../model/check';
import { isChosen } from '../model/choice';
import type { Exchange } from '../model/exchange';
import type { Finding, Outcome, RunRecord } from '../model/finding';
import type { Fault, Oracle } from '../model/oracle';
import { type Verdict, worst } from '../model/verdict';
import { ORACLES } from '../oracles';
import type { RunOptions } from './options';
import type { Planned } from './plan';

type Sighting = Omit<Finding, 'seen' | 'firstSeen'>;

interface MutableCell {
  readonly check: string;
  readonly operation: string;
  readonly outcomes: Outcome[];
  readonly reasons: Set<string>;
}

/** Gathers verdicts while a run goes on. */
export function createRecord(contract: Contract, checks: readonly Check[], options: RunOptions) {
  const startedAt = Date.now();
  const clock = performance.now();
  const cells = new Map<string, MutableCell>();
  const findings = new Map<string, Finding>();
  const exchanges: Exchange[] = [];
  const previous = new Map<string, Exchange>();

  const cell = (check: string, operation: string): MutableCell => {
    const key = `${check} ${operation}`;
    const known = cells.get(key) ?? { check, operation, outcomes: [], reasons: new Set<string>() };
    cells.set(key, known);
    return known;
  };

  const find = (finding: Sighting, key: string): void => {
    const id = `${finding.outcome} ${finding.check} ${finding.operation} ${key}`;
    const known = findings.get(id);
    if (known === undefined) findings.set(id, { ...finding, seen: 1, firstSeen: exchanges.length });
    else findings.set(id, { ...shorter(known, finding), seen: known.seen + 1, firstSeen: known.firstSeen });
  };

  const judgeBy = (oracle: Oracle, exchange: Exchange, operation: Operation): void => {
    const before = previous.get(JSON.stringify(exchange.request.credential));
    const faults = oracle.judge(exchange, { contract, target: options.target, previous: before });
    if (faults === undefined) return;
    const { outcomes } = cell(oracle.id, operation.id);
    outcomes.push(faults.length === 0 ? 'pass' : 'fail');
    for (const fault of faults) find(toFinding(oracle, exchange, operation, fault, contract), fault.key);
  };

  return {
    get findings() {
      return findings.size;
    },
    get failures() {
      return [...findings.values()].filter(({ outcome }) => outcome === 'fail').length;
    },
    /** Has every oracle judge an exchange. */
    exchange(exchange: Exchange): void {
      exchanges.push(exchange);
      const { operation } = exchange.request;
      for (const oracle of ORACLES) if (isChosen(oracle.id, options)) judgeBy(oracle, exchange, operation);
      const credential = JSON.stringify(exchange.request.credential);
      if (exchange.failure === undefined) previous.set(credential, exchange);
      else previous.delete(credential);
    },
    verdicts({ check, subject }: Planned, verdicts: readonly Verdict[]): void {
      if (!isChosen(check.id, options)) return;
      for (const verdict of verdicts) {
        // What one check sends may show what another is about.
        const about =
          'of' in verdict && verdict.of !== undefined ? (checks.find(({ id }) => id === verdict.of) ?? check) : check;
        const { outcomes, reasons } = cell(about.id, subject.operation.id);
        outcomes.push(verdict.outcome);
        if ('reason' in verdict) reasons.add(verdict.reason);
        if (verdict.outcome !== 'fail' && verdict.outcome !== 'warn') continue;
        const { expected, actual, exchanges: shown, key, clause = about.clause(subject) } = verdict.observation;
        const { id, title, level } = about;
        const operation = subject.operation.id;
        find(
          { outcome: verdict.outcome, check: id, title, level, operation, clause, expected, actual, exchanges: shown },
          key,
        );
      }
    },
    end(requests: number): RunRecord {
      const order = [...ORACLES, ...checks].map(({ id }) => id);
      return {
        startedAt,
        milliseconds: performance.now() - clock,
        requests,
        cells: [...cells.values()]
          .map(({ check, operation, outcomes, reasons }) => ({
            check,
            operation,
            outcome: worst(outcomes),
            judged: outcomes.length,
            reasons: [...reasons],
          }))
          .sort((a, b) => order.indexOf(a.check) - order.indexOf(b.check)),
        findings: [...findings.values()].sort(
          (a, b) => rank(a) - rank(b) || order.indexOf(a.check) - order.indexOf(b.check),
        ),
        exchanges,
      };
    },
  };
}

/** Violations before warnings. */
const rank = ({ outcome }: Finding): number => (outcome === 'fail' ? 0 : 1);

function toFinding(
  oracle: Oracle,
  exchange: Exchange,
  operation: Operation,
  fault: Fault,
  contract: Contract,
): Sighting {
  const clause = oracle.clause(exchange, contract);
  return {
    outcome: fault.level ?? 'fail',
    check: oracle.id,
    title: oracle.title,
    level: oracle.level,
    operation: operation.id,
    clause: fault.pointer === undefined ? clause : { ...clause, pointer: fault.pointer },
    expected: fault.expected,
    actual: fault.actual,
    exchanges: fault.earlier === undefined ? [exchange] : [fault.earlier, exchange],
  };
}

/** Of two sightings of the same thing, the one with fewer exchanges, else with the shorter requests. */
function shorter(known: Finding, other: Sighting): Sighting {
  const weight = ({ exchanges }: Pick<Finding, 'exchanges'>): number =>
    exchanges.length * 1e6 +
    exchanges.reduce((sum, { request }) => sum + request.target.length + (request.body?.length ?? 0), 0);
  return weight(other) < weight(known) ? other : known;
}
