import { allSchemes, type Contract, type Operation, type Requirement } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import type { Keys } from '../exchange/keys';
import { credentialVariable } from '../exchange/near-misses';
import { contractWith } from '../exchange/removal';
import type { Options } from './options';

type Given = Pick<Options, 'apiKey' | 'apiKeyCommand' | 'credential'>;

/**
 * The credentials by the names of their security schemes: those of flags and configuration, else those of variables.
 *
 * @throws UsageError where the contract has no such scheme
 */
export function credentialsByScheme(
  { credential }: Pick<Given, 'credential'>,
  contract: Contract,
): NonNullable<Keys['named']> {
  const names = allSchemes(contract.operations).map(({ name }) => name);
  const unknown = Object.keys(credential).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--credential: no operation of the contract asks for the security scheme "${unknown}"; ${names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`}`,
    );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = credential[name] ?? process.env[credentialVariable(name)] ?? '';
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
