/** When a request was in flight, in Unix milliseconds. */
export interface Flight {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whose times these are: those of one clock are in order. */
  readonly clock: string;
}

/**
 * How many milliseconds two clocks of recordings may be apart: Playwright computes the times of each page of its own, and that of a
 * busy one lags by up to 200 milliseconds.
 */
const SKEW_MS = 1000;

/**
 * The most milliseconds of one session: as long as a run of the suite lasts by default. Later, the server may have been put
 * back, and what was known before is no measure.
 */
const LONGEST_SESSION = 600_000;

/**
 * Requests in the order of their time, in groups: those of a group were in flight at once, or across each other, or may have
 * been, by the clocks of several recorders. All that came before a group has ended before it began.
 */
export function groupsOf<One extends Flight>(flights: readonly One[]): readonly (readonly One[])[] {
  const skew = new Set(flights.map(({ clock }) => clock)).size > 1 ? SKEW_MS : 0;
  const groups: Group<One>[] = [];
  for (const flight of flights.toSorted((one, other) => one.startedAt - other.startedAt)) {
    let begins = groups.length;
    for (let at = groups.length - 1; at >= 0 && (groups[at]?.latest ?? 0) + skew > flight.startedAt; at -= 1)
      if (mayOverlap(groups[at], flight, skew)) begins = at;
    addTo(groups, begins, flight);
  }
  return groups.map((group) => group.flights);
}

interface Group<One extends Flight> {
  readonly flights: One[];
  /** The last end by each clock. */
  readonly ends: Map<string, number>;
  /** The last end of all, of this group and those before it. */
  latest: number;
}

const mayOverlap = <One extends Flight>(group: Group<One> | undefined, { startedAt, clock }: One, skew: number) =>
  [...(group?.ends ?? [])].some(([of, end]) => startedAt < end + (of === clock ? 0 : skew));

/** Adds a flight to a group, and to it those behind it; to a new one where there is none. */
function addTo<One extends Flight>(groups: Group<One>[], index: number, flight: One): void {
  const before = groups.at(-1)?.latest ?? Number.NEGATIVE_INFINITY;
  const group = groups[index] ?? { flights: [], ends: new Map<string, number>(), latest: before };
  for (const { flights, ends } of groups.splice(index + 1)) {
    for (const one of flights) group.flights.push(one);
    for (const [clock, end] of ends) note(group, clock, end);
  }
  group.flights.push(flight);
  note(group, flight.clock, flight.endedAt);
  group.latest = Math.max(before, flight.endedAt);
  groups[index] = group;
}

function note({ ends }: Pick<Group<Flight>, 'ends'>, clock: string, end: number): void {
  ends.set(clock, Math.max(ends.get(clock) ?? end, end));
}

/** Groups in sessions, within which what was shown is held against what is shown. */
export function sessionsOf<One extends Flight>(
  groups: readonly (readonly One[])[],
): readonly (readonly (readonly One[])[])[] {
  const sessions: (readonly One[])[][] = [];
  let began = Number.NEGATIVE_INFINITY;
  for (const group of groups) {
    const at = group[0]?.startedAt ?? began;
    if (at - began > LONGEST_SESSION) {
      sessions.push([group]);
      began = at;
    } else sessions.at(-1)?.push(group);
  }
  return sessions;
}
