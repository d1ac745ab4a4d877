import type { Exchange } from '../exchange/exchange';
import type { Results } from '../judge/results';
import { arrives, no5xx } from '../rules/oracles/reply';
import { type Finding, findingName } from '../verdict/result';
import type { Planned } from './plan/places';

/** Which case has sent which exchange. */
export interface CaseLog {
  /** A case has ended that sent these. */
  note(planned: Planned, sent: readonly Exchange[]): void;
  /** How many requests a case has taken. */
  costOf(planned: Planned): number;
  /** The cases that saw a violation and can be run again, since they use up no allowance. */
  casesOf(finding: Finding): readonly Planned[];
  /** Whether several cases, or batches, saw a violation, on whatever operation: then it was no accident. */
  isRepeated(finding: Finding): boolean;
}

/** Exchanges so near to each other may have met with one and the same accident. */
const AT_ONE_TIME = 5;

export function createCaseLog(results: Results): CaseLog {
  const senders = new Map<number, Planned>();
  /** Of those that were sent at once with others, with which ones. */
  const batches = new Map<number, number>();
  const costs = new Map<Planned, number>();
  const costly = new Set<Planned>();
  /** By name: what was seen several times stays so, and is asked for over and over. */
  const repeated = new Set<string>();

  const evidenceOf = ({ sightings }: Finding): readonly number[] =>
    sightings.map((numbers) => numbers.at(-1) ?? 0).filter((number) => senders.has(number));
  /** Each batch of a case counts by itself: what is wrong with requests at once may show in some of them. */
  const timesOf = ({ check, key }: Pick<Finding, 'check' | 'key'>): number => {
    const all = results.findings().filter((one) => one.check === check && one.key === key);
    const times = new Set<unknown>();
    let last = Number.NEGATIVE_INFINITY;
    for (const number of all.flatMap(evidenceOf).sort((a, b) => a - b)) {
      const when = batches.get(number) ?? senders.get(number);
      if (times.has(when) || number - last <= AT_ONE_TIME) continue;
      times.add(when);
      last = number;
    }
    return times.size;
  };

  return {
    note(planned, sent) {
      costs.set(planned, sent.length);
      for (const { number, request, together } of sent) {
        senders.set(number, planned);
        if (together !== undefined) batches.set(number, together.batch);
        if (request.credential === 'limit') costly.add(planned);
      }
    },
    costOf: (planned) => costs.get(planned) ?? 0,
    casesOf(finding) {
      const cases = new Set(evidenceOf(finding).map((number) => senders.get(number)));
      return [...cases].filter((one) => one !== undefined).filter((one) => !costly.has(one));
    },
    isRepeated(finding) {
      const name = findingName(finding);
      if (!repeated.has(name) && [finding, ...accidentOf(finding)].some((kind) => timesOf(kind) > 1))
        repeated.add(name);
      return repeated.has(name);
    },
  };
}

/** The finding of the oracle that judges whether a reply comes at all, where a finding is due to there being none. */
function accidentOf({ exchanges }: Finding): readonly Pick<Finding, 'check' | 'key'>[] {
  const { response, failure } = exchanges.at(-1) ?? {};
  if (failure !== undefined) return [{ check: arrives.id, key: failure.kind }];
  return response !== undefined && response.status >= 500 ? [{ check: no5xx.id, key: `${response.status}` }] : [];
}
