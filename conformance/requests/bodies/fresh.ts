import type { Contract } from '../../../openapi/contract';
import {
  documents,
  fits,
  isObject,
  jsonIn,
  type MediaType,
  own,
  type Property,
  partAt,
  propertiesOf,
  type Resource,
  saysUnique,
  schemaAt,
  typesOf,
  validatorOf,
  withPart,
  wordsOf,
} from '../../../openapi/contract';
import { freshValue } from '../../arbitraries/fresh';
import { plainValue } from '../../arbitraries/plain';
import type { Exchange, Request } from '../../exchange/exchange';
import { bodyOf, memberedBodyOf, type Subject, takenSteps } from '../../exchange/subject';
import type { Clues } from '../../records/clues/clues';
import { isKeyOf } from '../../records/clues/identity';
import type { JsonRecord, Known } from '../../records/records';
import { isReference } from '../../records/records';
import { isFile } from '../files';
import { hintsOf } from '../hints';
import type { Given } from './given';
import type { Ample, Namable, Unfit } from './unfit';

/** What the values of a request are made of. */
export interface Making {
  readonly contract: Contract;
  readonly known: Known;
  readonly options: { readonly seed: number; readonly given: Given };
  readonly notes: { readonly values: ValueNotes };
}

const KNOWN: Strategy = { base: 'values', fresh: 'none' };
export const TEXTS: Strategy = { base: 'values', fresh: 'texts' };

/** No value of a body is one that a record has. */
export const ALL_FRESH: Strategy = { base: 'values', fresh: 'all' };

/**
 * The strategies to make a body, in the order in which they are tried when a server refuses one: what it has taken before, what the
 * document shows, values that the server has shown, the least body, one with all that may be there, and other branches.
 */
export const STRATEGIES: readonly Strategy[] = [
  { base: 'taken', fresh: 'none' },
  { base: 'taken', fresh: 'names' },
  { base: 'taken', fresh: 'texts' },
  ...[0, 1, 2, 3].map((nth): Strategy => ({ base: 'example', nth, fresh: 'none' })),
  KNOWN,
  TEXTS,
  { base: 'record', fresh: 'texts' },
  { base: 'record', fresh: 'texts and numbers' },
  { base: 'record', fresh: 'all' },
  { base: 'plain', fresh: 'none' },
  { base: 'full', fresh: 'none' },
  ...[1, 2, 3, 4, 5, 6].map((nth): Strategy => ({ base: 'plain', nth, fresh: 'none' })),
];

const placeOf = ({ operation, purpose }: Subject): string => purpose?.resource.collectionPath ?? operation.id;

/** How bodies of an operation are made. Where the contract has a 409, some value may be one that no other record may have. */
export function strategyOf({ values }: Making['notes'], subject: Subject): ChosenStrategy {
  const known = values.strategies.get(placeOf(subject));
  if (known !== undefined) return known;
  const create = subject.purpose?.resource.operations.create ?? subject.operation;
  const isUnique = documents(create, 409);
  return { strategy: isUnique ? TEXTS : KNOWN, isTaken: false, tries: 0 };
}

export function setStrategy({ values }: Making['notes'], subject: Subject, chosen: ChosenStrategy): void {
  values.strategies.set(placeOf(subject), chosen);
}

/** The last good body that an operation has taken. */
export const lastTaken = ({ values }: Making['notes'], { operation }: Subject): JsonRecord | undefined =>
  values.taken.get(operation.id);

/** A value that no record has, in the likeness of known ones; undefined where there is none, or the strategy asks for none. */
export function freshMember(
  { contract, notes, options, known }: Making,
  { purpose }: Subject,
  { name, schema }: Pick<Property, 'name' | 'schema'>,
  { fresh }: Pick<Strategy, 'fresh'>,
): unknown {
  const resource = purpose?.resource;
  // What has the keys of other records names one of them.
  if (contract.resources.some((one) => one !== resource && isKeyOf(one, { name, schema }))) return undefined;
  // However else a body is made: a record that has it may be there.
  const isUnique = purpose?.role === 'create' && typesOf(schema).includes('string') && saysUnique(schema);
  const isOther = isFresh({ name, schema }, fresh, resource);
  if (!isUnique && (!isOther || (resource !== undefined && isRepeated({ known }, resource, name)))) return undefined;
  const { values } = notes;
  values.made += 1;
  const seed = (options.seed % 1000) * 10_007 + (values.salt % 100_003) * 101 + values.made;
  const shown = known.values(resource, name);
  const plain = shown.length > 0 ? undefined : plainValue(schema, name);
  // What is called an email has to be one.
  return freshValue(schema, typeof plain === 'string' && plain.includes('@') ? [plain] : shown, seed);
}

/** Whether a strategy gives a member a value that no record has. */
export function isFresh(
  { name, schema }: Pick<Property, 'name' | 'schema'>,
  fresh: Strategy['fresh'],
  resource: Resource | undefined,
): boolean {
  // A file of a mere word is none of its type, and records are told apart by other members.
  if (fresh === 'none' || isFile(schema)) return false;
  if (fresh === 'all') return true;
  if (fresh === 'names')
    return name === resource?.idProperty || (typesOf(schema).includes('string') && NAMES.test(wordsOf(name).join(' ')));
  if (isReference(name, schema) || ['uuid', 'date', 'date-time', 'time'].includes(schema.format ?? '')) return false;
  return fresh === 'texts and numbers' || typesOf(schema).includes('string');
}

/** What members are called by which people tell records apart. */
const NAMES =
  /(?:^|\b(?:display|short|full|user|unique) )(?:name|key|slug|code|title|label|email|login|uid|handle|alias|identifier)$|^(?:id|username|sku)$/;

/** Whether two records share a value: then it is none that only one record may have. */
function isRepeated({ known }: Pick<Making, 'known'>, resource: Resource, name: string): boolean {
  const shown = [...known.collection(resource).records.values()].filter(
    ({ latest }) => (own(latest, name) ?? undefined) !== undefined,
  );
  // One that a faulty server has twice among many says nothing.
  const stray = Math.floor(shown.length / 8);
  return shown.length > 1 && known.values(resource, name).length < shown.length - stray;
}

/**
 * A body whose record within has values that no other record has, as far as the strategy asks for such; the body itself where it is
 * the record. An id that clients choose is one of them, whatever it is called: another record may have the one that was sent.
 *
 * @param extra members of the body that stay as they are
 */
export function withFreshRecord(
  context: Making,
  subject: Subject,
  media: Pick<MediaType, 'schema'>,
  body: JsonRecord,
  extra: JsonRecord,
  strategy: Strategy,
): JsonRecord {
  const steps = takenSteps(subject);
  const [outer] = steps;
  const record = partAt(body, steps);
  if (outer === undefined || strategy.fresh === 'none' || own(extra, outer) !== undefined || !isObject(record))
    return body;
  const { resource, role } = subject.purpose ?? {};
  const schema = media.schema === undefined ? undefined : schemaAt(media.schema, steps);
  const fresh = [...propertiesOf(schema ?? {}).values()].flatMap((property) => {
    const { name, readOnly } = property;
    if (readOnly || own(record, name) === undefined) return [];
    const isChosen = role === 'create' && name === resource?.idProperty;
    const value = freshMember(context, subject, property, isChosen ? { ...strategy, fresh: 'all' } : strategy);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (media.schema === undefined || fresh.length === 0) return body;
  // What goes into an object at the first step is an object.
  const made = withPart(media.schema, body, steps, { ...record, ...Object.fromEntries(fresh) }) as JsonRecord;
  return validatorOf(media.schema, 'request')(made) === undefined ? made : body;
}

/** What a run has learnt of the values that a server takes, beside those that it has shown. */
export interface ValueNotes {
  /** How many values were made that no record has. */
  made: number;
  /** How many bodies were marked that should be refused. */
  marks: number;
  /** Makes other values of the same seed: an earlier run may have left its records. */
  salt: number;
  /** By collection or, where an operation belongs to none, by operation. */
  readonly strategies: Map<string, ChosenStrategy>;
  /** By operation, for how many refusals of good values a reason was looked for. */
  readonly explained: Map<string, number>;
  /** What may name something in a path. */
  readonly clues: Clues;
  /** By the shapes of two places: a new thing in the second has nothing of its own in the first. */
  readonly barren: Set<string>;
  /** By operation, the first request that was answered with a success, if one was. */
  readonly worked: Map<string, Request>;
  /** By operation, the last good body that was taken. */
  readonly taken: Map<string, JsonRecord>;
  /** By operation, bodies of good values that were refused, where other values were taken. */
  readonly refused: Map<string, RefusedBody[]>;
  /** By operation, what of a body is looked at, by the names of what was wrong in a body and told by its refusal. */
  readonly told: Map<string, Set<string>>;
  readonly unfit: Unfit;
  readonly namable: Namable;
  /** By operation, the members of which a change has refused other values that the schema allows. */
  readonly stiff: Map<string, Set<string>>;
  /** By path, where a create was refused for what is there (409), whatever it was sent. */
  readonly full: Set<string>;
  /** By resource, large numbers for its records, once a server had not enough of what others named of them. */
  readonly ample: Ample;
}

export interface RefusedBody {
  readonly path: JsonRecord;
  readonly body: JsonRecord;
  readonly exchange: Exchange;
  readonly isKnown: boolean;
}

/** Notes which members a change names that refuses a good body: what it may be changed to, the server knows better. */
export function noteStiff({ stiff }: ValueNotes, exchange: Exchange): void {
  const { operation, method, body } = exchange.request;
  if (!CHANGING.includes(method) || !OF_VALUES.includes(exchange.response?.status ?? 0)) return;
  const sent = jsonIn(body ?? '');
  const media = memberedBodyOf(operation);
  if (!isObject(sent) || media === undefined || !fits(media.schema, 'request', sent)) return;
  for (const { in: place, at } of hintsOf(exchange)) {
    const [name] = at;
    if (place !== 'body' || name === undefined || own(sent, name) === undefined) continue;
    stiff.set(operation.id, (stiff.get(operation.id) ?? new Set<string>()).add(name));
  }
}

const CHANGING: readonly string[] = ['PUT', 'PATCH'];
const OF_VALUES: readonly number[] = [400, 422];

/** How bodies are made that a server takes. */
export interface ChosenStrategy {
  readonly strategy: Strategy;
  /** Whether the server has taken a body that was made so. */
  readonly isTaken: boolean;
  /** How often other strategies were tried since one was found that works. */
  readonly tries: number;
}

/** What a body is made of, and which of its members get a value that no record has. */
export interface Strategy {
  /**
   * `values`: each member is one that the server has shown. `record`: all of them together are those of one record. `taken`: what was
   * taken before. `example`: what the document shows. `plain`: the least, or that of another branch. `full`: all that may be there.
   */
  readonly base: 'values' | 'record' | 'taken' | 'example' | 'plain' | 'full';
  /** Which of several; left out: the first. */
  readonly nth?: number;
  readonly fresh: 'none' | 'names' | 'texts' | 'texts and numbers' | 'all';
  /** Whether its times are later than those of the bodies before, all by the same: what stands at a time may be there already. */
  readonly isLater?: boolean;
}

export const createValueNotes = (clues: Clues): ValueNotes => ({
  clues,
  barren: new Set(),
  made: 0,
  marks: 0,
  salt: 0,
  strategies: new Map(),
  explained: new Map(),
  worked: new Map(),
  taken: new Map(),
  refused: new Map(),
  told: new Map(),
  unfit: new Map(),
  namable: new Map(),
  stiff: new Map(),
  full: new Set(),
  ample: new Map(),
});

/**
 * The values of a member that the server has shown, and that a request may have: a record may show others, such as null where
 * nothing was given.
 */
export function givableValues(
  { known }: Pick<Making, 'known'>,
  { operation, purpose }: Pick<Subject, 'operation' | 'purpose'>,
  property: string,
): readonly unknown[] {
  const schema = propertiesOf(bodyOf(operation)?.schema ?? {}).get(property)?.schema ?? {};
  return known.values(purpose?.resource, property).filter((value) => fits(schema, 'request', value));
}
