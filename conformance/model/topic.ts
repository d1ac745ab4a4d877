import type { Resource } from '../../openapi/contract';

/** What a finding is about. By it, findings of one cause are known: see `conformance/engine/causes.ts`. */
export interface Topic {
  /** What is wrong, in a word: findings of one rule with the same word are one defect, on whichever operations they are. */
  readonly defect?: string;
  /** A record, and what is wrong with it, as every rule says it that sees the same. */
  readonly symptom?: string;
  /** The property of a record that is wrong. */
  readonly member?: string;
  /** The status that was expected, where it is the status that is wrong. */
  readonly wanted?: number;
  /** What of an operation does not work at all. Findings on the same operation that are `part` of it follow from that. */
  readonly whole?: string;
  readonly part?: string;
  /** Of what was found in requests at once: the id of the rule that says the same of requests that come one after the other. */
  readonly inTurn?: string;
}

/** A record that is not shown where it should be. */
export const missing = (resource: Resource, id: unknown): Topic => ({ symptom: `${recordName(resource, id)} missing` });

/** A record that is shown with another value than it has. */
export const differing = (resource: Resource, id: unknown, member: string, shown: string): Topic => ({
  symptom: `${recordName(resource, id)} ${member} ${shown}`,
  member,
});

/** An id that two records have: then whatever else is wrong with a record of that id follows. */
export const taken = (resource: Resource, id: unknown): Topic => ({ symptom: recordName(resource, id) });

/** What every symptom of a record begins with. */
const recordName = ({ collectionPath }: Resource, id: unknown): string => `${collectionPath} ${String(id)}:`;
