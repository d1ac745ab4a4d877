import { STATUS_CODES } from 'node:http';
import { essence, type MediaType } from '../../openapi/contract';
import type { Problem } from './problems';

/**
 * A problem as a body that is not JSON: a page, an element, or the bare message. What a message quotes of the request
 * becomes no markup.
 */
export function markUp({ type, schema }: MediaType, { status, code, message }: Problem): string {
  const kind = essence(type);
  if (kind === 'text/html' || kind === 'application/xhtml+xml') {
    const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>${escaped(message)}</p></body></html>`;
  }
  if (!/[/+]xml$/.test(kind)) return message;
  const name = nameOf(schema?.xml) ?? 'error';
  return `<?xml version="1.0" encoding="UTF-8"?><${name}><code>${escaped(code)}</code><message>${escaped(message)}</message></${name}>`;
}

function nameOf(xml: unknown): string | undefined {
  const name = typeof xml === 'object' && xml !== null && 'name' in xml ? xml.name : undefined;
  return typeof name === 'string' && /^[A-Za-z_][\w.-]*$/.test(name) ? name : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the characters that XML forbids (XML 1.0 §2.2). */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '�')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
