/** Where the credentials of a run go: as the document says, or where it says nothing as the user does. */
import {
  allSchemes,
  type Contract,
  type Operation,
  type Requirement,
  type SecurityScheme,
  takesCredential,
  withOptionalSecurity,
} from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { shellWord } from '../../openapi/program/printable';
import { placeText } from '../exchange/keys/credential-place';
import { credentialIn, type Keys } from '../exchange/keys/keys';
import { credentialVariable } from '../exchange/keys/near-misses';
import { contractWith } from '../exchange/removal';
import type { Options } from './options';

type Given = Pick<Options, 'apiKey' | 'apiKeyCommand' | 'limitKey' | 'credential' | 'credentialIn' | 'header'>;

/** A contract whose operations say where the credentials of a run go. */
export interface Credentialed {
  readonly contract: Contract;
  /** What a user is to know of it before the first request. */
  readonly notes: readonly string[];
}

/**
 * The contract with a place for the credentials that a run was given. Where the document asks for none they are offered, so that
 * nothing is judged by them. Of requirements those go first for which there are credentials.
 *
 * @throws UsageError where a place was named, and no key
 */
export function withCredentials(given: Given, contract: Contract): Credentialed {
  const { contract: placed, notes } = withPlace(given, contract);
  return { contract: inOrderOfCredentials(given, placed), notes };
}

function withPlace(given: Given, contract: Contract): Credentialed {
  const silent = contract.operations.filter((operation) => !takesCredential(operation));
  const hasKey = [given.apiKey, given.apiKeyCommand, given.limitKey].some((key) => key !== undefined);
  if (given.credentialIn !== undefined) {
    if (!hasKey)
      throw new UsageError(
        '--credential-in says where the key goes, but none was given. Give it with --api-key, --api-key-command or the variable ANIMAL_STORE_API_KEY',
      );
    return {
      contract: offering(contract, [definedAt(given.credentialIn, contract)]),
      notes: countNotes(silent, contract),
    };
  }
  if (silent.length < contract.operations.length || silent.length === 0) return { contract, notes: [] };
  const named = contract.securitySchemes.filter(
    (scheme) => (given.credential[scheme.name] ?? process.env[credentialVariable(scheme.name)] ?? '') !== '',
  );
  if (named.length > 0) return { contract: offering(contract, named), notes: [offeredNote(named)] };
  const places = [...new Map(contract.securitySchemes.map((scheme) => [placeText(scheme), scheme])).values()];
  const [only, ...others] = places;
  if (!hasKey || only === undefined || others.length > 0)
    return { contract, notes: hasKey ? [unsentNote(places)] : [] };
  return { contract: offering(contract, [only]), notes: [offeredNote([only])] };
}

/** The contract in which operations that name no credential are sent these. */
const offering = (contract: Contract, requirement: Requirement): Contract =>
  contractWith(contract, (operation) =>
    takesCredential(operation) ? operation : withOptionalSecurity(operation, requirement),
  );

/** The scheme that the document defines for such a place, so that its name counts; else the user's own. */
const definedAt = (scheme: SecurityScheme, { securitySchemes }: Contract): SecurityScheme =>
  securitySchemes.find((one) => placeText(one) === placeText(scheme)) ?? scheme;

/** For how many operations the place counts, where it does not for all. */
function countNotes(silent: readonly Operation[], { operations }: Contract): readonly string[] {
  if (silent.length === operations.length) return [];
  return [
    silent.length === 0
      ? '--credential-in counts for nothing: the document names a security scheme for each operation, and the key goes there.'
      : `--credential-in counts for ${silent.length} of ${operations.length} operations: for the others the document names a security scheme, and the key goes there.`,
  ];
}

const offeredNote = (schemes: readonly SecurityScheme[]): string =>
  `The document defines ${schemes.map(({ name }) => name).join(' and ')} and requires it nowhere; the key is sent there with every request: ${schemes.map(placeText).join(', ')}.`;

function unsentNote(places: readonly SecurityScheme[]): string {
  const silence = 'The API key is not sent: the document asks for no credential';
  if (places.length === 0)
    return `${silence}, and names no place for one. To send it, give --credential-in header:Authorization:Bearer (or ${OTHER_PLACES}).`;
  const each = places.map((scheme) => `--credential-in ${shellWord(placeText(scheme))} (${scheme.name})`);
  return `${silence}. To send it where one of the schemes has it that it defines, give ${each.join(' or ')}.`;
}

const OTHER_PLACES = 'header:NAME, basic, query:NAME, cookie:NAME';

/**
 * The credentials by the names of their security schemes: those of flags and configuration, those that a header of the user holds,
 * else those of variables.
 */
export function credentialsByScheme(
  { credential, header }: Pick<Given, 'credential' | 'header'>,
  contract: Contract,
): NonNullable<Keys['named']> {
  const schemes = allSchemes(contract.operations);
  const names = schemes.map(({ name }) => name);
  const unknown = Object.keys(credential).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length > 0 ? names : contract.securitySchemes.map(({ name }) => name);
    throw new UsageError(
      `--credential: no operation of the contract asks for the security scheme "${unknown}"; it has ${known.join(', ') || 'none'}`,
    );
  }
  return Object.fromEntries(
    schemes.flatMap((scheme) => {
      const { name } = scheme;
      const value = credential[name] ?? credentialIn(header, scheme) ?? process.env[credentialVariable(name)] ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** The contract, of whose requirements those go first for which there are credentials. Itself where none is named. */
function inOrderOfCredentials(given: Given, contract: Contract): Contract {
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
