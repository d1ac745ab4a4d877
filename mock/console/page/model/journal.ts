import type { RecordedRequest } from '../../../../openapi/types/control';

/** How many requests the page reads at a time, and keeps unless older ones are asked for. */
export const KEPT = 500;

/** Adds new requests, oldest first, to a journal, newest first. A request that is in both is kept once. */
export function withArrived(
  journal: readonly RecordedRequest[],
  arrived: readonly RecordedRequest[],
  kept = KEPT,
): readonly RecordedRequest[] {
  if (arrived.length === 0) return journal;
  const ids = new Set(arrived.map(({ id }) => id));
  return [...[...arrived].reverse(), ...journal.filter(({ id }) => !ids.has(id))].slice(0, kept);
}

/**
 * Whether two are the same request. After a reset ids start from 1 again, and a frozen clock gives equal times, so the
 * duration, in microseconds of real time, is compared too.
 */
export const isSame = (one: RecordedRequest, other: RecordedRequest): boolean =>
  one.id === other.id && one.at === other.at && one.durationMs === other.durationMs;

/** Whether a journal, newest first, was cleared since it had this request; not if the request is just too old to be kept. */
export function hasBegunAnew(journal: readonly RecordedRequest[], seen: RecordedRequest): boolean {
  const [newest] = journal;
  if (newest === undefined || newest.id < seen.id) return true;
  const namesake = journal.find(({ id }) => id === seen.id);
  return namesake === undefined ? journal.length < KEPT : !isSame(namesake, seen);
}

/** How many requests were added since an earlier state of the journal. */
export function arrivedSince(earlier: readonly RecordedRequest[], journal: readonly RecordedRequest[]): number {
  const [last] = earlier;
  if (last === undefined || hasBegunAnew(journal, last)) return journal.length;
  return journal.filter(({ id }) => id > last.id).length;
}

export interface Filter {
  /** Searched in method, path, query, key, operation and fault, without case. */
  readonly text: string;
  readonly method: string;
  /** `2XX`, `none` for no reply, or empty for any. */
  readonly status: string;
}

export const NO_FILTER: Filter = { text: '', method: '', status: '' };

/** @returns whether a request passes the filter */
export function passes({ text, method, status }: Filter): (request: RecordedRequest) => boolean {
  const wanted = text.trim().toLowerCase();
  return (request) => {
    if (method !== '' && request.method !== method) return false;
    if (status !== '' && status !== statusClass(request.status)) return false;
    return wanted === '' || searched(request).includes(wanted);
  };
}

/** `2XX`, or `none` if no reply was sent. */
const statusClass = (status: number | null): string => (status === null ? 'none' : `${Math.floor(status / 100)}XX`);

export const targetOf = ({ path, query }: RecordedRequest): string => (query === '' ? path : `${path}?${query}`);

const searched = (request: RecordedRequest): string =>
  [
    request.method,
    targetOf(request),
    request.status ?? 'no reply',
    request.key ?? '',
    request.operationId ?? '',
    request.fault === null ? '' : `fault ${request.fault}`,
  ]
    .join(' ')
    .toLowerCase();
