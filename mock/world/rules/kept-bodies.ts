import { KEPT_BODY, type NewEntry } from '../stores/journal';

/** What a journal keeps of a request: the object that was passed where that has no body to be copied. */
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
  // Of small bodies Node keeps many in one buffer, all of which each of them keeps alive.
  const isPart = requestBody !== undefined && requestBody.length < requestBody.buffer.byteLength;
  if (!isPart && !requestTruncated && !responseTruncated) return entry;
  return {
    ...entry,
    requestBody: isPart || requestTruncated ? copyOf(requestBody.subarray(0, KEPT_BODY)) : requestBody,
    requestTruncated,
    // A copy, too: a part of a text keeps the whole of it alive.
    responseBody: responseTruncated ? beginningOf(responseBody) : responseBody,
    responseTruncated,
  };
}

/** With a buffer of its own. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** As much of a text as fits, in whole characters. */
function beginningOf(text: string): string {
  const bytes = Buffer.allocUnsafe(KEPT_BODY);
  return bytes.toString('utf8', 0, bytes.write(text));
}
