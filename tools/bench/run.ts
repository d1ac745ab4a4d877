import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { loadContract, once, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import type { Bench } from './bench';
import { findChromium } from './chromium';
import type { Machine, Measured, Part, Results } from './model';
import { measureOverload } from './overload';
import { measurePage } from './page';
import { hasRedis } from './redis-server';
import { measureReplicas } from './replicas';
import { repliesOfMock } from './servers';
import { measureSideBySide } from './side-by-side';
import { measureSizes, measureSizesInRedis } from './sizes';
import { subjectOf } from './subject';
import { measureProxy, measureSuite } from './suite';

/** One after the other, in this order. */
const MEASUREMENTS: readonly { readonly of: readonly Part[]; measure(bench: Bench): Promise<readonly Measured[]> }[] = [
  { of: ['list', 'get', 'post', 'start'], measure: measureSideBySide },
  { of: ['memory'], measure: measureSizes },
  { of: ['overload'], measure: measureOverload },
  { of: ['proxy'], measure: measureProxy },
  { of: ['redis'], measure: measureReplicas },
  { of: ['redis-memory'], measure: measureSizesInRedis },
  { of: ['page'], measure: measurePage },
  { of: ['suite'], measure: measureSuite },
];

type Asked = Pick<Bench, 'parts' | 'lengths' | 'processes' | 'progress'>;

/** Measures the chosen parts. */
export async function run(asked: Asked, smoke: boolean): Promise<Results> {
  const date = new Date().toISOString();
  const begun = performance.now();
  const subject = subjectOf(await loadContract(SHIPPED_DOCUMENT));
  const replies = once(() => repliesOfMock(subject, asked.processes));
  const bench: Bench = { ...asked, subject, replies, parts: measurable(asked) };
  const measured: Measured[] = [];
  for (const { of, measure } of MEASUREMENTS)
    if (of.some((part) => bench.parts.includes(part))) measured.push(...(await measure(bench)));
  const seconds = (performance.now() - begun) / 1000;
  return { date, machine: machine(), versions: versions(), smoke, seconds, measured };
}

/** What can't be measured without something that this machine lacks, and how to get that. */
const NEEDS: Readonly<Partial<Record<Part, { readonly isThere: () => boolean; readonly missing: string }>>> = {
  redis: { isThere: hasRedis, missing: 'there is no redis-server (apt-get install redis-server)' },
  'redis-memory': { isThere: hasRedis, missing: 'there is no redis-server (apt-get install redis-server)' },
  page: {
    isThere: () => findChromium() !== undefined,
    missing: 'there is no Chromium (apt-get install chromium-headless-shell)',
  },
};

const measurable = ({ parts, progress }: Asked): readonly Part[] =>
  parts.filter((part) => {
    const { isThere, missing } = NEEDS[part] ?? {};
    if (isThere === undefined || isThere()) return true;
    progress(`${part}: left out, since ${missing}`);
    return false;
  });

function machine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory: totalmem(),
    node: process.versions.node,
    system: `${type()} ${release()}`,
  };
}

const PEERS = ['express', '@stoplight/prism-cli', 'autocannon'];

/** Of this package and of those that it is compared with, which it depends on in one version each. */
function versions(): Readonly<Record<string, string>> {
  const { version, devDependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    readonly version: string;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return { mock: version, ...Object.fromEntries(PEERS.map((name) => [name, devDependencies[name] ?? ''])) };
}
