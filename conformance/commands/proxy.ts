import { readFileSync } from 'node:fs';
import type { Contract } from '../../openapi/contract';
import type { Program } from '../../openapi/program/command';
import { UsageError } from '../../openapi/program/failure';
import { printable } from '../../openapi/program/printable';
import { onInterruption } from '../../openapi/program/process';
import type { Exchange } from '../exchange/exchange';
import { PROGRAM, PROXY_OPTIONS, type ProxyFlags, readArguments } from '../options/flags';
import { createJudging, type Judging, type JudgingOptions, tally } from '../proxy/judging';
import { openRelay, remedyFor } from '../proxy/open-relay';
import { originOf, type RelayOptions } from '../proxy/relay';
import { refuseUnwritable } from '../report';
import { redactor } from '../report/content/redact';
import { cut } from '../report/content/wording';
import { arrives } from '../rules/oracles/reply';
import type { BrokenRule } from '../verdict/verdict';
import { type Command, readContract } from './command';
import { conclude, ofTraffic, openGate, reportIdsOf } from './conclude';
import { learningOf } from './learning';

const NAME = `${PROGRAM.name} proxy`;

const PROXY: Program = {
  name: NAME,
  description: 'Forwards requests to a server, and judges its replies by the OpenAPI document.',
  epilogue: `
Examples:
  $ ${NAME} --target http://127.0.0.1:3000/v1                      point clients at http://127.0.0.1:4011/v1
  $ ${NAME} --target https://staging.example/v1 --report html      write an HTML report when it stops

Ctrl+C or SIGTERM stops it and writes the reports.

Exit code: 0 no violation; 1 violations; 2 nothing could be judged.`,
};

/** What waits for others that are in flight is judged after this at the latest. */
const PATIENCE_MS = 250;

export const proxy: Command = {
  name: 'proxy',
  summary: 'forward requests to a server, and judge its replies',
  async execute(args) {
    const { options: flags } = readArguments(PROXY, PROXY_OPTIONS, args);
    const { target } = flags;
    if (target === undefined)
      throw new UsageError('--target is missing: name the server behind the proxy, such as http://127.0.0.1:3000/v1');
    const relay = relayOptionsOf(target, flags);
    const contract = await readContract(flags);
    refuseUnwritable(reportIdsOf(flags), flags.reportDir ?? '.');
    const learning = await learningOf(flags);
    const gate = await openGate(flags, false, contract);
    const interruption = onInterruption();
    const stopped = new Promise((resolve) => interruption.signal.addEventListener('abort', resolve, { once: true }));
    const judged = { baseUrl: target, isAlone: flags.complete, ...learning };
    const judging = await pass(contract, judged, relay, flags, stopped);
    const result = judging.result();
    return conclude(
      {
        ...ofTraffic(contract, { baseUrl: target, insecure: flags.insecure }, judging.secrets()),
        notes: tally(judging.unjudged(), result),
        result,
      },
      flags,
      gate,
    );
  },
};

/** Passes traffic on and judges it until it is stopped. */
async function pass(
  contract: Contract,
  judged: JudgingOptions,
  options: RelayOptions,
  { quiet }: ProxyFlags,
  stopped: Promise<unknown>,
): Promise<Judging> {
  const show = (line: string): void => {
    if (!quiet) process.stdout.write(`${line}\n`);
  };
  const live = createLive((text) => redactor({ main: undefined, limit: undefined }, judging.secrets())(text), show);
  const { baseUrl: target } = judged;
  const judging: Judging = createJudging(contract, judged, live, (held, broken) => relay.answer(held, namesOf(broken)));
  let wasReached = true;
  const relay = await openRelay(options, (batch) => {
    judging.take(batch);
    relay.acknowledge(batch.observed.length);
    if (batch.unreachable !== undefined && wasReached)
      console.error(
        printable(
          `${target} can't be reached (${batch.unreachable}): the proxy answers with 502 itself, and judges nothing of it${remedyFor(batch.unreachable, options.origin.tls !== undefined)}.`,
        ),
      );
    if (batch.unreachable !== undefined || batch.observed.length > 0) wasReached = batch.unreachable === undefined;
  });
  const { pathname } = new URL(target);
  const place = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${relay.port}`;
  show(
    printable(`${contract.title} ${contract.version} at ${target}, judged at ${place}${pathname.replace(/\/$/, '')}`),
  );
  show('Stop with Ctrl+C.');
  const timer = setInterval(judging.flush, PATIENCE_MS);
  await stopped;
  clearInterval(timer);
  await relay.close();
  return judging;
}

function relayOptionsOf(target: string, { host, port, keepHost, annotate, insecure, ca }: ProxyFlags): RelayOptions {
  const { host: named } = new URL(target);
  const origin = originOf(target, { insecure, ca: ca === undefined ? undefined : readCertificates(ca) });
  if (origin.port === port && (origin.host === host || [origin.host, host].every((one) => LOCAL.test(one))))
    throw new UsageError(
      `--target ${target} is the address on which the proxy itself listens (${host}:${port}); name the server behind it, or another --port`,
    );
  return {
    host,
    port,
    origin,
    hostHeader: keepHost ? undefined : named,
    annotate,
  };
}

/** The addresses of this machine that need no look-up. */
const LOCAL = /^(?:127\..*|localhost|0\.0\.0\.0|::1?)$/i;

/** What `--annotate` puts into the header: check and operation, of several by commas. */
function namesOf(broken: readonly BrokenRule[]): string | undefined {
  const names = [...new Set(broken.map(({ rule, operation }) => `${rule.id} ${encodeURI(operation.id)}`))];
  return names.length === 0 ? undefined : names.join(', ');
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--ca ${file} can't be read: ${reason}`);
  }
}

/** So many kinds of findings are shown as they come. */
const MOST_SHOWN = 1000;

/** Shows each finding once, as it is first seen. */
export type Live = (exchange: Exchange, broken: readonly BrokenRule[]) => void;

/**
 * @param redact puts something else in place of secrets
 * @param show is given a line
 */
function createLive(redact: (text: string) => string, show: (line: string) => void): Live {
  const shown = new Set<string>();
  return (exchange, broken) => {
    for (const one of broken) {
      const { rule, operation, breach } = one;
      const id = JSON.stringify([rule.id, operation.id, breach.key, breach.isExcusable]);
      if (shown.has(id) || shown.size >= MOST_SHOWN) continue;
      shown.add(id);
      show(printable(cut(redact(lineOf(exchange, one)))));
    }
  };
}

function lineOf({ request, response, failure }: Exchange, { rule, operation, breach }: BrokenRule): string {
  // A server that is started anew closes its connections: that is no violation in the end, either.
  const head = breach.isExcusable === true ? 'WARNING' : rule.id === arrives.id ? 'FLAKY' : 'VIOLATION';
  const came = response?.status ?? failure?.message ?? 'nothing';
  const { method, target } = request;
  return `${head} ${rule.id} ${operation.id}: ${breach.actual}; expected ${breach.expected} (${method} ${target} → ${came})`;
}
