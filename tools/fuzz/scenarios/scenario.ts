import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { peakMemory, residentMemory } from '../../bench/child-process';
import { countable, harmlessRequest } from '../http/conforming';
import { type Address, openConnection } from '../http/connection';
import { attemptOf, type PlainRequest } from '../http/request';
import { commandLine, type Finding } from '../laws/finding';
import type { Setting } from '../model';
import { complaintsOf, startOtherClient } from '../other-client';
import { type ControlClient, controlClient, countRecords, statedMemory } from '../target/control';
import { endedWithin, FuzzError, mebibytes, type RunningMock, type StartOptions, startMock } from '../target/mock';

/** What was wrong, a sentence each. */
export type Complaints = readonly string[];

/** Something that happens to the process or its files, rather than on a connection. */
export interface Scenario {
  readonly name: string;
  /** What it does, in a few words. */
  readonly title: string;
  run(stage: Stage): Promise<Complaints>;
}

/** What a scenario may use. What it starts and opens is ended after it. */
export interface Stage extends Setting {
  /** A folder of its own. */
  readonly folder: string;
  /** A key of the default session. */
  readonly key: string;
  /** Starts the mock with our keys and these flags; resolves once it listens. */
  start(flags: readonly string[], options?: StartOptions): Promise<RunningMock>;
  /** A connection on which nothing has been sent. */
  connect(at: Address): Socket;
}

/** A scenario of one mock: started with these flags, and ended by SIGTERM while its clients are still connected. */
export const withMock =
  (flags: readonly string[], run: (stage: Stage, mock: RunningMock) => Promise<Complaints>, options?: StartOptions) =>
  async (stage: Stage): Promise<Complaints> => {
    const mock = await stage.start(flags, options);
    return [...(await run(stage, mock)), ...(await endGently(stage, mock))];
  };

/** Runs these scenarios one after the other. */
export async function runScenarios(
  setting: Setting,
  folder: string,
  scenarios: readonly Scenario[],
): Promise<readonly Finding[]> {
  const { document, keys, seed, progress } = setting;
  const common = ['--document', document, '--keys', keys.file, '--admin-token', keys.token];
  const findings: Finding[] = [];
  for (const { name, title, run } of scenarios) {
    progress(title);
    const started: RunningMock[] = [];
    const opened: Socket[] = [];
    const stage: Stage = {
      ...setting,
      folder: join(folder, name),
      key: keys.shared[0] ?? '',
      async start(flags, startOptions) {
        const mock = await startMock([...common, ...flags], startOptions);
        started.push(mock);
        return mock;
      },
      connect({ host, port }) {
        const socket = connect(port, host).on('error', () => {});
        opened.push(socket);
        return socket;
      },
    };
    mkdirSync(stage.folder);
    const complaints = await run(stage).catch((error: unknown) => {
      if (error instanceof FuzzError) return [error.message];
      throw error;
    });
    for (const socket of opened) socket.destroy();
    for (const mock of started) mock.signal('SIGKILL');
    const again = [commandLine(document, `--seed ${seed} --only ${name}`)];
    findings.push(...complaints.map((what): Finding => ({ law: 'process', attack: name, what, times: 1, again })));
  }
  return findings;
}

/** Within a second by itself; the rest is for a machine that is busy. */
const PATIENCE_MS = 3000;

/** Ends it by SIGTERM; complains where it took more memory than it states, did not hear, or ended badly. */
export async function endGently(
  stage: Pick<Setting, 'control' | 'keys'>,
  mock: RunningMock,
  patience = PATIENCE_MS,
): Promise<Complaints> {
  if (!mock.isAlive()) return [`it was gone before its end: ${await endedWithin(mock, 0)}`];
  const [bound, peak] = [await statedMemory(controlOf(stage, mock)), peakMemory(mock.pid)];
  mock.signal('SIGTERM');
  const how = await endedWithin(mock, patience);
  return [
    ...(bound !== undefined && peak !== undefined && peak > bound
      ? [`it took ${mebibytes(peak)} MiB, and states ${mebibytes(bound)} MiB at the most`]
      : []),
    ...(how === 'alive' ? [`SIGTERM has not ended it in ${patience} ms`] : []),
    ...(how !== 'alive' && how !== 0 ? [`SIGTERM ended it with ${how}`] : []),
  ];
}

export const controlOf = ({ control, keys }: Pick<Setting, 'control' | 'keys'>, mock: Address): ControlClient =>
  controlClient(mock, control.prefix, keys.token);

/** A request to the control plane, with its token. */
export const controlRequest = ({ control, keys }: Stage, method: string, path: string): PlainRequest => ({
  method,
  target: control.prefix + path,
  headers: [['Authorization', `Bearer ${keys.token}`]],
});

/** The request whose reply is always a success. */
export const harmless = ({ contract, control, key }: Stage): PlainRequest => harmlessRequest(contract, control, key);

/** Sends a request so many times, one after the other on one connection; the statuses, 0 where no reply came. */
export async function sendTimes(at: Address, request: PlainRequest, times: number): Promise<readonly number[]> {
  const connection = openConnection(at);
  const statuses: number[] = [];
  while (statuses.length < times) {
    const { replies } = await connection.send(attemptOf(request));
    statuses.push(replies[0]?.status ?? 0);
  }
  connection.close();
  return statuses;
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** Complains where not all statuses are of success, or one of these. */
export function unlessServed(what: string, statuses: readonly number[], others: readonly number[] = []): Complaints {
  const failed = statuses.filter((status) => !isSuccess(status) && !others.includes(status));
  const kinds = [...new Set(failed)].join(', ');
  return failed.length === 0 ? [] : [`${what}: ${failed.length} of ${statuses.length} requests got ${kinds}`];
}

/** Complains where the mock has more memory after something than before, by more than so many bytes. */
export async function unlessGrown(
  mock: RunningMock,
  what: string,
  most: number,
  doing: () => Promise<Complaints>,
): Promise<Complaints> {
  const before = residentMemory(mock.pid);
  const complaints = await doing();
  const grown = residentMemory(mock.pid) - before;
  return [...complaints, ...(grown > most ? [`${what} took ${mebibytes(grown)} MiB`] : [])];
}

const WARM_UP = 20;
/** By then the other client has its connection: it is to wait for an answer, not for that. */
const SETTLE_MS = 600;

/** Does something while another client asks; complains where that one waited for too long, or was refused. */
export async function besideAnother(
  stage: Stage,
  { host, port, pid }: RunningMock,
  doing: () => Promise<unknown>,
  request = harmless(stage),
): Promise<Complaints> {
  // What a mock does in its first moments, it does once.
  await sendTimes({ host, port }, request, WARM_UP);
  const stop = startOtherClient({ address: { host, port }, pid, request });
  await pause(SETTLE_MS);
  await doing();
  return complaintsOf(await stop(), stage.stall);
}

/** How many records the default session holds, of collections that can be counted. */
export async function storedRecords(stage: Stage, mock: Address): Promise<number> {
  let sum = 0;
  for (const { name } of countable(stage.contract)) sum += await countRecords(controlOf(stage, mock), '', name);
  return sum;
}
