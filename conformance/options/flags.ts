import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { Contract } from '../../openapi/contract';
import type { RunOptions } from '../engine/options';
import { baseUrl, type Example, example, formats, header, ids, list, outcomes, rate, whole } from './flag-values';

export interface Flags {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly plan?: string;
  readonly exclusiveKey?: true;
  readonly limitKey?: string;
  readonly limitPlan?: string;
  readonly waitForReset?: true;
  readonly maxRequests: number;
  readonly maxTime: number;
  readonly examplesPerCheck: number;
  readonly seed: number;
  readonly checks: readonly string[];
  readonly excludeChecks: readonly string[];
  readonly operations: readonly string[];
  readonly excludeDeprecated?: true;
  readonly strict?: true;
  readonly failOn: readonly ('warning' | 'inconclusive')[];
  readonly maxFailures?: number;
  readonly requestTimeout: number;
  readonly rate?: number;
  readonly insecure?: true;
  readonly ca?: string;
  readonly proxy?: string;
  readonly header: Readonly<Record<string, string>>;
  readonly example: readonly Example[];
  readonly document?: string;
  readonly dryRun?: true;
  readonly listChecks?: true;
  readonly report: readonly ('json' | 'junit')[];
  readonly reportDir?: string;
  readonly quiet?: true;
}

/** A mistake of the user, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXAMPLES = `
Examples:
  $ animal-store-conformance --base-url https://staging.example/v1
  $ animal-store-conformance --base-url http://127.0.0.1:4010/v1 --api-key KEY --plan NAME
  $ animal-store-conformance --base-url URL --limit-key "$SPARE_KEY"        try the limits too, with a key to spend
  $ animal-store-conformance --base-url URL --max-requests 60               what a minute of the smallest plan allows
  $ animal-store-conformance --base-url URL --report json,junit --report-dir out

The key may come from the variable ANIMAL_STORE_API_KEY. Ends with 0 where no violation was found, with 1 where one was,
with 2 where nothing could be judged.`;

export function commandLine(): Command {
  return new Command('animal-store-conformance')
    .description('Judges a server by its OpenAPI document.')
    .version(
      (JSON.parse(readFileSync(require.resolve('#package.json'), 'utf8')) as { version: string }).version,
      '--version',
      'print the version',
    )
    .helpOption('--help', 'print this')
    .option('--base-url <url>', 'the server, with the prefix of its paths', baseUrl)
    .addOption(new Option('--api-key <key>', 'API key').env('ANIMAL_STORE_API_KEY'))
    .option('--plan <name>', 'the plan of the key: then its figures are judged')
    .option('--exclusive-key', 'nobody else uses the key meanwhile: then each request is counted')
    .addOption(new Option('--limit-key <key>', 'a key whose allowance may be used up').env('ANIMAL_STORE_LIMIT_KEY'))
    .option('--limit-plan <name>', 'the plan of that key')
    .option('--wait-for-reset', 'wait for its window to end, and see that it is served again')
    .option('--max-requests <number>', 'requests at the most', whole(1, 1e6), 600)
    .option('--max-time <seconds>', 'seconds at the most', whole(1, 86_400), 600)
    .option('--examples-per-check <number>', 'random examples for each check that draws some', whole(0, 10_000), 20)
    .option('--seed <number>', 'what decides the random examples', whole(0, 2 ** 31 - 1), 1)
    .addOption(
      new Option('--checks <ids>', 'these checks alone: ids or prefixes, by commas').argParser(ids).default([], 'all'),
    )
    .addOption(new Option('--exclude-checks <ids>', 'all but these checks').argParser(ids).default([], 'none'))
    .addOption(new Option('--operations <ids>', 'these operations alone, by commas').argParser(list).default([], 'all'))
    .option('--exclude-deprecated', 'leave deprecated operations out')
    .option('--strict', 'warnings count as violations')
    .addOption(
      new Option('--fail-on <outcomes>', 'warning, inconclusive: what else counts as a violation')
        .argParser(outcomes)
        .default([], 'none'),
    )
    .option('--max-failures <number>', 'stop after so many violations', whole(1, 1e6))
    .option('--request-timeout <seconds>', 'seconds that a reply may take', whole(1, 600), 10)
    .option('--rate <number/m>', 'requests a minute at the most', rate)
    .option('--insecure', 'accept any certificate')
    .option('--ca <file>', 'certificates to trust, PEM')
    .option('--proxy <url>', 'HTTP proxy', baseUrl)
    .addOption(
      new Option('-H, --header <line>', "'Name: value' for every request; may come several times")
        .argParser(header)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--example <assignment>', 'a value known to be good: operation.field=value; may come several times')
        .argParser(example)
        .default([], 'none'),
    )
    .option('--document <file>', 'OpenAPI document: file, URL, or - for standard input; the shipped one without it')
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .option('--list-checks', 'tell the checks')
    .addOption(
      new Option('--report <formats>', 'json, junit: files to write; with --report-dir alone both')
        .argParser(formats)
        .default([], 'none'),
    )
    .option('--report-dir <folder>', 'where to write them: this folder without it')
    .option('--quiet', 'the summary alone')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

/** @throws UsageError for values that the contract does not have */
export function toRunOptions(flags: Flags, contract: Contract): RunOptions {
  const { baseUrl: url } = flags;
  if (url === undefined)
    throw new UsageError('--base-url is missing: name the server, such as http://127.0.0.1:4010/v1');
  for (const name of [flags.plan, flags.limitPlan])
    expectOne(
      'plan',
      name,
      contract.plans.map((plan) => plan.name),
    );
  for (const id of flags.operations)
    expectOne(
      'operation',
      id,
      contract.operations.map((operation) => operation.id),
    );
  for (const { operation } of flags.example)
    expectOne(
      'operation',
      operation,
      contract.operations.map(({ id }) => id),
    );
  return {
    target: {
      baseUrl: url,
      plan: flags.plan,
      limitPlan: flags.limitPlan,
      exclusive: flags.exclusiveKey === true,
    },
    keys: { main: flags.apiKey, limit: flags.limitKey },
    maxRequests: flags.maxRequests,
    maxTimeMs: flags.maxTime * 1000,
    examples: flags.examplesPerCheck,
    seed: flags.seed,
    checks: flags.checks,
    excludedChecks: flags.excludeChecks,
    operations: flags.operations,
    excludeDeprecated: flags.excludeDeprecated === true,
    waitForReset: flags.waitForReset === true,
    maxFailures: flags.maxFailures ?? Number.POSITIVE_INFINITY,
    ratePerMinute: flags.rate,
    headers: flags.header,
    transport: {
      timeoutMs: flags.requestTimeout * 1000,
      insecure: flags.insecure === true,
      ca: flags.ca,
      proxy: flags.proxy,
    },
    examplesGiven: groupExamples(flags.example),
  };
}

function expectOne(what: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.some((one) => one.toLowerCase() === name.toLowerCase())) return;
  throw new UsageError(`the contract has no ${what} "${name}"; it has ${known.join(', ')}`);
}

function groupExamples(given: readonly Example[]): ReadonlyMap<string, readonly unknown[]> {
  const byProperty = new Map<string, unknown[]>();
  for (const { property, value } of given) byProperty.set(property, [...(byProperty.get(property) ?? []), value]);
  return byProperty;
}
