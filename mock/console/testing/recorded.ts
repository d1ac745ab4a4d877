import type { RecordedRequest } from '../../../openapi/types/control';

type Given = Partial<Omit<RecordedRequest, 'request'>> & { readonly body?: string; readonly headers?: object };

/** A request of the journal; its headers by their names. */
export function recorded({ body, headers = {}, ...given }: Given): RecordedRequest {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
  return {
    id: 1,
    at: '2026-01-01T00:00:00Z',
    durationMs: 1,
    method: 'GET',
    path: '/v1/things',
    query: '',
    operationId: null,
    key: null,
    status: 200,
    fault: null,
    response: { headers: [], body: null, truncated: false },
    ...given,
    request: { headers: pairs, body: body ?? null, truncated: false },
  };
}
