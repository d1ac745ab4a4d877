/** What the replies told of records and of a quota, and whether what is there agrees with it. */

/** The label of a state of a record, or that there is no such record. */
type RecordState = string;
export const ABSENT: RecordState = '';

/** A record as it is found at the end. */
export interface Found {
  readonly id: string;
  readonly label: string;
}

/**
 * What was answered to the clients that made, changed and removed records. What was not answered may have happened or
 * not; what was answered has. Each record has a label, and so has each state of it: `c1-7` was made so, `c1-7.2` is
 * what the second change made of it.
 */
export interface Acknowledged {
  /** Is called before a request is sent that may make, change or remove a record. */
  asked(record: string, state: RecordState): void;
  /** Is called with its success; of a create with the id. Returns what is wrong. */
  answered(record: string, state: RecordState, id?: string): readonly string[];
  /** What is wrong with what a reply shows of a record; ABSENT where it shows none. */
  seen(record: string, shown: RecordState): readonly string[];
  /** The records that are known to be there, with their ids. */
  readonly present: ReadonlyMap<string, string>;
  /** Compares all with what is there at the end, in sentences on each difference. */
  compare(found: readonly Found[]): readonly string[];
  /** How many requests were answered with success. */
  readonly count: number;
}

export function createAcknowledged(): Acknowledged {
  /** All that may be by now of each record. */
  const possible = new Map<string, Set<RecordState>>();
  const present = new Map<string, string>();
  const recordOfId = new Map<string, string>();
  let count = 0;

  const owned = (id: string, record: string): readonly string[] => {
    const before = recordOfId.get(id);
    recordOfId.set(id, record);
    return before === undefined || before === record ? [] : [`the id ${id} was given to ${before} and to ${record}`];
  };
  const seen = (record: string, shown: RecordState): readonly string[] => {
    const states = possible.get(record) ?? new Set();
    const expected = [...states].map(said).join(' or ');
    return states.has(shown) ? [] : [`${record} is ${said(shown)}, though it was answered to be ${expected}`];
  };

  return {
    present,
    get count() {
      return count;
    },
    asked(record, state) {
      const states = possible.get(record) ?? new Set([ABSENT]);
      possible.set(record, states.add(state));
      // Until it is answered it may be gone.
      if (state === ABSENT) present.delete(record);
    },
    answered(record, state, id) {
      count += 1;
      possible.set(record, new Set([state]));
      if (id === undefined) return [];
      present.set(record, id);
      return owned(id, record);
    },
    seen,
    compare(found) {
      const there = new Map<string, Found>();
      const complaints: string[] = [];
      for (const one of found) {
        const [record = one.label] = one.label.split('.', 1);
        const [twin, told] = [there.get(record), present.get(record)];
        there.set(record, one);
        if (twin !== undefined) complaints.push(`${record} is there twice, as ${twin.id} and as ${one.id}`);
        if (!possible.has(record)) complaints.push(`no client made the record ${one.id}, ${JSON.stringify(one.label)}`);
        if (told !== undefined && told !== one.id)
          complaints.push(`${record} was answered as ${told}, and is ${one.id}`);
        complaints.push(...owned(one.id, record));
      }
      for (const record of possible.keys()) complaints.push(...seen(record, there.get(record)?.label ?? ABSENT));
      return complaints;
    },
  };
}

const said = (state: RecordState): string => (state === ABSENT ? 'not there' : JSON.stringify(state));

/** What the requests with one key took of its quota, by what was answered; its window stays open all the time. */
export interface Spent {
  /** Is called before a request is sent: until its answer is here, and without one, it took one or none. */
  asked(): void;
  /** A request that took one. Returns what is wrong. */
  served(remaining: number | undefined): readonly string[];
  /** A request that was refused for the quota: it took nothing. */
  refused(): readonly string[];
  /** A request that took of another quota. */
  apart(): void;
  /** Compares it with what the mock says at the end. */
  compare(used: number): readonly string[];
  /** How many requests took one: so many for sure, and so many at the most. */
  range(): string;
}

/** @param limit how many requests the window has */
export function createSpent(key: string, limit: number): Spent {
  const told = new Set<number>();
  let [least, unknown] = [0, 0];
  const most = (): number => Math.min(limit, least + unknown);
  return {
    asked() {
      unknown += 1;
    },
    served(remaining) {
      [least, unknown] = [least + 1, unknown - 1];
      if (least > limit) return [`${key}: ${least} requests were served, and ${limit} are allowed`];
      if (remaining === undefined) return [];
      if (told.has(remaining)) return [`${key}: two requests were told that ${remaining} remain`];
      told.add(remaining);
      return [];
    },
    refused() {
      unknown -= 1;
      const taken = least + unknown;
      return taken < limit ? [`${key}: refused after ${taken} requests of ${limit} at the most`] : [];
    },
    apart() {
      unknown -= 1;
    },
    compare(used) {
      const expected = least === most() ? least : `${least} to ${most()}`;
      return used < least || used > most()
        ? [`${key}: ${used} requests are used, and the answers say ${expected}`]
        : [];
    },
    range: () => `${least} to ${most()}`,
  };
}
