import type { Behaviour } from './model';

/** What the suite must be given for the case to mean anything. */
export interface Needs {
  readonly limitKey?: true;
  readonly exclusiveKey?: true;
  readonly waitForReset?: true;
  /** The plan of the main key. */
  readonly plan?: string;
  readonly limitPlan?: string;
}

/** The checks that may rightly catch a fault, the most fitting first. */
export type CaughtBy = readonly [CheckId, ...CheckId[]];

/** A server that breaks one sentence of the contract. */
export interface Fault<Otherwise = Behaviour> {
  readonly name: string;
  /** The sentence. */
  readonly breaks: string;
  readonly caughtBy: CaughtBy;
  readonly behaviour: Otherwise;
  readonly needs?: Needs | undefined;
  /** Whether some of its replies never come: then none is waited for long. */
  readonly hangs?: true;
  /** Whether the sentence stands in no document, so that nobody may find more than a warning. */
  readonly isWarning?: boolean;
  /** What its sentence is about, where faults are counted by that. */
  readonly about?: string;
}

/** An unusual server that keeps the contract. */
export interface Lawful<Otherwise = Behaviour> {
  readonly name: string;
  readonly because: string;
  readonly behaviour: Otherwise;
  readonly needs?: Needs | undefined;
  /** Whether a run takes several times as long as with others, most of it waiting. */
  readonly isSlow?: true;
}

/** What the row of a fault says otherwise than its table: the sentence, the checks, or something more. */
type Otherwise = string | CaughtBy | Partial<Fault> | undefined;
export type FaultRow = readonly [name: string, behaviour: Behaviour, ...otherwise: readonly Otherwise[]];

/** The faults of a table, most of which break the same sentence and are caught by the same checks. */
export const breaking = (
  caughtBy: CaughtBy,
  breaks: string,
  rows: readonly FaultRow[],
  common: Partial<Fault> = {},
): readonly Fault[] =>
  rows.map(([name, behaviour, ...otherwise]) => {
    let fault: Fault = { name, breaks, caughtBy, behaviour, ...common };
    for (const one of otherwise) fault = { ...fault, ...asFault(one) };
    return fault;
  });

function asFault(otherwise: Otherwise): Partial<Fault> {
  if (typeof otherwise === 'string') return { breaks: otherwise };
  return isCaughtBy(otherwise) ? { caughtBy: otherwise } : (otherwise ?? {});
}

const isCaughtBy = (otherwise: Otherwise): otherwise is CaughtBy => Array.isArray(otherwise);

/** A lawful server as a row: a text is a reason of its own in place of that of the table. */
export type LawfulRow = readonly [
  name: string,
  behaviour: Behaviour,
  ...otherwise: readonly (string | Partial<Lawful>)[],
];

/** The lawful servers of a table, most of which are lawful for the same reason. */
export const lawfulBecause = (because: string, rows: readonly LawfulRow[]): readonly Lawful[] =>
  rows.map(([name, behaviour, ...otherwise]) => {
    let server: Lawful = { name, because, behaviour };
    for (const one of otherwise) server = { ...server, ...(typeof one === 'string' ? { because: one } : one) };
    return server;
  });

type CheckId =
  | 'server.stays-up'
  | 'reply.arrives'
  | 'reply.no-5xx'
  | 'reply.status'
  | 'reply.media-type'
  | 'reply.json'
  | 'reply.judgeable'
  | 'reply.schema'
  | 'reply.headers'
  | 'error.envelope'
  | 'error.status'
  | 'refusal.reason'
  | 'error.members'
  | 'refusal.names'
  | 'allowance.headers'
  | 'allowance.count'
  | 'allowance.refused'
  | 'allowance.retry-after'
  | 'conditional.not-modified'
  | 'conditional.tag'
  | 'conditional.read'
  | 'conditional.write'
  | 'conditional.parallel'
  | 'credentials.alternatives'
  | 'roles.writes-refused'
  | 'roles.reads-served'
  | 'accounts.apart'
  | 'created.location'
  | 'reply.own-id'
  | 'methods.allowed'
  | 'connection.acceptable'
  | 'connection.given-id'
  | 'reply.times-utc'
  | 'reply.figures'
  | 'secrets.hidden'
  | 'secrets.later'
  | 'credentials.steady'
  | 'credentials.required'
  | 'credentials.checked'
  | 'credentials.first'
  | 'input.bounds'
  | 'input.accepted'
  | 'input.refused'
  | 'input.query'
  | 'input.query-refused'
  | 'input.spelling'
  | 'input.unknown-members'
  | 'input.parameters-refused'
  | 'created.echoed'
  | 'created.new-id'
  | 'created.numbered'
  | 'created.readable'
  | 'created.listed'
  | 'records.kept'
  | 'replaced.shown'
  | 'patched.keeps-rest'
  | 'deleted.gone'
  | 'others.untouched'
  | 'changes.timed'
  | 'related.guards'
  | 'related.inherited'
  | 'related.states'
  | 'related.copied'
  | 'related.most'
  | 'related.single'
  | 'related.totals'
  | 'related.effects'
  | 'related.left'
  | 'below.apart'
  | 'below.nothing-made'
  | 'missing.not-changed'
  | 'refused.no-change'
  | 'conflict.no-trace'
  | 'input.read-only'
  | 'refused.no-trace'
  | 'idempotency.keys'
  | 'unique.kept'
  | 'idempotency.replayed'
  | 'idempotency.other-body'
  | 'states.action'
  | 'states.moves'
  | 'list.page-size'
  | 'list.default-page-size'
  | 'list.longest-page'
  | 'list.pages'
  | 'list.page-facts'
  | 'list.filter'
  | 'list.no-duplicates'
  | 'list.cursor'
  | 'list.order'
  | 'list.range'
  | 'list.total'
  | 'records.expanded'
  | 'below.own'
  | 'parts.kept'
  | 'input.agreeing'
  | 'input.references'
  | 'records.by-id'
  | 'missing.not-found'
  | 'deprecated.works'
  | 'parallel.own-reply'
  | 'parallel.all-kept'
  | 'parallel.some-order'
  | 'limits.enforced'
  | 'limits.retry-after-agrees'
  | 'limits.refusal-changes-nothing'
  | 'limits.others-unaffected'
  | 'limits.service-resumes'
  | 'connection.credentials'
  | 'connection.next'
  | 'connection.shared'
  | 'reply.ends'
  | 'sequence.model';
