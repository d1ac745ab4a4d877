import { StringDecoder } from 'node:string_decoder';
import type { Contract } from '../openapi/contract';
import { instantText } from './control/instant';
import { pairsOf } from './http/raw-headers';
import { createSecrets } from './secrets';
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
  /** The id of the last fault that struck it. */
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

/** What there is to know of keys: where a contract has them, and which there are. */
interface Known {
  readonly contract: Contract;
  readonly worlds: { isKey(text: string): boolean };
}

/** Puts entries of the journal into words. */
export function createPresenter({ contract, worlds }: Known): (entry: Entry) => RecordedRequest {
  const secrets = createSecrets(contract, worlds.isKey);
  const hidden = (body: string | null) => body && secrets.inText(body);
  const shown = (name: string, value: string) => ({ name, value: secrets.inHeader(name, value) });
  return (entry) => ({
    id: entry.id,
    at: instantText(entry.at),
    durationMs: Math.round(entry.milliseconds * 1000) / 1000,
    method: entry.method,
    path: secrets.inText(entry.path),
    query: secrets.inQuery(entry.query),
    operationId: entry.operation?.id ?? null,
    key: entry.keyName ?? null,
    status: entry.status ?? null,
    fault: entry.faultId ?? null,
    request: {
      headers: pairsOf(entry.requestHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(textOf(entry)),
      truncated: entry.requestTruncated,
    },
    response: {
      headers: pairsOf(entry.responseHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(entry.responseBody === '' ? null : entry.responseBody),
      truncated: entry.responseTruncated,
    },
  });
}

/** As UTF-8, with U+FFFD for what is none; a character that the journal has cut in two is left out. */
function textOf({ requestBody, requestTruncated }: Entry): string | null {
  if (requestBody === undefined || requestBody.length === 0) return null;
  return requestTruncated ? new StringDecoder('utf8').write(requestBody) : requestBody.toString('utf8');
}
