import {
  ALLOWANCES,
  type Allowance,
  type Contract,
  ContractError,
  pointerTo,
  readAllowances,
  type Schema,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import { accountOfAddress } from '../world/rules/account-names';
import type { ApiKey } from '../world/stores/model';
import type { Refuse } from './refuse';

/** A key with its value, as a keys file gives it. */
export interface IssuedKey {
  readonly value: string;
  readonly key: ApiKey;
}

/** What a keys file is: an array of these. */
const KEYS_FILE: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'key', 'plan'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1 },
      // RFC 6750 §2.1: what a bearer token may be made of.
      key: { type: 'string', pattern: '^[A-Za-z0-9._~+/-]+=*$' },
      plan: { type: 'string' },
      allowances: ALLOWANCES,
      revoked: { type: 'boolean' },
    },
  },
};

interface RawKey {
  readonly name: string;
  readonly key: string;
  readonly plan: string;
  readonly allowances?: Parameters<typeof readAllowances>[0];
  readonly revoked?: boolean;
}

/**
 * The keys that a file's JSON issues under the plans of a contract.
 *
 * @param file what to call the file in an error
 * @param refuse called with each key that is malformed, is there twice, has an address's name, or has no plan in the contract
 */
export function readKeys(file: string, json: unknown, contract: Contract, refuse: Refuse): readonly IssuedKey[] {
  const violation = validatorOf(KEYS_FILE, 'request')(json);
  if (violation !== undefined) {
    // Messages repeat no key's value, nor anything that may contain one.
    const isTold = violation.found === 'nothing' || /^\/\d+\/(?!key$)/.test(violation.pointer);
    const shown = isTold ? violation : { ...violation, found: 'what is there' };
    const problem = `${sentenceOf({ ...shown, pointer: '' }, 'the value')}.`;
    const remedy = 'A keys file is an array of { "name", "key", "plan" }, with "allowances" or "revoked" where needed.';
    refuse(new ContractError(file, violation.pointer, problem, remedy));
    return [];
  }
  const taken = new Set<string>();
  return (json as readonly RawKey[]).flatMap((raw, index) => {
    const pointer = pointerTo('', index);
    const twin = taken.has(`name ${raw.name}`) ? 'name' : taken.has(`key ${raw.key}`) ? 'key' : undefined;
    const allowances = allowancesOf(raw, contract);
    if (twin !== undefined) {
      refuse(new ContractError(file, pointerTo(pointer, twin), `another key has this ${twin}.`, 'Give each its own.'));
    } else if (raw.name.startsWith(OF_ADDRESSES)) {
      const problem = `a name that begins with "${OF_ADDRESSES}" is that of an address; requests without a key are counted under it.`;
      refuse(new ContractError(file, pointerTo(pointer, 'name'), problem, 'Give the key another name.'));
    } else if (typeof allowances === 'string') {
      const remedy =
        'Name a plan that has figures, or give the key its "allowances": { "minute": 5000, "day": 1000000 }.';
      refuse(new ContractError(file, pointerTo(pointer, 'plan'), allowances, remedy));
    } else {
      taken.add(`name ${raw.name}`).add(`key ${raw.key}`);
      return [{ value: raw.key, key: { name: raw.name, plan: raw.plan, allowances, revoked: raw.revoked === true } }];
    }
    return [];
  });
}

/** How the names of callers without a key begin, whose allowances are listed with those of the keys. */
const OF_ADDRESSES = accountOfAddress('');

/** What a key may use: its own figures, else its plan's; where it has neither, a sentence that says so. */
function allowancesOf(raw: RawKey, { plans }: Contract): readonly Allowance[] | string {
  const own = raw.allowances === undefined ? undefined : readAllowances(raw.allowances);
  // A contract without plans limits nobody by them.
  if (plans.length === 0) return own ?? [];
  const plan = plans.find(({ name }) => name === raw.plan);
  const known = plans.map(({ name }) => name).join(', ');
  if (plan === undefined) return `the contract has no plan "${raw.plan}"; it has ${known}.`;
  if (own !== undefined) return own;
  return plan.allowances === 'custom' ? `the plan "${raw.plan}" has no figures of its own.` : plan.allowances;
}
