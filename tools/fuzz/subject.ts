import { sample } from '../../mock/values/sample';
import { createRandom } from '../../mock/world/rules/random';
import {
  type Contract,
  jsonMediaType,
  type Operation,
  type Parameter,
  type Requirement,
  type Resource,
  type SecurityScheme,
  stringifyJson,
} from '../../openapi/contract';

/** What the attacks know of the mock that they go against: its two contracts, and the secrets that must not show. */
export interface Subject {
  readonly contract: Contract;
  /** That of the control plane. */
  readonly control: Contract;
  readonly keys: Keys;
  /** Sessions that an attack may do anything to. */
  readonly prey: readonly { readonly id: string; readonly key: string }[];
}

/** The values of API keys. Each has one of `MARKS` in it, so that a text without them has no key. */
export interface Keys {
  readonly token: string;
  /** By the attack whose requests carry it: a session of its own, without limits. */
  readonly ofAttack: Readonly<Record<string, string>>;
  /** Keys of the default world, which any request may have anywhere. */
  readonly shared: readonly string[];
  /** A key of the default world that bodies alone have in them: a record that has it is read by others. */
  readonly buried: string;
  /** A key of a session whose allowance is soon used up. */
  readonly metered: string;
}

/** What the keys of the default world and the token have in them. */
export const MARK = 'sgk7Q';

/** The header by which a request tells which attempt it is. */
export const TAG = 'X-Siege';

/** Each secret has one of these in it: the mock makes the keys of a session, and begins them with its id. */
export const MARKS = [MARK, 'session-'] as const;

export const secretsOf = ({ token, ofAttack, shared, metered, buried }: Keys): readonly string[] => [
  token,
  ...Object.values(ofAttack),
  ...shared,
  metered,
  buried,
];

/** What carries a key to an operation: a header, a query parameter or a cookie. */
export interface Carried {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: string;
}

/** A key as each credential that is asked for at once. */
export function carriedBy(requirement: Requirement, key: string): Carried {
  const all = requirement.map((scheme) => carriedIn(scheme, key));
  return {
    headers: all.flatMap(({ headers }) => headers),
    query: all
      .map(({ query }) => query)
      .filter((query) => query !== '')
      .join('&'),
  };
}

function carriedIn(scheme: SecurityScheme, key: string): Carried {
  if (scheme.kind === 'bearer') return { headers: [['Authorization', `Bearer ${key}`]], query: '' };
  if (scheme.kind === 'http') return { headers: [['Authorization', `${scheme.scheme} ${key}`]], query: '' };
  if (scheme.kind === 'basic')
    return { headers: [['Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`]], query: '' };
  if (scheme.in === 'header') return { headers: [[scheme.parameter, key]], query: '' };
  if (scheme.in === 'cookie') return { headers: [['Cookie', `${scheme.parameter}=${key}`]], query: '' };
  return { headers: [], query: `${encodeURIComponent(scheme.parameter)}=${encodeURIComponent(key)}` };
}

/** What an operation asks for, else the first that any does. */
export const requirementFor = ({ operations }: Contract, operation?: Operation): Requirement =>
  operation?.security[0] ?? operations.flatMap(({ security }) => security)[0] ?? [];

/** Always the same. */
const source = () => ({ random: createRandom(1), now: 0 });

/** The texts of valid values for a parameter. */
export function validTexts({ schema, examples }: Parameter): readonly string[] {
  const values = [...examples.map(({ value }) => value), ...(schema.enum ?? []), sample(schema, source())];
  return [...new Set(values.map((value) => (typeof value === 'string' ? value : stringifyJson(value))))];
}

/** Valid bodies for an operation: its examples, else a made-up value of its schema. */
export function validBodies({ body }: Operation): readonly unknown[] {
  const media = jsonMediaType(body?.content ?? []);
  if (media === undefined) return [];
  return [...media.examples.map(({ value }) => value), sample(media.schema ?? {}, source())];
}

/** A property of an operation's body that takes any text. */
export function openTextOf(operation: Operation | undefined): string | undefined {
  const media = jsonMediaType(operation?.body?.content ?? []);
  const open = Object.entries(media?.schema?.properties ?? {}).find(
    ([, { type, enum: values, format, pattern, maxLength }]) =>
      type === 'string' && [values, format, pattern, maxLength].every((bound) => bound === undefined),
  );
  return open?.[0];
}

/** Resources whose records can be counted by the name of their collection: those below no parent. */
export const countable = ({ resources }: Contract): readonly Resource[] =>
  resources.filter(({ collectionPath }) => !collectionPath.includes('{'));
