import { setTimeout as pause } from 'node:timers/promises';
import type { Arbitrary } from 'fast-check';
import { againLines } from './again';
import { ATTACKS } from './attacks';
import type { Attack } from './attacks/model';
import { type Books, openBooks } from './books';
import { type Breach, createJudge, kindOf } from './laws/judge';
import { type Attempt, type Finding, NO_TALLY, type Received, type Tally } from './model';
import { draw } from './random';
import { shrink } from './shrink';
import { type Subject, TAG } from './subject';
import { type Address, type Lane, openLane } from './wire/lane';

/** Attempts of one attack, by their numbers. */
export interface Share {
  readonly attack: string;
  readonly from: number;
  /** The first that is left out. */
  readonly to: number;
}

export interface Assault {
  readonly address: Address;
  readonly subject: Subject;
  readonly seed: number;
  readonly shares: readonly Share[];
  /** Connections at once. */
  readonly lanes: number;
  /** By `Date.now()`: what has not begun by then is left out. */
  readonly until: number;
  /** What stands in the command that repeats an attempt, besides its number. */
  readonly flags: string;
}

/** What came of it. */
export interface Outcome {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Finding[];
  readonly books: Books;
  /** The attempts that took long, which may have held up others. */
  readonly slowest: readonly Slow[];
}

export interface Slow {
  /** Or what the siege itself asked of the control plane. */
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
export async function assault(orders: Assault): Promise<Outcome> {
  const { address, subject, seed, shares, lanes, until } = orders;
  const judge = createJudge(subject);
  const books = openBooks(subject);
  const tallies = new Map<string, Tally>();
  const found = new Map<string, Found>();
  const slowest: Slow[] = [];
  const sources = shares.map(({ attack, from, to }) => ({ ...sourceOf(attack, subject), next: from, to }));

  const work = async (lane: Lane, first: number): Promise<void> => {
    for (let turn = first; Date.now() < until; turn += 1) {
      const open = sources.filter(({ next, to }) => next < to);
      const source = open[turn % open.length];
      if (source === undefined) return;
      const at = source.next;
      source.next += 1;
      const { name } = source.attack;
      const attempt = draw(source.arbitrary, seed, name, at).value;
      const begun = Date.now();
      const received = await lane.send(tagged(attempt, `${name}/${at}`));
      tallies.set(name, counted(tallies.get(name) ?? NO_TALLY, attempt, received));
      books.note(name, attempt, received);
      noteSlow(slowest, { attack: name, at, begun, milliseconds: received.milliseconds });
      for (const breach of judge(attempt, received)) noteBreach(found, name, at, breach);
      // Somebody who refuses or ends every connection is not asked faster than the machine can make them.
      if (received.ended === 'reset' && received.replies.length === 0) await pause(1);
    }
  };
  const open = Array.from({ length: lanes }, () => openLane(address));
  await Promise.all(open.map((lane, place) => work(lane, place)));
  for (const lane of open) lane.close();

  const findings: Finding[] = [];
  for (const [place, one] of [...found.values()].entries()) {
    const { arbitrary } = sourceOf(one.attack, subject);
    const stillFails = async (attempt: Attempt): Promise<boolean> => {
      const lane = openLane(address);
      const breaches = judge(attempt, await lane.send(attempt));
      lane.close();
      return breaches.some(({ law }) => law === one.law);
    };
    const value = draw(arbitrary, seed, one.attack, one.at);
    const smaller = place < MOST_SHRUNK ? await shrink(arbitrary, value, stillFails) : undefined;
    findings.push({
      ...one,
      again: againLines(orders, one, smaller?.value ?? value.value, smaller?.isProven === true),
    });
  }
  return { tallies: Object.fromEntries(tallies), findings, books: books.read(), slowest };
}

/** @throws Error for a name that no attack has */
export function sourceOf(name: string, subject: Subject): { attack: Attack; arbitrary: Arbitrary<Attempt> } {
  const attack = ATTACKS.find((one) => one.name === name);
  if (attack === undefined) throw new Error(`no attack is called ${name}`);
  return { attack, arbitrary: attack.attempts(subject) };
}

type Found = Omit<Finding, 'again' | 'at'> & { readonly at: number };

function noteBreach(found: Map<string, Found>, attack: string, at: number, { law, what }: Breach): void {
  const key = `${attack} ${law} ${what.replaceAll(/\d+/g, 'N').slice(0, 60)}`;
  const before = found.get(key);
  found.set(key, before === undefined ? { law, attack, what, at, times: 1 } : { ...before, times: before.times + 1 });
}

/** Keeps those that may have held up others, and no more than so many. */
function noteSlow(slowest: Slow[], one: Slow): void {
  if (one.milliseconds >= SLOW_MS && slowest.length < MOST_SLOW) slowest.push(one);
}

function counted(before: Tally, { isUnderFaults }: Attempt, { replies }: Received): Tally {
  const kinds = replies.map((reply) => kindOf(reply, isUnderFaults === true));
  const of = (kind: string): number => kinds.filter((one) => one === kind).length;
  return {
    tried: before.tried + 1,
    replies: before.replies + replies.length,
    refused: before.refused + of('refused'),
    asked5xx: before.asked5xx + of('asked5xx'),
    atBound: before.atBound + of('atBound'),
    other5xx: before.other5xx + of('other5xx'),
    withoutReply: before.withoutReply + (replies.length === 0 ? 1 : 0),
  };
}

/** With a header that tells in the journal which attempt it was. */
function tagged(attempt: Attempt, tag: string): Attempt {
  const [first, ...others] = attempt.parts;
  if (attempt.request === undefined || first === undefined) return attempt;
  const line = first.indexOf('\r\n') + 2;
  const header = Buffer.from(`${TAG}: ${tag}\r\n`);
  return { ...attempt, parts: [Buffer.concat([first.subarray(0, line), header, first.subarray(line)]), ...others] };
}
