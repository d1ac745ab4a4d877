/**
 * The unspecified behaviours and their options, the mock's own first. `openapi/silences.yaml` says what they mean; programs read
 * it only to show it, and a test holds the two together.
 */
export const OPTIONS_OF = {
  'query.invalid': ['refused', 'ignored', 'clamped'],
  'path.invalid': ['not-found', 'bad-request'],
  'query.unknown': ['ignored', 'refused'],
  'body.unknown': ['dropped', 'stored', 'refused'],
  'method.wrong': ['method-not-allowed', 'not-found'],
  'record.omitted': ['absent', 'filled'],
  'record.optional': ['shown', 'left-out'],
  'list.order': ['by-id', 'newest-first', 'any'],
  ids: ['sequence', 'sparse', 'random'],
  reads: ['at-once', 'late'],
  'record.further': ['none', 'some'],
  'error.further': ['none', 'some'],
  'error.code': ['snake-case', 'upper-case', 'numbers'],
  'error.message': ['sentence', 'phrase'],
  challenge: ['detailed', 'bare'],
  windows: ['first-request', 'calendar', 'sliding'],
  'refusals.cost': ['counted', 'free'],
  'retry-after': ['seconds', 'date'],
  'headers.further': ['none', 'some'],
  'headers.case': ['usual', 'lower'],
  'json.member-order': ['steady', 'changing'],
  'json.spacing': ['compact', 'indented'],
  'json.escapes': ['least', 'ascii'],
  charset: ['absent', 'named'],
  framing: ['length', 'chunked'],
  compression: ['none', 'gzip'],
  connection: ['kept', 'closed'],
  latency: ['at-once', 'slow'],
} as const satisfies Readonly<Record<string, readonly [string, string, ...string[]]>>;

type Table = typeof OPTIONS_OF;

export type BehaviourId = keyof Table;

/** An option of an unspecified behaviour. */
export type OptionOf<Id extends BehaviourId> = Table[Id][number];

/** An option, several of which any may be taken, or an object with these, as the suite writes it with its evidence. */
export type Choice = string | readonly string[] | { readonly option: string | readonly string[] };

/** Choices by the ids of unspecified behaviours, as they are given. */
export type GivenChoices = Readonly<Partial<Record<BehaviourId, Choice>>>;

/** The cast is true: these are the keys of the table, and it has no others. */
export const BEHAVIOUR_IDS = Object.keys(OPTIONS_OF) as readonly BehaviourId[];

export const isBehaviour = (id: string): id is BehaviourId => Object.hasOwn(OPTIONS_OF, id);

/** The options of a behaviour, the mock's own first. */
export const optionsOf = (id: BehaviourId): readonly string[] => OPTIONS_OF[id];

/** Behaviours that may differ from request to request; within one world no other ever changes. */
export const VARIES_BY_REQUEST: ReadonlySet<BehaviourId> = new Set<BehaviourId>([
  'headers.further',
  'headers.case',
  'json.spacing',
  'json.escapes',
  'charset',
  'framing',
  'compression',
  'connection',
  'latency',
]);
