import { allSchemes, type Contract } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import { findFile } from '../config/file';
import type { Keys } from '../exchange/keys/keys';
import { KEY_VARIABLE } from '../exchange/keys/near-misses';
import { contractWithout } from '../exchange/removal';
import { hasMany } from '../exchange/subject';
import type { Choice } from '../judge/choice';
import { canClean } from '../run/plan/cleaning';
import type { RunOptions } from '../run/plan/options';
import { type Credentialed, credentialsByScheme, withCredentials } from './credentials';
import { assignmentOf, examplesIn, readExamples, withBodies } from './examples';
import type { Example } from './flag-kinds';
import type { Options } from './options';

/** @throws UsageError for what only the contract can tell to be wrong */
export function toRunOptions(options: Options, contract: Contract): RunOptions {
  const { baseUrl } = options;
  if (baseUrl === undefined)
    throw new UsageError('--base-url is missing: name the server, such as http://127.0.0.1:4010/v1');
  refuseTwoKeys(options);
  if (options.clean && !canClean(contract))
    throw new UsageError(
      '--clean: the contract has no operation that deletes what another one creates. Leave it out, or name a command that does it with --after',
    );
  const plans = contract.plans.map(({ name }) => name);
  for (const name of [options.plan, options.limitPlan]) expectPlan(name, plans);
  expectOperations(options, contract);
  const { examplesGiven, given } = readExamples(examplesOf(options), contract);
  return {
    target: {
      baseUrl,
      plan: options.plan,
      limitPlan: options.limitPlan,
      exclusive: options.exclusiveKey,
      credentials: secretKeysOf(options, contract),
    },
    keys: {
      main: options.apiKey,
      limit: options.limitKey,
      reader: readerOf(options, contract),
      named: credentialsByScheme(options, contract),
    },
    maxRequests: options.maxRequests ?? budgetOf(contract, options),
    maxTimeMs: options.maxTime * 1000,
    examples: options.examplesPerCheck ?? (hasMany(contract) ? EXAMPLES_OF_MANY : EXAMPLES),
    seed: options.seed,
    ...choiceOf(options),
    included: options.include,
    waitForReset: options.waitForReset,
    clean: options.clean,
    maxFailures: options.maxFailures ?? Number.POSITIVE_INFINITY,
    ratePerMinute: options.rate,
    parallel: options.parallel,
    headers: options.header,
    credentialIn: options.credentialIn,
    transport: {
      timeoutMs: options.requestTimeout * 1000,
      insecure: options.insecure,
      ca: options.ca,
      proxy: options.proxy,
    },
    examplesGiven,
    given,
    named: { example: singleExamplesOf(options).map(assignmentOf), examples: options.examples },
  };
}

/**
 * The key that may only read: where it begins with the name of a scheme and `=`, that of this scheme; else of the first one that the
 * document defines and asks for, whichever credentials were given.
 */
function readerOf({ readOnlyKey }: Options, { operations, securitySchemes }: Contract): Keys['reader'] {
  if (readOnlyKey === undefined) return undefined;
  const asked = allSchemes(operations).map(({ name }) => name);
  const scheme = asked.find((name) => readOnlyKey.startsWith(`${name}=`));
  if (scheme !== undefined) return { value: readOnlyKey.slice(scheme.length + 1), scheme };
  const first = securitySchemes.find(({ name }) => asked.includes(name))?.name;
  return { value: readOnlyKey, scheme: first === asked[0] ? undefined : first };
}

/** What of the credentials is secret: of HTTP Basic's pair the user's name is not. */
const secretKeysOf = (options: Options, contract: Contract): readonly string[] =>
  [
    options.apiKey,
    options.limitKey,
    readerOf(options, contract)?.value,
    ...Object.values(credentialsByScheme(options, contract)),
  ].flatMap((key) => (key === undefined ? [] : [key.slice(key.indexOf(':') + 1)]));

/** Random examples for each check. Where operations are many, few of each have a part of the budget left. */
const EXAMPLES = 20;
const EXAMPLES_OF_MANY = 5;

/** Enough for the most telling cases of every operation that is judged, and for those of a small contract thoroughly. */
export function budgetOf(
  { operations }: Contract,
  { operations: chosen, perOperation, learn, choices }: Options,
): number {
  const judged = operations.filter(
    ({ id }) => (chosen.length === 0 || chosen.includes(id)) && perOperation[id]?.skip !== true,
  );
  const isLearning = learn !== undefined || choices !== undefined;
  const thorough = Math.min(judged.length * THOROUGH_BUDGET_OF_AN_OPERATION, MOST_THOROUGH_BUDGET);
  return (
    Math.max(LEAST_BUDGET, thorough, judged.length * BUDGET_OF_AN_OPERATION) + (isLearning ? BUDGET_OF_LEARNING : 0)
  );
}

export const LEAST_BUDGET = 600;
/** What shows most of what a contract says of orders, states, keys and conditions, for as many operations as companies mostly have. */
const THOROUGH_BUDGET_OF_AN_OPERATION = 70;
const MOST_THOROUGH_BUDGET = 3500;
const BUDGET_OF_AN_OPERATION = 20;
/** What `conformance/checks/unspecified.ts` sends at the most. */
const BUDGET_OF_LEARNING = 60;

/** A command goes before the variable, as a flag does. */
function refuseTwoKeys({ apiKey, apiKeyCommand, apiKeyTtl }: Options): void {
  if (apiKeyCommand === undefined && apiKeyTtl !== undefined)
    throw new UsageError('--api-key-ttl needs --api-key-command, which it runs again. Give both, or neither');
  if (apiKeyCommand === undefined || apiKey === undefined || apiKey === process.env[KEY_VARIABLE]) return;
  throw new UsageError('--api-key and --api-key-command exclude each other. Leave one of them out');
}

type ChoiceFlags = Pick<Options, 'checks' | 'excludeChecks' | 'operations' | 'excludeDeprecated' | 'perOperation'>;

/** Which rules judge which operations. */
export function choiceOf({ checks, excludeChecks, operations, excludeDeprecated, perOperation }: ChoiceFlags): Choice {
  const single = Object.entries(perOperation).map(([id, own]) => {
    const { checks: ownChecks = [], excludeChecks: excluded = [], skip = false } = own;
    return [id, { checks: ownChecks, excludedChecks: excluded, isLeftOut: skip }] as const;
  });
  return { checks, excludedChecks: excludeChecks, operations, excludeDeprecated, perOperation: new Map(single) };
}

type ExampleFlags = Pick<Options, 'example' | 'examples'> & Partial<Pick<Options, 'perOperation'>>;

/** The values that the user has named, those of flags first. */
const examplesOf = (flags: ExampleFlags): readonly Example[] => [
  ...singleExamplesOf(flags),
  ...(flags.examples === undefined ? [] : examplesIn(flags.examples)),
];

function singleExamplesOf({ example, perOperation = {} }: ExampleFlags): readonly Example[] {
  const single = Object.entries(perOperation).flatMap(([operation, { example: own = [] }]) =>
    own.map((one) => ({ operation, ...one })),
  );
  return [...example, ...single];
}

/**
 * The contract with what the user has told of it: where credentials go, and bodies that the server accepts.
 *
 * @throws UsageError
 */
export function completed(
  options: ExampleFlags & Parameters<typeof withCredentials>[0],
  contract: Contract,
): Credentialed {
  const { contract: credentialed, notes } = withCredentials(options, contract);
  return { contract: withBodies(credentialed, readExamples(examplesOf(options), credentialed)), notes };
}

/** The contract without what is to be left out: that is neither sent nor judged. */
export const contractFor = ({ perOperation }: Options, contract: Contract): Contract =>
  contractWithout(contract, ({ id }) => perOperation[id]?.skip === true);

/** @throws UsageError where the contract has none of such a name */
export function expectOperations(
  {
    operations,
    include = [],
    perOperation,
    config,
  }: Pick<Options, 'operations' | 'perOperation' | 'config'> & Partial<Pick<Options, 'include'>>,
  contract: Contract,
): void {
  const known = contract.operations.map(({ id }) => id);
  const missing = [...operations, ...include].find((id) => !known.includes(id));
  if (missing !== undefined)
    throw new UsageError(`the contract has no operation "${missing}"; ${meantText(missing, known)}`);
  const unknown = Object.keys(perOperation).find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `${findFile(config)}, perOperation: the contract has no operation "${unknown}"; ${meantText(unknown, known)}`,
    );
}

function expectPlan(name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.some((one) => one.toLowerCase() === name.toLowerCase())) return;
  throw new UsageError(`the contract has no plan "${name}"; it has ${known.join(', ')}`);
}
