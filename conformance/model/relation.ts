import type { Part } from '../../openapi/contract';
import type { Breach } from './breach';
import type { Clause } from './clause';
import type { Exchange } from './exchange';
import type { Known } from './known';
import type { Rule } from './rule';
import type { Subject } from './subject';

/**
 * A relation holds what an exchange shows of records against what was asked for, and against what earlier exchanges have
 * shown. It looks at every exchange of a resource's operations, whoever sent it; a check of the same id sends the
 * requests that nobody else would send.
 */
export interface Relation extends Rule {
  /** The operation that it is reported for: the one exchanged, or the one of the resource that plays this part. */
  readonly reportedFor: 'exchanged' | 'list' | 'create';
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  /** Undefined where it has nothing to say of such an exchange; else what it finds, nothing in a lawful one. */
  readonly judge: (exchange: Exchange, part: Part, before: Known) => readonly Breach[] | undefined;
}
