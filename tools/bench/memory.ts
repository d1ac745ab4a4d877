import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from './driver';
import type { Lengths } from './lengths';
import type { Sent, Size, Turn } from './model';
import { peakMemory } from './process-usage';
import type { Processes } from './processes';
import type { HeapSize } from './programs/probe';
import type { Progress } from './progress';
import { writeRecords } from './records-file';
import { type Running, startServer } from './server';
import { firstRequest } from './servers';
import { mock } from './servers/mock';
import type { Subject } from './subject';
import { takeTurns } from './turns';

const PROBE = join(__dirname, 'programs/probe.js');
/** How many different records are requested in turn, evenly spread over all. */
const ASKED = 64;

/** Memory and speed of the mock with more and more records. All mocks stay up and take turns. */
export async function measureSizes(
  subject: Subject,
  lengths: Lengths['sizes'],
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<readonly Size[]> {
  const mocks: Loaded[] = [];
  for (const records of lengths.records) {
    progress(`memory, ${records.toLocaleString('en')} records`);
    mocks.push(await startWith(records, subject, processes));
  }
  const turnsOf = (title: string, requests: (records: number) => readonly Sent[]) =>
    takeTurns(
      driver,
      mocks.map(({ running, records }) => ({ running, requests: requests(records), every: 1 })),
      lengths,
      (round) => progress(`memory, ${title}, round ${round + 1} of ${lengths.rounds}`),
    );
  const list = await turnsOf('list', () => subject.filter.values.map(subject.listBy));
  const get = await turnsOf('get', (records) => spreadIds(records).map(subject.get));
  for (const { running } of mocks) await running.end();
  return mocks.map(({ records, running, peak, heap }, place) => ({
    records,
    start: running.startTime,
    peak,
    heap,
    list: list[place] ?? none,
    get: get[place] ?? none,
  }));
}

const none: readonly Turn[] = [];

/** Some ids, evenly spread over all. */
export const spreadIds = (records: number): readonly number[] =>
  Array.from({ length: Math.min(ASKED, records) }, (_, place) => 1 + Math.floor((place * records) / ASKED));

interface Loaded {
  readonly records: number;
  readonly running: Running;
  readonly peak: number | undefined;
  readonly heap: number;
}

async function startWith(records: number, subject: Subject, processes: Processes): Promise<Loaded> {
  const file = join(processes.folder, `${records}.json`);
  await writeRecords(file, subject, records);
  const { args, prefix } = mock(subject.contract);
  const running = await startServer(
    processes,
    (port) => ['--expose-gc', '--require', PROBE, ...args(port), '--fixtures', file],
    prefix,
    firstRequest(subject),
    { messages: true },
  );
  rmSync(file);
  const peak = peakMemory(running.pid);
  const { heap } = (await running.ask({})) as HeapSize;
  return { records, running, peak, heap };
}
