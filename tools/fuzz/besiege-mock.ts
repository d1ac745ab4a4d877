import { createInterface } from 'node:readline';
import type { Contract } from '../../openapi/contract';
import { type Outcome, SLOW_MS, type Slow } from './assault';
import type { Attack } from './attacks/model';
import { againOne, fight } from './batches';
import { type Ending, judgeWhole } from './judge-whole';
import type { Finding, Tally } from './model';
import type { Options } from './options';
import { otherRequest } from './other-request';
import type { Fared } from './others';
import type { Job } from './programs/generator';
import type { Watch } from './programs/other';
import { secretsOf } from './subject';
import { startHelper } from './target/child';
import { watchLog } from './target/log';
import { boundOf, peakOf } from './target/memory';
import { planeOf } from './target/plane';
import type { Issued } from './target/secrets-file';
import { endedWithin, type Running, startMock } from './target/start';
import { openWorlds } from './target/worlds';

/** What came of attacks on one mock. */
export interface Besieged {
  /** How long it went on. */
  readonly seconds: number;
  /** By attack. */
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Finding[];
  /** Bytes; undefined where the system, or the mock, does not tell. */
  readonly memory: { readonly peak: number | undefined; readonly bound: number | undefined };
  readonly others: Fared;
  /** Milliseconds from SIGTERM to the end. */
  readonly ending: number;
  readonly logLines: number;
}

interface Orders {
  readonly options: Options;
  readonly attacks: readonly Attack[];
  readonly contract: Contract;
  readonly control: Contract;
  readonly issued: Issued;
  readonly progress: (doing: string) => void;
  /** The command that does it all again. */
  readonly again: string;
}

/** Little room, so that its bounds are reached. */
const ROOM = ['--records-memory', '64', '--journal-memory', '32'];
const FLAGS = ['--fixtures', 'none', '--plan-limits', 'off', '--log', 'requests', '--check-replies', ...ROOM];

/** Starts the mock, another client and the generator, attacks it, and ends it. */
export async function besiegeMock(orders: Orders): Promise<Besieged> {
  const { options, attacks, contract, control, issued, progress, again } = orders;
  const began = performance.now();
  const known = { secrets: [issued.token, ...issued.shared] as readonly string[] };
  const log = watchLog(() => known.secrets);
  const flags = ['--document', options.document, '--keys', issued.file, '--admin-token', issued.token];
  const target = await startMock([...flags, ...FLAGS], {
    log: 'pipe',
    onOutput: (text) => text.split('\n').forEach(log.hear),
  });
  if (target.log !== null) createInterface({ input: target.log }).on('line', log.hear);
  const generator = startHelper<Job, Outcome>('generator');
  const other = startHelper<Watch, Fared>('other');
  const own: Slow[] = [];
  const plane = planeOf(target, control.prefix, issued.token, (attack, begun, milliseconds) => {
    if (milliseconds >= SLOW_MS) own.push({ attack, begun, milliseconds, at: undefined });
  });
  const worlds = await openWorlds(plane, contract, issued);
  known.secrets = secretsOf(worlds.keys);
  const { host, port, pid } = target;
  other.tell({ address: { host, port }, pid, ...otherRequest(contract, control, worlds.other.key) });
  const fared = other.outcome();
  const fought = await fight({ options, attacks, contract, target, plane, worlds, generator, progress });
  other.tell('stop');
  const others = await fared;
  const [bound, peak] = [target.isAlive() ? await boundOf(plane) : undefined, peakOf(pid)];
  const ending = await end(target);
  for (const helper of [generator, other]) helper.end();
  const slowest = [...fought.slowest, ...own];
  const whole = judgeWhole({
    log,
    peak,
    bound,
    others,
    stall: options.stall,
    ending,
    slowest,
    again,
    againOne: (attack, at) => againOne(options, attack, at),
  });
  return {
    seconds: (performance.now() - began) / 1000,
    tallies: fought.tallies,
    findings: [...fought.findings, ...whole],
    memory: { peak, bound },
    others,
    ending: ending.milliseconds,
    logLines: log.lines,
  };
}

/** A mock that does not hear SIGTERM is killed. */
const PATIENCE_MS = 10_000;

async function end(target: Running): Promise<Ending> {
  const begun = performance.now();
  target.signal('SIGTERM');
  await endedWithin(target, PATIENCE_MS);
  const milliseconds = performance.now() - begun;
  target.signal('SIGKILL');
  return { ...(await target.exit), milliseconds };
}
