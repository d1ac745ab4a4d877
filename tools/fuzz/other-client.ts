/** Another client, in a process of its own, which asks the mock all the time, and notices when it has to wait. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithThisProcess, type Schedule, scheduleOf } from '../bench/child-process';
import { type Address, openConnection } from './http/connection';
import { attemptOf, type PlainRequest } from './http/request';

/** How it fared. Times are milliseconds. */
export interface OtherClientResult {
  readonly asked: number;
  /** How often it got no success. */
  readonly failed: number;
  readonly failure?: string | undefined;
  /** The longest wait for a reply, as it was. */
  readonly longest: number;
  /**
   * The longest wait for what the mock did. Where processes waited for a processor meanwhile, that is the time that the
   * mock's main thread ran. On other systems than Linux the same as `longest`.
   */
  readonly longestOfMock: number;
  /** When that one began and ended, in Unix milliseconds. */
  readonly during: readonly [number, number];
  readonly median: number;
}

/** What it asks of which mock; plain data, as its request has no body. */
interface Watched {
  readonly address: Address;
  /** The mock's. */
  readonly pid: number;
  readonly request: Omit<PlainRequest, 'body'>;
}

/** Starts it; what is returned stops it, and resolves with how it fared. */
export function startOtherClient(watched: Watched): () => Promise<OtherClientResult> {
  const child = fork(__filename, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  endWithThisProcess(child);
  child.send(watched);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the other client ended with ${String(code)}`);
  });
  ended.catch(() => {});
  return async () => {
    const answer = once(child, 'message');
    child.send('stop');
    const [result] = await Promise.race([answer, ended]);
    child.kill('SIGKILL');
    // True of the program below.
    return result as OtherClientResult;
  };
}

const PERIOD_MS = 20;

/** Asks again and again on a connection of its own, until it is told to stop. */
export async function askUntil(isOver: () => boolean, { address, request, pid }: Watched): Promise<OtherClientResult> {
  const connection = openConnection(address);
  const waits: number[] = [];
  let [failed, failure]: [number, string | undefined] = [0, undefined];
  let [longestOfMock, during]: [number, readonly [number, number]] = [0, [0, 0]];
  while (!isOver()) {
    const [begun, mockThen, ownThen] = [Date.now(), scheduleOf(pid), scheduleOf(process.pid)];
    const { milliseconds, replies, ended, malformed } = await connection.send(attemptOf(request));
    const [mockNow, ownNow] = [scheduleOf(pid), scheduleOf(process.pid)];
    const ofMock = waitForMock(milliseconds, {
      busy: mockNow.busy - mockThen.busy,
      delayed: mockNow.delayed - mockThen.delayed + ownNow.delayed - ownThen.delayed,
    });
    waits.push(milliseconds);
    const status = replies[0]?.status ?? 0;
    if (status < 200 || status > 299 || malformed !== undefined) {
      failed += 1;
      failure ??= malformed ?? (status === 0 ? `no reply: ${ended}` : `a ${status}`);
    }
    if (ofMock > longestOfMock) [longestOfMock, during] = [ofMock, [begun, Date.now()]];
    await pause(PERIOD_MS);
  }
  connection.close();
  const sorted = waits.sort((one, other) => one - other);
  const [longest, median] = [sorted.at(-1) ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
  return { asked: waits.length, failed, failure, longest, longestOfMock, during, median };
}

/** Where the machine was short of processors for more than this part of a wait, the rest of it says little, too. */
const CONTENDED = 0.1;

/** What of a wait was for the mock: all of it, or on a machine short of processors what the mock's main thread ran. */
export const waitForMock = (wait: number, { busy, delayed }: Schedule): number =>
  delayed > CONTENDED * wait ? Math.min(wait, busy) : wait;

/** A sentence on each thing that was wrong. @param stall milliseconds that it may wait */
export const complaintsOf = (
  { longestOfMock, failed, failure }: OtherClientResult,
  stall: number,
): readonly string[] => [
  ...(longestOfMock > stall ? [`another client waited ${Math.round(longestOfMock)} ms`] : []),
  ...(failed > 0 ? [`another client got ${failure ?? 'no success'}, ${failed} times`] : []),
];

/** The program: its first message says what to ask, the second one ends it. */
function serve(): void {
  process.once('message', (watched: Watched) => {
    let isOver = false;
    process.once('message', () => {
      isOver = true;
    });
    // A failure ends the process, which is heard.
    void askUntil(() => isOver, watched).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit());
}

if (require.main === module) serve();
