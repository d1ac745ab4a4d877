import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@redis/client';
import { isObject, propertiesOf, type Resource, stringifyJson } from '../../openapi/contract';
import type { Bench } from './bench';
import { peakMemory } from './child-process';
import { type Contestant, takeTurns } from './load';
import type { Figures, Measured, Part } from './model';
import { type Running, startServer } from './processes';
import { type RedisServer, startRedisServer } from './redis-server';
import { mock, replica } from './servers';
import type { Subject } from './subject';

/** A server that has its records. */
interface Loaded {
  readonly running: Running;
  readonly figures: Pick<Figures, 'peak' | 'kept'>;
  end(): Promise<void>;
}

/** Memory and speed of the mock with more and more records. */
export const measureSizes = (bench: Bench): Promise<readonly Measured[]> =>
  measure(bench, 'memory', 'mock', async (fixtures) => {
    const { processes, subject } = bench;
    const { args, prefix } = mock(subject.contract);
    const probe = ['--expose-gc', '--require', join(__dirname, 'programs/probe.js')];
    const kind = { prefix, args: (port: number) => [...probe, ...args(port), '--fixtures', fixtures] };
    const running = await startServer(processes, kind, subject.first, { messages: true });
    const peak = peakMemory(running.pid);
    // The cast is true: the probe answers with a number.
    const kept = (await running.ask('how much is kept?')) as number;
    return { running, figures: { peak, kept }, end: running.end };
  });

/** Memory and speed of one replica with more and more records in Redis. */
export const measureSizesInRedis = (bench: Bench): Promise<readonly Measured[]> =>
  measure(bench, 'redis-memory', 'one', async (fixtures) => {
    const { processes, subject } = bench;
    const redis = await startRedisServer({ folder: processes.folder });
    const empty = await usedMemory(redis);
    const { args, prefix } = replica(subject.contract, redis.url, 'size');
    const kind = { prefix, args: (port: number) => [...args(port), '--fixtures', fixtures] };
    const running = await startServer(processes, kind, subject.first);
    const kept = (await usedMemory(redis)) - empty;
    return { running, figures: { kept }, end: () => running.end().then(redis.kill) };
  });

/** In bytes. */
async function usedMemory({ url }: RedisServer): Promise<number> {
  const client = await createClient({ url }).connect();
  const info = await client.sendCommand(['INFO', 'memory']);
  await client.close();
  return Number(/^used_memory:(\d+)/m.exec(String(info))?.[1]);
}

/** How many different records are requested in turn, evenly spread over all. */
const ASKED = 64;

/** All servers stay up and take turns. */
async function measure(
  { subject, lengths: { sizes }, processes, progress }: Bench,
  part: Part,
  server: 'mock' | 'one',
  load: (fixtures: string) => Promise<Loaded>,
): Promise<readonly Measured[]> {
  const all: Loaded[] = [];
  for (const records of sizes.records) {
    progress(`${part}, ${records.toLocaleString('en')} records`);
    const fixtures = join(processes.folder, `${records}.json`);
    await writeRecords(fixtures, subject, records);
    all.push(await load(fixtures));
    rmSync(fixtures);
  }
  const turnsOf = async (scenario: 'list' | 'get', requests: (records: number) => Contestant['requests']) => {
    const contestants = all.map(({ running }, place) => ({
      servers: [running] as const,
      requests: requests(sizes.records[place] ?? 0),
    }));
    const turns = await takeTurns(contestants, sizes, (round) =>
      progress(`${part}, ${scenario}, round ${round + 1} of ${sizes.rounds}`),
    );
    return turns.map((rounds, place) => ({ part, server, scenario, size: sizes.records[place] ?? 0, rounds }));
  };
  const list = await turnsOf('list', () => subject.filter.values.map(subject.listBy));
  const get = await turnsOf('get', (records) => spreadIds(records).map(subject.get));
  for (const { end } of all) await end();
  const loaded = all.map(({ running, figures }, place) => ({
    ...{ part, server, size: sizes.records[place] ?? 0 },
    rounds: [{ round: 0, time: running.startTime, ...figures }],
  }));
  return [...loaded, ...list, ...get];
}

/** Some ids, evenly spread over all. */
const spreadIds = (records: number): readonly number[] =>
  Array.from({ length: Math.min(ASKED, records) }, (_, place) => 1 + Math.floor((place * records) / ASKED));

/** How many records are written at a time: one by one is slow, and a million at once are 80 MB of text. */
const LOT = 10_000;

/** Writes a fixtures file with this many records. */
export async function writeRecords(path: string, subject: Subject, count: number): Promise<void> {
  await pipeline(Readable.from(fixturesText(subject, count)), createWriteStream(path));
}

function* fixturesText(subject: Subject, count: number): Generator<string> {
  yield `{${stringifyJson(subject.resource.name)}:[`;
  for (let from = 1; from <= count; from += LOT) {
    const ids = Array.from({ length: Math.min(LOT, count - from + 1) }, (_, place) => from + place);
    yield (from === 1 ? '' : ',\n') + ids.map((id) => stringifyJson(recordOf(subject, id))).join(',\n');
  }
  yield ']}';
}

/**
 * The contract's example with another id. The values of the filter are spread evenly, and a text contains the id, since
 * equal texts would share their memory.
 *
 * @param id from 1
 */
export function recordOf(
  { resource, idProperty, example, filter }: Subject,
  id: number,
): Readonly<Record<string, unknown>> {
  const texts = Object.entries(example).filter(([name, value]) => typeof value === 'string' && isFree(resource, name));
  return {
    ...example,
    ...Object.fromEntries(texts.map(([name, value]) => [name, `${String(value)} ${id}`])),
    [filter.property]: filter.values[id % filter.values.length],
    [idProperty]: id,
  };
}

const LIMITING = ['enum', 'const', 'format', 'pattern', 'maxLength'];

function isFree({ schema }: Resource, property: string): boolean {
  const found = propertiesOf(schema).get(property)?.schema;
  return isObject(found) && LIMITING.every((word) => found[word] === undefined);
}
