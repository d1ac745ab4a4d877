import type { Behaviour } from './behaviour';

/** What the suite must be given for the case to mean anything. */
export interface Needs {
  readonly limitKey?: true;
  readonly exclusiveKey?: true;
  readonly waitForReset?: true;
  /** The plan of the main key. */
  readonly plan?: string;
  readonly limitPlan?: string;
}

/** A server that breaks one sentence of the contract. */
export interface Fault<B = Behaviour> {
  readonly name: string;
  /** The sentence. */
  readonly breaks: string;
  /** Every check that may rightly catch it, the most fitting first. */
  readonly caughtBy: readonly [CheckId, ...CheckId[]];
  readonly behaviour: B;
  readonly needs?: Needs;
  /** Whether some of its replies never come: then none is waited for long. */
  readonly hangs?: true;
  /** Whether the sentence stands in no document, so that nobody may find more than a warning. */
  readonly isWarning?: true;
}

/** An unusual server that keeps the contract. */
export interface Lawful<B = Behaviour> {
  readonly name: string;
  readonly because: string;
  readonly behaviour: B;
  readonly needs?: Needs;
  /** Whether a run takes several times as long as with others, most of it waiting. */
  readonly isSlow?: true;
}

export type CheckId =
  | 'reply.arrives'
  | 'reply.no-5xx'
  | 'reply.status'
  | 'reply.media-type'
  | 'reply.json'
  | 'reply.schema'
  | 'reply.headers'
  | 'error.envelope'
  | 'error.status'
  | 'allowance.headers'
  | 'allowance.count'
  | 'allowance.refused'
  | 'allowance.retry-after'
  | 'credentials.steady'
  | 'credentials.required'
  | 'credentials.checked'
  | 'credentials.first'
  | 'input.accepted'
  | 'input.refused'
  | 'input.query'
  | 'input.spelling'
  | 'input.unknown-members'
  | 'input.parameters-refused'
  | 'created.echoed'
  | 'created.new-id'
  | 'created.readable'
  | 'created.listed'
  | 'records.kept'
  | 'replaced.shown'
  | 'patched.keeps-rest'
  | 'deleted.gone'
  | 'others.untouched'
  | 'below.apart'
  | 'below.nothing-made'
  | 'missing.not-changed'
  | 'refused.no-change'
  | 'conflict.no-trace'
  | 'input.read-only'
  | 'refused.no-trace'
  | 'list.page-size'
  | 'list.default-page-size'
  | 'list.longest-page'
  | 'list.pages'
  | 'list.filter'
  | 'list.no-duplicates'
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
