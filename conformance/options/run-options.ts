import { allSchemes, type Contract, type Operation, type Requirement } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import { findFile } from '../config/file';
import { credentialIn, type Keys } from '../exchange/keys';
import { credentialVariable, KEY_VARIABLE } from '../exchange/near-misses';
import { contractWith, contractWithout } from '../exchange/removal';
import type { Choice } from '../judge/choice';
import { canClean } from '../run/cleaning';
import type { RunOptions } from '../run/options';
import { readExamples } from './examples';
import type { Example, PerOperation } from './flag-kinds';
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
  return {
    target: {
      baseUrl,
      plan: options.plan,
      limitPlan: options.limitPlan,
      exclusive: options.exclusiveKey,
    },
    keys: { main: options.apiKey, limit: options.limitKey, named: credentialsByScheme(options, contract) },
    maxRequests: options.maxRequests ?? budgetOf(contract, options),
    maxTimeMs: options.maxTime * 1000,
    examples: options.examplesPerCheck,
    seed: options.seed,
    ...choiceOf(options),
    included: options.include,
    waitForReset: options.waitForReset,
    clean: options.clean,
    maxFailures: options.maxFailures ?? Number.POSITIVE_INFINITY,
    ratePerMinute: options.rate,
    parallel: options.parallel,
    headers: options.header,
    transport: {
      timeoutMs: options.requestTimeout * 1000,
      insecure: options.insecure,
      ca: options.ca,
      proxy: options.proxy,
    },
    ...readExamples([...options.example, ...examplesOf(options.perOperation)], contract),
  };
}

/** Enough for the most telling cases of every operation that is judged, and for those of a small contract thoroughly. */
function budgetOf({ operations }: Contract, { operations: chosen, perOperation, learn, choices }: Options): number {
  const judged = operations.filter(
    ({ id }) => (chosen.length === 0 || chosen.includes(id)) && perOperation[id]?.skip !== true,
  );
  const isLearning = learn !== undefined || choices !== undefined;
  return Math.max(LEAST_BUDGET, judged.length * BUDGET_OF_AN_OPERATION) + (isLearning ? BUDGET_OF_LEARNING : 0);
}

export const LEAST_BUDGET = 600;
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

const examplesOf = (perOperation: PerOperation): readonly Example[] =>
  Object.entries(perOperation).flatMap(([operation, { example = [] }]) =>
    example.map((one) => ({ operation, ...one })),
  );

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

type Given = Pick<Options, 'apiKey' | 'apiKeyCommand' | 'credential' | 'header'>;

/**
 * The credentials by the names of their security schemes: those of flags and configuration, those that a header of the user holds,
 * else those of variables.
 */
function credentialsByScheme(
  { credential, header }: Pick<Given, 'credential' | 'header'>,
  contract: Contract,
): NonNullable<Keys['named']> {
  const schemes = allSchemes(contract.operations);
  const names = schemes.map(({ name }) => name);
  const unknown = Object.keys(credential).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--credential: no operation of the contract asks for the security scheme "${unknown}"; ${names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`}`,
    );
  return Object.fromEntries(
    schemes.flatMap((scheme) => {
      const { name } = scheme;
      const value = credential[name] ?? credentialIn(header, scheme) ?? process.env[credentialVariable(name)] ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** The contract, of whose requirements those go first for which there are credentials. Itself where none is named. */
export function inOrderOfCredentials(given: Given, contract: Contract): Contract {
  const named = Object.keys(credentialsByScheme(given, contract));
  if (named.length === 0) return contract;
  const hasMain = given.apiKey !== undefined || given.apiKeyCommand !== undefined;
  const rank = (requirement: Requirement): number => {
    const missing = requirement.filter(({ name }) => !named.includes(name)).length;
    if (missing === 0) return 0;
    return hasMain ? (missing < requirement.length ? 1 : 2) : 3;
  };
  const ordered = (all: readonly Requirement[]): readonly Requirement[] => all.toSorted((a, b) => rank(a) - rank(b));
  return contractWith(
    contract,
    (operation): Operation => ({
      ...operation,
      security: ordered(operation.security),
      optionalSecurity: ordered(operation.optionalSecurity),
    }),
  );
}
