import type { RecordedRequest } from './model';

/** As many as the page keeps. */
export const KEPT = 500;

/** Requests, newest first: those that came are put in front of those that were there; one that came twice counts once. */
export function withArrived(
  journal: readonly RecordedRequest[],
  arrived: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  if (arrived.length === 0) return journal;
  const ids = new Set(arrived.map(({ id }) => id));
  return [...[...arrived].reverse(), ...journal.filter(({ id }) => !ids.has(id))].slice(0, KEPT);
}

export interface Filter {
  /** In method, path, query, key, operation or fault; upper and lower case are alike. */
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

/** `2XX`, or `none` where no reply was sent. */
export const statusClass = (status: number | null): string =>
  status === null ? 'none' : `${Math.floor(status / 100)}XX`;

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
