/**
 * The silences and their options, as code knows them; the first option of each is the mock's own. What they mean stands in
 * `openapi/silences.yaml`, and a test holds the two together: so that neither program reads that file unless one of them is asked for it.
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

export type SilenceId = keyof Table;

/** An option of a silence. */
export type OptionOf<Id extends SilenceId> = Table[Id][number];

/** An option for each silence. */
export type Choices = { readonly [Id in SilenceId]: OptionOf<Id> };

/** The cast is true: these are the keys of the table, and it has no others. */
/** An option, several of which any may be taken, or an object with these, as the suite writes it with its evidence. */
export type Choice = string | readonly string[] | { readonly option: string | readonly string[] };

/** Choices by the ids of unspecified behaviours, as they are given. */
export type GivenChoices = Readonly<Partial<Record<SilenceId, Choice>>>;

export const SILENCE_IDS = Object.keys(OPTIONS_OF) as readonly SilenceId[];

export const isSilence = (id: string): id is SilenceId => Object.hasOwn(OPTIONS_OF, id);

/** The options of a silence, the mock's own first. */
export const optionsOf = (id: SilenceId): readonly string[] => OPTIONS_OF[id];

/** Those where a server may change its mind with each request; within one world no other ever changes. */
export const VARIES_BY_REQUEST: ReadonlySet<SilenceId> = new Set<SilenceId>([
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
