import { KEPT_BODY, type NewEntry } from '../stores/journal';

/** What a journal keeps of a request: in most cases the object that was passed, since each request would pay for a copy. */
export interface KeptEntry extends NewEntry {
  readonly requestTruncated?: boolean;
  readonly responseTruncated?: boolean;
}

/** The request with bodies of no more than `KEPT_BODY` bytes. */
export function withKeptBodies(entry: NewEntry): KeptEntry {
  const { requestBody, responseBody } = entry;
  const requestTruncated = requestBody !== undefined && requestBody.length > KEPT_BODY;
  // No UTF-16 unit takes more than three bytes, so that most bodies need not be measured.
  const responseTruncated = responseBody.length * 3 > KEPT_BODY && Buffer.byteLength(responseBody) > KEPT_BODY;
  if (!requestTruncated && !responseTruncated) return entry;
  return {
    ...entry,
    // A copy: a part of a buffer or of a text keeps the whole of it alive.
    requestBody: requestTruncated ? Buffer.from(requestBody.subarray(0, KEPT_BODY)) : requestBody,
    requestTruncated,
    responseBody: responseTruncated ? beginningOf(responseBody) : responseBody,
    responseTruncated,
  };
}

/** As much of a text as fits, in whole characters. */
function beginningOf(text: string): string {
  const bytes = Buffer.allocUnsafe(KEPT_BODY);
  return bytes.toString('utf8', 0, bytes.write(text));
}
