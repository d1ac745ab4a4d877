import { isJson } from '../../openapi/contract';
import type { Response } from '../exchange/exchange';

/** The text of a reply's JSON as it was sent; undefined where there is none, or not all of it was kept. */
export function jsonTextOf(response: Response | undefined): string | undefined {
  if (response === undefined || !isJson(response.headers.get('content-type') ?? '')) return undefined;
  const { text, json, isCut } = response.body;
  return text !== undefined && !isCut && json !== undefined && 'value' in json ? text : undefined;
}

/** JSON with empty texts in the place of all that it has: what is left is between the parts. */
export const outsideTexts = (json: string): string => json.replaceAll(TEXTS, '""');

/** The texts of JSON as they are written, quotes included. */
export const TEXTS = /"(?:[^"\\]|\\.)*"/g;

/** What a line of evidence shows of a text. */
export const beginningOf = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
