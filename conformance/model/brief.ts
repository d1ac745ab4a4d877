import { stringifyJson } from '../../openapi/contract';
import { copied } from './evidence';

/** A value as JSON, cut to what a line can hold. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value);
  return text.length <= 80 ? text : `${copied(text.slice(0, 77))}…`;
}
