import { StringDecoder } from 'node:string_decoder';
import { pairsOf } from '../http/raw-headers';
import type { Entry } from '../world/stores/journal';
import { instantText } from './instant';
import type { RecordedRequest } from './recorded-request';
import type { Secrets } from './secrets';

/** Makes a function that shows entries of the journal with their secrets masked. */
export function createPresenter(secrets: Secrets): (entry: Entry) => RecordedRequest {
  const hidden = ({ operationId }: Entry, body: string | null) => body && secrets.inBody(operationId, body);
  const shown = (name: string, value: string) => ({
    name: secrets.inText(name),
    value: secrets.inHeader(name, value),
  });
  return (entry) => ({
    id: entry.id,
    at: instantText(entry.at),
    durationMs: Math.round(entry.milliseconds * 1000) / 1000,
    method: secrets.inText(entry.method),
    path: secrets.inText(entry.path),
    query: secrets.inQuery(entry.query),
    operationId: entry.operationId ?? null,
    key: entry.keyName ?? null,
    status: entry.status ?? null,
    fault: entry.faultId ?? null,
    request: {
      headers: pairsOf(entry.requestHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(entry, textOf(entry)),
      truncated: entry.requestTruncated,
    },
    response: {
      headers: pairsOf(entry.responseHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(entry, entry.responseBody === '' ? null : entry.responseBody),
      truncated: entry.responseTruncated,
    },
  });
}

/** As UTF-8, with U+FFFD for invalid bytes; a character that the journal has cut in two is left out. */
function textOf({ requestBody, requestTruncated }: Entry): string | null {
  if (requestBody === undefined || requestBody.length === 0) return null;
  return requestTruncated ? new StringDecoder('utf8').write(requestBody) : requestBody.toString('utf8');
}
