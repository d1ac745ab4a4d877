import type { Breach } from './breach';
import type { Clause } from './clause';
import type { Rule } from './rule';
import type { Shown } from './shown';
import type { Subject } from './subject';

/**
 * A relation compares what an exchange shows of records with what was asked for, and with what earlier exchanges have
 * shown. It looks at every exchange of a resource's operations, whoever sent it; a check of the same id sends the
 * requests that nobody else would send.
 */
export interface Relation extends Rule {
  /** The operation that a finding is reported for: that of the exchange, or the resource's list, create or delete. */
  readonly reportedFor: 'exchanged' | 'list' | 'create' | 'delete';
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  /** Undefined where the relation does not apply to the exchange; else what it finds. */
  readonly judge: (shown: Shown) => readonly Breach[] | undefined;
}
