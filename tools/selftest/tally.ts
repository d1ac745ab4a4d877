import type { Fault, Lawful } from './server/cases';
import { inTurns, type Proof, type Proving } from './server/prove';

/** How the suite judged all faulty and lawful servers within a budget. */
interface Tally {
  readonly budget: number;
  /** Faults for which no violation was found. */
  readonly missed: readonly string[];
  /** Lawful servers for which one was found, and what it was. */
  readonly accused: readonly string[];
  /** Whether every fault was caught, except those of `BEYOND`, and no lawful server accused. */
  readonly isProven: boolean;
  /** The table for people. */
  readonly text: string;
}

/**
 * How long a reply is waited for: a server that hangs is waited for many times; a faulty one may hang all the same; a lawful
 * one may be on a busy machine.
 */
const HANG_MS = 300;
const FAULTY_MS = 1500;
const PATIENCE_MS = 20_000;

/** How much is judged of a server. */
interface Extent {
  /** The most requests. */
  readonly budget: number;
  /** Of a faulty one no more than it takes to catch it. */
  readonly untilCaught?: boolean | undefined;
  /**
   * Of a faulty one first what the checks alone do that are named for it, which takes a tenth of the requests; what needs others
   * besides, as for their records, is then judged by all of them.
   */
  readonly namedFirst?: boolean | undefined;
}

/** Judges faulty servers and lawful ones. */
export async function tally<Otherwise>(
  proving: Proving<Otherwise>,
  faults: readonly Fault<Otherwise>[],
  lawful: readonly Lawful<Otherwise>[],
  { budget, untilCaught = false, namedFirst = false }: Extent,
): Promise<Tally> {
  const prove = await proving();
  const ofFault = async (fault: Fault<Otherwise>): Promise<Proof> => {
    const bounds = { maxRequests: budget, timeoutMs: fault.hangs === true ? HANG_MS : FAULTY_MS };
    const named = namedFirst ? await prove(fault, { ...bounds, maxFailures: 1, checks: fault.caughtBy }) : undefined;
    if (named !== undefined && isCaught(fault, named)) return named;
    const first = untilCaught ? await prove(fault, { ...bounds, maxFailures: 1 }) : undefined;
    // What ended by a violation that did not come again may show by others; what ended by itself would find nothing a second time.
    const isEnough =
      first !== undefined && (isCaught(fault, first) || first.findings.every(({ outcome }) => outcome === 'warn'));
    return isEnough ? first : prove(fault, bounds);
  };
  const ofLawful = (one: Lawful<Otherwise>): Promise<Proof> =>
    prove(one, { maxRequests: budget, timeoutMs: PATIENCE_MS });
  // The slow ones first, then those that are judged to the end, so that others are judged while these are waited for.
  const inOrder = [...lawful.filter(({ isSlow }) => isSlow), ...lawful.filter(({ isSlow }) => !isSlow)];
  const jobs = [...inOrder.map((one) => () => ofLawful(one)), ...faults.map((one) => () => ofFault(one))];
  const proofs = await inTurns(jobs, (job) => job());
  const [lawfulProofs, faultProofs] = [proofs.slice(0, inOrder.length), proofs.slice(inOrder.length)];
  const missed = faults.filter((fault, index) => !isCaught(fault, faultProofs[index])).map(({ name }) => name);
  const accused = inOrder.flatMap(({ name }, index) => {
    const proof = lawfulProofs[index];
    return proof === undefined || proof.exit === 0 ? [] : [`${name}: ${proof.error ?? proof.caughtBy.join(', ')}`];
  });
  const otherwise = faults.filter(({ caughtBy }, index) => isCaughtOtherwise(caughtBy, faultProofs[index])).length;
  const crashed = proofs.flatMap(({ error, exit }) => (error !== undefined && exit !== 2 ? [error] : []));
  const until = faultProofs.flatMap(({ untilCaught }) => untilCaught ?? []).sort((a, b) => a - b);
  const text = [
    `Budget of ${budget} requests`,
    `  caught        ${faults.length - missed.length} of ${faults.length} faults, ${otherwise} of them by another check than the one named for it`,
    ...countsBy(faults, missed),
    `  missed        ${missed.length}${missed.map((name) => `\n                  ${name}`).join('')}`,
    `  false alarms  ${accused.length} of ${lawful.length} lawful servers${accused.map((line) => `\n                  ${line}`).join('')}`,
    `  crashes       ${crashed.length}${crashed.map((line) => `\n                  ${line}`).join('')}`,
    `  requests until caught: median ${until[Math.floor(until.length / 2)] ?? '-'}, worst ${until.at(-1) ?? '-'}`,
  ].join('\n');
  const isProven = accused.length === 0 && crashed.length === 0 && missed.every((name) => BEYOND.has(name));
  return { budget, missed, accused, isProven, text };
}

const isCaughtOtherwise = (wanted: readonly string[], proof: Proof | undefined): boolean =>
  proof?.exit === 1 && !proof.caughtBy.some((id) => wanted.includes(id));

/** By a violation, or by the warning of a check that is named for a fault which allows no more. */
function isCaught({ caughtBy, isWarning }: Pick<Fault, 'caughtBy' | 'isWarning'>, proof: Proof | undefined): boolean {
  if (isWarning !== true) return proof?.exit === 1;
  return (
    proof?.findings.some(({ outcome, check }) => outcome === 'warn' && caughtBy.some((id) => id === check)) === true
  );
}

/** How many were caught of those about each thing, where that is said. */
function countsBy(faults: readonly Pick<Fault, 'name' | 'about'>[], missed: readonly string[]): readonly string[] {
  const abouts = [...new Set(faults.flatMap(({ about }) => about ?? []))];
  return abouts.map((about) => {
    const all = faults.filter((one) => one.about === about);
    const caught = all.filter(({ name }) => !missed.includes(name)).length;
    return `    ${about.padEnd(12)}${caught} of ${all.length}`;
  });
}

/** Faults that no black box can tell from something lawful, and why. */
export const BEYOND: ReadonlyMap<string, string> = new Map([
  ['a refused create is kept under another name', 'another client may have added a record of that name'],
  ['a create over the limit is kept', 'another client may have added a record of that name'],
  ['every fifth create is kept twice, under two ids', 'another client may have added its twin'],
]);

/** Every nth of those that name the same check first: so each check that has a fault has one of the sample, too. */
export function sampleOf<F extends Pick<Fault, 'caughtBy'>>(faults: readonly F[], nth: number): readonly F[] {
  const seen = new Map<string, number>();
  return faults.filter(({ caughtBy: [check] }) => {
    const index = seen.get(check) ?? 0;
    seen.set(check, index + 1);
    return index % nth === 0;
  });
}

/** Every nth thing of a list, beginning with the first. */
export const everyNthOf = <T>(things: readonly T[], nth: number): readonly T[] =>
  things.filter((_, index) => index % nth === 0);
