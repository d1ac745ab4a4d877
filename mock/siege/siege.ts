import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTROL_DOCUMENT, loadContract } from '../../openapi/contract';
import type { Outcome, Slow } from './assault';
import { againAll, fight } from './batches';
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
import { startTarget, type Target } from './target/mock';
import { planeOf } from './target/plane';
import { issueKeys } from './target/secrets-file';
import { openWorlds } from './target/worlds';

/** What a siege has found, as `--json` writes it. */
export interface Result {
  readonly seed: number;
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

/** Starts the mock, attacks it, and tells what came of it. */
export async function besiege(options: Options, progress: (doing: string) => void): Promise<Result> {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-siege-'));
  const [contract, control] = await Promise.all([loadContract(options.document), loadContract(CONTROL_DOCUMENT)]);
  const issued = issueKeys(folder, contract, options.seed);
  let secrets: readonly string[] = [issued.token, ...issued.shared];
  const log = watchLog(() => secrets);
  const flags = ['--document', options.document, '--keys', issued.file, '--fixtures', 'none', '--plan-limits', 'off'];
  const target = await startTarget(
    [...flags, '--admin-token', issued.token, '--log', 'requests', '--check-replies'],
    log.hear,
  );
  const generator = startHelper<Job, Outcome>('generator');
  const other = startHelper<Watch, Fared>('other');
  try {
    const own: Slow[] = [];
    const plane = planeOf(target, control.prefix, issued.token, (attack, begun, milliseconds) => {
      if (milliseconds > 50) own.push({ attack, begun, milliseconds, at: undefined });
    });
    const worlds = await openWorlds(plane, contract, issued);
    secrets = secretsOf(worlds.keys);
    const { host, port, pid } = target;
    other.tell({ address: { host, port }, pid, ...otherRequest(contract, control, worlds.other.key) });
    const fared = other.outcome();
    const { tallies, findings, slowest } = await fight({
      options,
      contract,
      target,
      plane,
      worlds,
      generator,
      progress,
    });
    other.tell('stop');
    const others = await fared;
    const bound = target.isAlive() ? await boundOf(plane) : undefined;
    const peak = peakOf(pid);
    const ending = await end(target);
    const whole = judgeWhole({
      log,
      peak,
      bound,
      others,
      stall: options.stall,
      ending,
      slowest,
      again: againAll(options),
    });
    return {
      seed: options.seed,
      seconds: (performance.now() - began) / 1000,
      tallies,
      findings: [...findings, ...whole],
      memory: { peak, bound },
      others,
      ending: ending.milliseconds,
      logLines: log.lines,
    };
  } finally {
    generator.end();
    other.end();
    target.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function end(target: Target): Promise<Ending> {
  const begun = performance.now();
  target.child.kill('SIGTERM');
  const late = setTimeout(() => target.child.kill('SIGKILL'), 10_000);
  const how = await target.ended;
  clearTimeout(late);
  return { ...how, milliseconds: performance.now() - begun };
}
