import { STATUS_CODES } from 'node:http';
import type { Problem } from './problems';

/** A problem as a page of HTML. What its message quotes of the request becomes no markup. */
export function pageOf({ status, message }: Problem): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const head = `<head><meta charset="utf-8"><title>${title}</title></head>`;
  return `<!doctype html><html lang="en">${head}<body><h1>${title}</h1><p>${escaped(message)}</p></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
