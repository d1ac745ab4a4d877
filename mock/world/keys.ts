import { hash, timingSafeEqual } from 'node:crypto';
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
import type { Refuse } from '../resources/fixtures';
import { ofAddress } from './account-names';
import type { ApiKey, World } from './model';

/** A key's value with what it stands for, as a keys file gives them. */
export interface IssuedKey {
  readonly value: string;
  readonly key: ApiKey;
}

/** Whom a key belongs to. */
export interface KeyHolder {
  readonly world: World;
  readonly key: ApiKey;
}

/** The keys of every world. Of a key's value it keeps a digest alone. */
export interface Keyring {
  add(value: string, holder: KeyHolder): void;
  remove(world: World): void;
  /**
   * The holder of a presented value, revoked or not; it takes the same time however much of a value is right.
   *
   * @param by who presents it, a connection: one that presents the same value again spares the search and the digest,
   * which takes as long as all the rest of a request's authentication
   */
  find(value: string, by: object): KeyHolder | undefined;
  /** Whether a text is the value of a key. */
  has(value: string): boolean;
}

interface Entry {
  readonly digest: Buffer;
  readonly holder: KeyHolder;
}

/** What was found for the last value that somebody presented. */
interface Presented {
  readonly value: string;
  readonly holder: KeyHolder | undefined;
}

export function createKeyring(): Keyring {
  // By the first bytes of the digest, which are known of no key, so that not every key need be compared. What decides
  // is the comparison of the whole, and it takes constant time.
  const entries = new Map<number, Entry[]>();
  /** Where the keys of each world are, so that the end of one costs no more for all the others. */
  const starts = new Map<World, number[]>();
  /** Of every value that there ever was: few. */
  const lengths = new Set<number>();
  /** What was found last; nothing of it is kept after a change, least of all a world that has ended. */
  let presentedBy = new WeakMap<object, Presented>();
  const near = (start: number): Entry[] => entries.get(start) ?? [];
  return {
    add(value, holder) {
      presentedBy = new WeakMap();
      lengths.add(value.length);
      const digest = digestOf(value);
      const start = digest.readUInt32BE();
      entries.set(start, [...near(start), { digest, holder }]);
      const ofWorld = starts.get(holder.world);
      if (ofWorld === undefined) starts.set(holder.world, [start]);
      else ofWorld.push(start);
    },
    remove(world) {
      presentedBy = new WeakMap();
      for (const start of starts.get(world) ?? []) {
        const kept = near(start).filter(({ holder }) => holder.world !== world);
        if (kept.length === 0) entries.delete(start);
        else entries.set(start, kept);
      }
      starts.delete(world);
    },
    has(value) {
      // A digest is dear, and this is asked of every word of a request.
      if (!lengths.has(value.length)) return false;
      const digest = digestOf(value);
      return near(digest.readUInt32BE()).some((entry) => timingSafeEqual(entry.digest, digest));
    },
    find(value, by) {
      const before = presentedBy.get(by);
      if (before?.value === value) return before.holder;
      const presented = digestOf(value);
      const holder = near(presented.readUInt32BE()).find(({ digest }) => timingSafeEqual(digest, presented))?.holder;
      presentedBy.set(by, { value, holder });
      return holder;
    },
  };
}

const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');

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
 * @param refuse told of a key that is not well formed, comes twice, has an address's name, or no plan in the contract
 */
export function readKeys(file: string, json: unknown, contract: Contract, refuse: Refuse): readonly IssuedKey[] {
  const violation = validatorOf(KEYS_FILE, 'request')(json);
  if (violation !== undefined) {
    // The values of keys are not repeated in messages, nor is what may hold one.
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
      const problem = `a name that begins with "${OF_ADDRESSES}" is that of an address, whence requests come without a key.`;
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

/** What the name of whoever has no key begins with: the allowances of all are listed together. */
const OF_ADDRESSES = ofAddress('');

/** What a key may use: its own figures, else its plan's; a sentence where there are neither. */
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
