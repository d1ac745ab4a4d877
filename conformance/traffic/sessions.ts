/** When a request was in flight, in Unix milliseconds. */
export interface Flight {
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The most milliseconds of one session: as long as a run of the suite lasts by default. Later, somebody may have put the
 * server back, and what was known before is no measure.
 */
const LONGEST_SESSION = 600_000;

/**
 * Requests in the order of their time, in groups: those of a group were in flight at once, or across each other. All that
 * came before a group has ended before it began.
 */
export function groupsOf<One extends Flight>(flights: readonly One[]): readonly (readonly One[])[] {
  const groups: One[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const flight of flights.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const last = groups.at(-1);
    if (last === undefined || flight.startedAt >= end) groups.push([flight]);
    else last.push(flight);
    end = Math.max(end, flight.endedAt);
  }
  return groups;
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
