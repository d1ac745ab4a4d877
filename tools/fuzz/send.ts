import { setTimeout as pause } from 'node:timers/promises';
import { ATTACKS } from './attacks';
import { attemptAt, shellLine, shrunk } from './attacks/attempt';
import { type Connection, openConnection } from './http/connection';
import { addFinding, type Finding } from './laws/finding';
import { count, createJudge, type Tally, tallyOf } from './laws/replies';
import { type Accepted, createAccepted, TAG } from './laws/session';
import type { Attack, Attempt, Target } from './model';
import type { RunningMock } from './target/mock';

/** Attempts of one attack, by their numbers. */
export interface Share {
  readonly attack: string;
  readonly from: number;
  /** The first that is left out. */
  readonly to: number;
}

interface Sending {
  readonly mock: Pick<RunningMock, 'host' | 'port' | 'isAlive'>;
  readonly target: Target;
  readonly seed: number;
  /** They go on side by side. */
  readonly shares: readonly Share[];
  /** How many connections at once. */
  readonly connections: number;
  /** By `Date.now()`: what has not begun by then is left out. */
  readonly until: number;
  /** The command that repeats an attempt, by its tag. */
  replay(tag: string): string;
}

/** What came of it; the records are by attack. */
export interface Sent {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly accepted: Readonly<Record<string, Accepted>>;
  readonly findings: readonly Finding[];
  /** What took long, which may have held up another client. */
  readonly slowest: readonly Slow[];
}

export interface Slow {
  /** The attack, or what the fuzzer itself asked of the control plane. */
  readonly attack: string;
  readonly at: number | undefined;
  /** Unix milliseconds. */
  readonly begun: number;
  readonly milliseconds: number;
}

const MOST_SLOW = 5000;
export const SLOW_MS = 60;
/** How many kinds of findings are made smaller; a mock that is wrong everywhere would take for ever. */
const MOST_SHRUNK = 12;

/** Sends all attempts over a few connections, judges each reply, and makes the first of each finding smaller. */
export async function sendAttempts(sending: Sending): Promise<Sent> {
  const { mock, target, seed, shares, connections, until, replay } = sending;
  const judge = createJudge(target);
  const tallies: Record<string, Tally> = {};
  const accepted: Record<string, Accepted> = {};
  const found: Finding[] = [];
  const slowest: Slow[] = [];
  const sources = shares.map(({ attack, from, to }) => {
    accepted[attack] = createAccepted(target.contract);
    return { attack, attempts: attackOf(attack).attempts(target), next: from, to };
  });

  const work = async (connection: Connection, first: number): Promise<void> => {
    for (let turn = first; Date.now() < until && mock.isAlive(); turn += 1) {
      const open = sources.filter(({ next, to }) => next < to);
      const source = open[turn % open.length];
      if (source === undefined) return;
      const { attack, next: at } = source;
      source.next += 1;
      const attempt = attemptAt(source.attempts, { seed, attack, at });
      const begun = Date.now();
      const tag = `${attack}/${at}`;
      const received = await connection.send(tagged(attempt, tag));
      const { milliseconds } = received;
      count(tallies, attack, tallyOf(attempt, received));
      accepted[attack]?.note(attempt, received);
      if (milliseconds >= SLOW_MS && slowest.length < MOST_SLOW) slowest.push({ attack, at, begun, milliseconds });
      for (const { law, what } of judge(attempt, received)) {
        addFinding(found, { law, attack, what, at, times: 1, again: [replay(tag)] });
      }
      // A server that refuses or ends every connection is not asked faster than the machine can make them.
      if (received.ended === 'reset' && received.replies.length === 0) await pause(1);
    }
  };
  const open = Array.from({ length: connections }, () => openConnection(mock));
  await Promise.all(open.map(work));
  for (const connection of open) connection.close();

  const findings: Finding[] = [];
  for (const [place, one] of found.entries()) {
    const { attack, law, at = 0 } = one;
    const fails = async (attempt: Attempt): Promise<boolean> => {
      const connection = openConnection(mock);
      const received = await connection.send(attempt);
      connection.close();
      accepted[attack]?.note(attempt, received);
      return judge(attempt, received).some((breach) => breach.law === law);
    };
    const isShrunk = place < MOST_SHRUNK && mock.isAlive();
    const smallest = isShrunk
      ? await shrunk(attackOf(attack).attempts(target), { seed, attack, at }, fails)
      : undefined;
    const line = smallest && shellLine(smallest, target);
    findings.push(line === undefined ? one : { ...one, again: [...one.again, line] });
  }
  return { tallies, accepted, findings, slowest };
}

/** @throws Error for a name that no attack has */
function attackOf(name: string): Attack {
  const attack = ATTACKS.find((one) => one.name === name);
  if (attack === undefined) throw new Error(`no attack is called ${name}`);
  return attack;
}

/** With a header that tells in the request log which attempt it was. */
function tagged(attempt: Attempt, tag: string): Attempt {
  const [first, ...others] = attempt.parts;
  if (attempt.request === undefined || first === undefined) return attempt;
  const line = first.indexOf('\r\n') + 2;
  const header = Buffer.from(`${TAG}: ${tag}\r\n`);
  return { ...attempt, parts: [Buffer.concat([first.subarray(0, line), header, first.subarray(line)]), ...others] };
}
