import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { type Driver, startDriver } from './driver';
import type { Lengths } from './lengths';
import { machine, versions } from './machine';
import { measureSizes } from './memory';
import type { Part, Results } from './model';
import { measureOverload } from './overload';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { measureProxy } from './proxy';
import { measureReplicated } from './replicated';
import { servers } from './servers';
import { measureSizesInRedis } from './sizes-in-redis';
import { measureStarts } from './start';
import { type Subject, subjectOf } from './subject';
import { measureSuite } from './suite';
import { measureTraffic } from './traffic';

/** Measures the chosen parts, one after the other. */
export async function run(
  parts: readonly Part[],
  lengths: Lengths,
  smoke: boolean,
  processes: Processes,
  progress: Progress,
): Promise<Results> {
  const date = new Date().toISOString();
  const begun = performance.now();
  const subject = subjectOf(await loadContract(SHIPPED_DOCUMENT));
  const driver = startDriver(processes);
  const sideBySide = await measureSideBySide(parts, subject, lengths, processes, driver, progress);
  const sizes = parts.includes('memory') ? await measureSizes(subject, lengths.sizes, processes, driver, progress) : [];
  const overload = parts.includes('overload')
    ? [await measureOverload(subject, lengths.overload, processes, driver, progress)]
    : [];
  const proxy = parts.includes('proxy')
    ? await measureProxy(subject, lengths.traffic, processes, driver, progress)
    : [];
  const redis = parts.includes('redis')
    ? await measureReplicated(subject, lengths.redis, processes, driver, progress)
    : [];
  const sizesInRedis = parts.includes('redis-memory')
    ? await measureSizesInRedis(subject, lengths.sizes, processes, driver, progress)
    : [];
  await driver.end();
  const suite = parts.includes('suite') ? await measureSuite(subject, lengths.suite, processes, progress) : [];
  const seconds = (performance.now() - begun) / 1000;
  return {
    date,
    machine: machine(),
    versions: versions(),
    smoke,
    seconds,
    ...sideBySide,
    sizes,
    suite,
    overload,
    proxy,
    redis,
    sizesInRedis,
  };
}

/** The parts that measure the other servers too. */
async function measureSideBySide(
  parts: readonly Part[],
  subject: Subject,
  lengths: Lengths,
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<Pick<Results, 'traffic' | 'starts'>> {
  const scenarios = subject.scenarios.filter(({ id }) => parts.includes(id));
  const isStartAsked = parts.includes('start');
  if (scenarios.length === 0 && !isStartAsked) return { traffic: [], starts: [] };

  const kinds = await servers(subject, processes);
  const { starts, running } = await measureStarts(
    subject,
    kinds,
    isStartAsked ? lengths.starts : 1,
    processes,
    progress,
  );
  const traffic = await measureTraffic(scenarios, kinds, running, lengths.traffic, driver, progress);
  await Promise.all(running.map((server) => server.end()));
  return { traffic, starts: isStartAsked ? starts : [] };
}
