import { StringDecoder } from 'node:string_decoder';
import type { Contract } from '../openapi/contract';
import { pairsOf } from './http/raw-headers';
import { withoutKeys, withoutSecret } from './secrets';
import type { Entry } from './world/journal';

/** One request of the journal as it is shown: no credential in it. In JSON, `RecordedRequest` of `openapi/control.yaml`. */
export interface RecordedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** ISO 8601, by the world's clock. */
  readonly at: string;
  /** By the real time. */
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  /** What follows `?`. */
  readonly query: string;
  readonly operationId: string | null;
  /** The name of the key; null without a valid one. */
  readonly key: string | null;
  /** Null where no reply was sent. */
  readonly status: number | null;
  /** The id of the fault that answered or aborted. */
  readonly fault: string | null;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

export interface RecordedMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Null where there is none, or where it was not read. */
  readonly body: string | null;
  /** Whether the body goes on. */
  readonly truncated: boolean;
}

/** Puts entries of the journal into words. */
export function createPresenter(contract: Contract): (entry: Entry) => RecordedRequest {
  const shown = (name: string, value: string) => ({ name, value: withoutSecret(contract, name, value) });
  return (entry) => ({
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    durationMs: Math.round(entry.milliseconds * 1000) / 1000,
    method: entry.method,
    path: entry.path,
    query: withoutKeys(contract, entry.query),
    operationId: entry.operation?.id ?? null,
    key: entry.keyName ?? null,
    status: entry.status ?? null,
    fault: entry.faultId ?? null,
    request: {
      headers: pairsOf(entry.requestHeaders).map(([name, value]) => shown(name, value)),
      body: textOf(entry),
      truncated: entry.requestTruncated,
    },
    response: {
      headers: pairsOf(entry.responseHeaders).map(([name, value]) => shown(name, value)),
      body: entry.responseBody === '' ? null : entry.responseBody,
      truncated: entry.responseTruncated,
    },
  });
}

/** As UTF-8, with U+FFFD for what is none; a character that the journal has cut in two is left out. */
function textOf({ requestBody, requestTruncated }: Entry): string | null {
  if (requestBody === undefined || requestBody.length === 0) return null;
  return requestTruncated ? new StringDecoder('utf8').write(requestBody) : requestBody.toString('utf8');
}
