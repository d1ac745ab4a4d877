import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { JsonError, parseJson } from '../../openapi/contract';
import type { Body } from '../model/exchange';

/** The most bytes of a body that are read. */
export const BODY_LIMIT = 5 * 2 ** 20;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Decodes and parses the bytes of a body as far as that goes.
 *
 * @param encoding the `Content-Encoding` that the bytes are in
 */
export function readBody(raw: Buffer, encoding: string | undefined): Body {
  let bytes: Buffer;
  try {
    bytes = decompress(raw, encoding);
  } catch {
    return { bytes: raw.length, text: undefined, json: { problem: `it can't be decoded as ${encoding}` } };
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { bytes: bytes.length, text: undefined, json: { problem: 'it is not UTF-8 (RFC 8259 §8.1)' } };
  }
  if (text === '') return { bytes: bytes.length, text, json: undefined };
  try {
    return { bytes: bytes.length, text, json: { value: parseJson(text) } };
  } catch (error) {
    const problem = error instanceof JsonError ? error.message : String(error);
    return { bytes: bytes.length, text, json: { problem } };
  }
}

function decompress(raw: Buffer, encoding = 'identity'): Buffer {
  const options = { maxOutputLength: BODY_LIMIT };
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return raw.length === 0 ? raw : gunzipSync(raw, options);
    case 'deflate':
      return raw.length === 0 ? raw : inflateSync(raw, options);
    case 'br':
      return raw.length === 0 ? raw : brotliDecompressSync(raw, options);
    default:
      return raw;
  }
}
