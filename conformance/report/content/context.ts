import { type Contract, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { shellWord } from '../../../openapi/program/printable';
import type { SetAside } from '../../baseline/baseline';
import { placeText } from '../../exchange/keys/credential-place';
import { type WrittenKeys, writtenKeys } from '../../exchange/keys/keys';
import { headerVariable, LIMIT_KEY_VARIABLE, OF_SECRETS, READER_KEY_VARIABLE } from '../../exchange/keys/near-misses';
import { leftOutBy } from '../../judge/choice';
import type { RunOptions } from '../../run/plan/options';
import { REACH } from '../../run/plan/reach';
import { silencesRule } from '../../unspecified/changed';
import type { Finding, RunResult, RunVerdict } from '../../verdict/result';

/** A format of reports: it renders what was found, and decides nothing. */
export type Report = WrittenReport | PublishedReport;

/** The variables of the environment, by which a CI server says where it runs a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One that is a file of its own. */
interface WrittenReport {
  /** As `--report` names it. */
  readonly id: string;
  /** Who reads it, as the papers say it. */
  readonly use: string;
  /** The name of its file. */
  readonly file: string;
  /** In pieces where it may be longer than a text can be. */
  readonly render: (context: ReportContext, environment: Environment) => string | Iterable<string>;
}

/** One that a CI server reads where it looks for such things. */
interface PublishedReport {
  readonly id: string;
  readonly use: string;
  readonly publish: (context: ReportContext, environment: Environment) => Publication;
}

/** What a report adds to what is there without it. */
export interface Publication {
  /** Printed on standard output, before the report for people and behind it. */
  readonly before: string;
  readonly after: string;
  /** Written at the end of files. */
  readonly appended: readonly { readonly path: string; readonly text: string }[];
}

/** What a report is made from, of the suite's own exchanges and of recorded ones. */
export interface ReportContext {
  readonly contract: Contract;
  readonly server: ReportedServer;
  /** Of its findings those that count: the others are in `setAside`. */
  readonly result: RunResult;
  /** What a baseline knows; undefined where none was given. */
  readonly setAside?: SetAside;
  readonly verdict: RunVerdict;
  /** Why it fails besides its violations, a sentence each. */
  readonly failedBy?: readonly string[];
  readonly tool: { readonly name: string; readonly version: string };
  /** Puts variables in place of secrets. */
  readonly redact: (text: string) => string;
  /** What decided the random examples; undefined where the suite sent none. */
  readonly seed: number | undefined;
  /** What else decided what was sent; undefined where the suite sent none. */
  readonly settings?: RunSettings;
  /** What flags or a configuration file left out, in phrases. */
  readonly leftOut?: readonly string[];
  /** The command that judges a finding's check again; undefined where the suite did not send its exchanges. */
  readonly replay: ((finding: Finding, redact: (text: string) => string) => string) | undefined;
  /** Lines about what was judged, which a report shows as they are. */
  readonly notes?: readonly string[] | undefined;
}

/** What a run is repeated with, besides its seed. */
export interface RunSettings {
  readonly plan?: string | undefined;
  readonly limitPlan?: string | undefined;
  readonly exclusiveKey: boolean;
  readonly examplesPerCheck: number;
  readonly parallel: number;
  /** Where the user has had the key go, as its flag says it. */
  readonly credentialIn?: string;
  /** The values that the user has named, as `--example` and `--examples` take them. */
  readonly example?: readonly string[];
  readonly examples?: string;
  /** Ids of operations that were called although they may end or cripple the server. */
  readonly include?: readonly string[];
}

/** The server that was judged, as a curl line names it. */
interface ReportedServer {
  readonly baseUrl: string;
  /** How its variables stand for the keys, where the suite sent some. */
  readonly keys?: WrittenKeys;
  /** Whether any certificate was accepted. */
  readonly insecure: boolean;
}

/** What a report says of a run of the suite's own. */
export const ofRun = (
  contract: Contract,
  options: RunOptions,
): Pick<ReportContext, 'contract' | 'server' | 'seed' | 'settings' | 'leftOut' | 'replay'> => ({
  contract,
  server: {
    baseUrl: options.target.baseUrl,
    keys: writtenKeys(options.keys, options.headers),
    insecure: options.transport.insecure,
  },
  seed: options.seed,
  settings: {
    plan: options.target.plan,
    limitPlan: options.target.limitPlan,
    exclusiveKey: options.target.exclusive,
    examplesPerCheck: options.examples,
    parallel: options.parallel,
    ...(options.credentialIn === undefined ? {} : { credentialIn: placeText(options.credentialIn) }),
    ...namedOf(options),
  },
  leftOut: leftOutBy(options, contract.operations),
  replay: (finding, redact) => replayOf(contract, options, finding, redact),
});

/** A check, and those that sent the exchanges that show a finding of it: they have to run again too, each on its own operations. */
export const checksBehind = (check: string, exchanges: readonly { readonly sentBy: string }[]): readonly string[] => [
  ...new Set([check, ...exchanges.map(({ sentBy }) => sentBy).filter((id) => id !== 'probe' && id !== REACH.id)]),
];

/** What the user has named, as the flags that name it have it. */
function namedOf({ named, included = [] }: RunOptions): Pick<RunSettings, 'example' | 'examples' | 'include'> {
  const { example = [], examples } = named ?? {};
  return {
    ...(example.length === 0 ? {} : { example }),
    ...(examples === undefined ? {} : { examples }),
    ...(included.length === 0 ? {} : { include: included }),
  };
}

/** The command that runs one check again, with the user's other flags. */
function replayOf(
  contract: Contract,
  options: RunOptions,
  { check, operation, exchanges }: Finding,
  redact: (text: string) => string,
): string {
  const { example = [], examples, include = [] } = namedOf(options);
  const { target, keys, headers, seed, transport } = options;
  const checks = checksBehind(check, exchanges);
  return [
    // Found where the package is a dependency, too.
    `npx animal-store-conformance --base-url ${shellWord(target.baseUrl)}`,
    // Without a choice of checks a run tries for first successes, of whatever document.
    ...(exchanges.some(({ sentBy }) => sentBy === REACH.id) ? [] : [`--checks ${checks.join()}`]),
    ...(checks.length === 1 ? [`--operations ${shellWord(operation)}`] : []),
    `--seed ${seed}`,
    ...(contract.source.name === SHIPPED_DOCUMENT ? [] : [`--document ${shellWord(contract.source.name)}`]),
    ...(target.plan === undefined ? [] : [`--plan ${shellWord(target.plan)}`]),
    ...(target.exclusive ? ['--exclusive-key'] : []),
    ...(keys.limit === undefined ? [] : [`--limit-key "$${LIMIT_KEY_VARIABLE}"`]),
    ...(keys.reader === undefined ? [] : [`--read-only-key "${readerWord(keys.reader.scheme)}"`]),
    ...(target.limitPlan === undefined ? [] : [`--limit-plan ${shellWord(target.limitPlan)}`]),
    ...(exchanges.some(({ together }) => together !== undefined) ? [`--parallel ${options.parallel}`] : []),
    ...(check === silencesRule.id && options.before !== undefined
      ? [`--choices ${shellWord(options.before.file)}`]
      : []),
    ...(options.credentialIn === undefined ? [] : [`--credential-in ${shellWord(placeText(options.credentialIn))}`]),
    ...example.map((assignment) => `--example ${wordOf(redact(assignment))}`),
    ...(examples === undefined ? [] : [`--examples ${shellWord(examples)}`]),
    ...(include.length === 0 ? [] : [`--include ${shellWord(include.join())}`]),
    ...(options.waitForReset ? ['--wait-for-reset'] : []),
    ...(transport.insecure ? ['--insecure'] : []),
    ...Object.keys(headers).map((name) => `-H "${name}: $${headerVariable(name)}"`),
  ].join(' ');
}

const readerWord = (scheme: string | undefined): string =>
  `${scheme === undefined ? '' : `${scheme}=`}$${READER_KEY_VARIABLE}`;

/** A text as a word of a shell, which puts in the secrets for whose variables it has names. */
const wordOf = (shown: string): string =>
  shown
    .split(OF_SECRETS)
    .map((piece, index) => (index % 2 === 1 ? `"${piece}"` : piece === '' ? '' : shellWord(piece)))
    .join('');
