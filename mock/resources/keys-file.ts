import {
  ALLOWANCES,
  type Allowance,
  allSchemes,
  type Contract,
  ContractError,
  pointerTo,
  readAllowances,
  type Schema,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import { nearest } from '../../openapi/program/nearest';
import { canonicalCredential } from '../http/headers';
import { accountOfAddress } from '../world/rules/account';
import type { IssuedKey } from '../world/stores/keys';
import type { Refuse } from './fixtures';

/** What a keys file is: an array of these. */
const KEYS_FILE: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'plan'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1 },
      // RFC 6750 §2.1: what a bearer token may be made of.
      key: { type: 'string', pattern: '^[A-Za-z0-9._~+/-]+=*$' },
      // What is sent by one security scheme alone, by its name; printable, since a header carries it (RFC 9110 §5.5).
      credentials: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'string', pattern: '^[ -~\\u0080-\\uffff]+$' },
      },
      plan: { type: 'string' },
      allowances: ALLOWANCES,
      revoked: { type: 'boolean' },
      scopes: { type: 'array', items: { type: 'string' } },
      readOnly: { type: 'boolean' },
    },
  },
};

interface RawKey {
  readonly name: string;
  readonly key?: string;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly plan: string;
  readonly allowances?: Parameters<typeof readAllowances>[0];
  readonly revoked?: boolean;
  readonly scopes?: readonly string[];
  readonly readOnly?: boolean;
}

/** Every value of every key that a file issues under the plans of a contract; what is wrong with a key goes to `refuse`. */
export function readKeys(file: string, json: unknown, contract: Contract, refuse: Refuse): readonly IssuedKey[] {
  const violation = validatorOf(KEYS_FILE, 'request')(json);
  if (violation !== undefined) {
    // Messages repeat no key's value, nor anything that may contain one.
    const mayBeShown = violation.found === 'nothing' || /^\/\d+\/(?!key$|credentials\/)/.test(violation.pointer);
    const shown = mayBeShown ? violation : { ...violation, found: 'what is there' };
    const problem = `${sentenceOf({ ...shown, pointer: '' }, 'the value')}.`;
    const remedy =
      'A keys file is an array of { "name", "key", "plan" }, with "credentials", "allowances", "revoked", "scopes" or "readOnly" where needed.';
    refuse(new ContractError(file, violation.pointer, problem, remedy));
    return [];
  }
  const taken = new Set<string>();
  return (json as readonly RawKey[]).flatMap((raw, index) => {
    const pointer = pointerTo('', index);
    const fault = taken.has(`name ${raw.name}`)
      ? { at: ['name'], problem: 'another key has this name.', remedy: 'Give each its own.' }
      : faultOfValues(raw, contract, taken);
    const allowances = allowancesOf(raw, contract);
    if (fault !== undefined) {
      refuse(new ContractError(file, pointerTo(pointer, ...fault.at), fault.problem, fault.remedy));
    } else if (raw.name.startsWith(OF_ADDRESSES)) {
      const problem = `a name that begins with "${OF_ADDRESSES}" is that of an address; requests without a key are counted under it.`;
      refuse(new ContractError(file, pointerTo(pointer, 'name'), problem, 'Give the key another name.'));
    } else if (typeof allowances === 'string') {
      const remedy =
        'Name a plan that has figures, or give the key its "allowances": { "minute": 5000, "day": 1000000 }.';
      refuse(new ContractError(file, pointerTo(pointer, 'plan'), allowances, remedy));
    } else {
      const { name, plan, revoked = false, scopes, readOnly } = raw;
      const roles = { ...(scopes && { scopes }), ...(readOnly && { readOnly }) };
      const key = { name, plan, allowances, revoked, ...roles };
      const values = valuesOf(raw, contract);
      taken.add(`name ${raw.name}`);
      for (const { value } of values) taken.add(`key ${value}`);
      return values.map(({ value, schemes }) => ({ value, key, ...(schemes === undefined ? {} : { schemes }) }));
    }
    return [];
  });
}

/** A value, where it stands, and the schemes in which alone it counts. */
interface Value {
  readonly value: string;
  readonly at: readonly string[];
  readonly schemes: readonly string[] | undefined;
}

/** The values of a key, each once: what counts in every scheme, and what in some alone. */
function valuesOf({ key, credentials = {} }: RawKey, { operations }: Contract): readonly Value[] {
  const values = new Map<string, Value>();
  if (key !== undefined) values.set(key, { value: key, at: ['key'], schemes: undefined });
  const schemes = new Map(allSchemes(operations).map((scheme) => [scheme.name, scheme]));
  for (const [name, text] of Object.entries(credentials)) {
    const scheme = schemes.get(name);
    const value = scheme === undefined ? text : canonicalCredential(scheme, text);
    const same = values.get(value);
    if (same === undefined) values.set(value, { value, at: ['credentials', name], schemes: [name] });
    else if (same.schemes !== undefined) values.set(value, { ...same, schemes: [...same.schemes, name] });
  }
  return [...values.values()];
}

interface FaultOfValues {
  readonly at: readonly string[];
  readonly problem: string;
  readonly remedy: string;
}

function faultOfValues(raw: RawKey, contract: Contract, taken: ReadonlySet<string>): FaultOfValues | undefined {
  const known = allSchemes(contract.operations).map(({ name }) => name);
  const unknown = Object.keys(raw.credentials ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const there = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    const problem = `no operation of the contract asks for the security scheme "${unknown}"; ${there}.`;
    return { at: ['credentials', unknown], problem, remedy: 'Name one of those, or leave it out.' };
  }
  const values = valuesOf(raw, contract);
  if (values.length === 0)
    return {
      at: ['key'],
      problem: 'the value is missing.',
      remedy: 'Give the key its "key", or "credentials" by security scheme.',
    };
  const twin = values.find(({ value }) => taken.has(`key ${value}`));
  return twin && { at: twin.at, problem: 'another key has this key.', remedy: 'Give each its own.' };
}

/** How the names of callers without a key begin, whose allowances are listed with those of the keys. */
const OF_ADDRESSES = accountOfAddress('');

/** What a key may use: its own figures, else its plan's; where it has neither, a sentence that says so. */
function allowancesOf(raw: RawKey, { plans }: Contract): readonly Allowance[] | string {
  const own = raw.allowances === undefined ? undefined : readAllowances(raw.allowances);
  // A contract without plans limits no client by them.
  if (plans.length === 0) return own ?? [];
  const plan = plans.find(({ name }) => name === raw.plan);
  const known = plans.map(({ name }) => name).join(', ');
  if (plan === undefined) {
    const meant = nearest(
      raw.plan,
      plans.map(({ name }) => name),
    );
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
    return `the contract has no plan "${raw.plan}"; it has ${known}${hint || '.'}`;
  }
  if (own !== undefined) return own;
  return plan.allowances === 'custom' ? `the plan "${raw.plan}" has no figures of its own.` : plan.allowances;
}
