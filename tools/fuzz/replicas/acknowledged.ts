/**
 * What clients were told of the records that they made, changed and removed. What was not answered may have happened or not;
 * what was answered has. Each record has a label, and so has each state of it: `c1-7` was made so, `c1-7.2` is what the second
 * change made of it.
 */
export interface Acknowledged {
  /** Is called before a request is sent that may make, change or remove a record. */
  asked(record: string, outcome: Outcome): void;
  /** Is called with its success; of a create with the id. Returns what is wrong. */
  answered(record: string, outcome: Outcome, id?: string): readonly string[];
  /** What is wrong with what a reply shows of a record; ABSENT where it shows none. */
  seen(record: string, shown: Outcome): readonly string[];
  /** The records that are known to be there, with their ids. */
  readonly present: ReadonlyMap<string, string>;
  /** Compares all with what is there at the end, in sentences on each difference. */
  compare(found: readonly Found[]): readonly string[];
  /** How many requests were answered with success. */
  readonly count: number;
}

/** A record as it is found at the end. */
export interface Found {
  readonly id: string;
  readonly label: string;
}

/** The label of a state of a record, or that there is no such record. */
export type Outcome = string;
export const ABSENT: Outcome = '';

const recordOf = (label: string): string => label.split('.', 1)[0] ?? label;

export function createAcknowledged(): Acknowledged {
  /** All that may be by now of each record. */
  const possible = new Map<string, Set<Outcome>>();
  const present = new Map<string, string>();
  const recordOfId = new Map<string, string>();
  let count = 0;

  const owned = (id: string, record: string): readonly string[] => {
    const before = recordOfId.get(id);
    recordOfId.set(id, record);
    return before === undefined || before === record ? [] : [`the id ${id} was given to ${before} and to ${record}`];
  };
  const seen = (record: string, shown: Outcome): readonly string[] =>
    possible.get(record)?.has(shown) === true
      ? []
      : [
          `${record} is ${said(shown)}, though it was answered to be ${[...(possible.get(record) ?? [])].map(said).join(' or ')}`,
        ];

  return {
    present,
    get count() {
      return count;
    },
    asked(record, outcome) {
      const states = possible.get(record) ?? new Set([ABSENT]);
      possible.set(record, states.add(outcome));
      // Until it is answered it may be gone.
      if (outcome === ABSENT) present.delete(record);
    },
    answered(record, outcome, id) {
      count += 1;
      possible.set(record, new Set([outcome]));
      if (id === undefined) return [];
      present.set(record, id);
      return owned(id, record);
    },
    seen,
    compare(found) {
      const there = new Map<string, Found>();
      const complaints: string[] = [];
      for (const one of found) {
        const record = recordOf(one.label);
        const twin = there.get(record);
        if (twin !== undefined) complaints.push(`${record} is there twice, as ${twin.id} and as ${one.id}`);
        there.set(record, one);
        if (!possible.has(record))
          complaints.push(`nobody has made the record ${one.id}, ${JSON.stringify(one.label)}`);
        const told = present.get(record);
        if (told !== undefined && told !== one.id)
          complaints.push(`${record} was answered as ${told}, and is ${one.id}`);
        complaints.push(...owned(one.id, record));
      }
      for (const record of possible.keys()) complaints.push(...seen(record, there.get(record)?.label ?? ABSENT));
      return complaints;
    },
  };
}

const said = (outcome: Outcome): string => (outcome === ABSENT ? 'not there' : JSON.stringify(outcome));
