import { stringifyJson } from '../json/json';
import { pointerTo } from '../json/pointer';
import { partOf } from '../json/value';
import type { ReportFault } from '../model/problem';

/** An object of a document while it is read: our own copy. */
export type Draft = Record<string, unknown>;

/** Where a draft stands, and what takes its faults. */
export interface Site {
  readonly pointer: string;
  readonly report: ReportFault;
}

/** How a value is shown in a message: as JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const whole = stringifyJson(value);
  return whole.length <= 60 ? whole : `${partOf(whole, 0, 57)}…`;
}

/** Takes a field out, and says so. */
export function drop(draft: Draft, name: string, { pointer, report }: Site, problem: string, remedy = LEFT_OUT): void {
  Reflect.deleteProperty(draft, name);
  report({ pointer: pointerTo(pointer, name), problem, remedy, correction: CORRECT });
}

/** Puts another value there, and says so. */
export function replace(draft: Draft, name: string, value: unknown, place: Site, problem: string): void {
  draft[name] = value;
  const remedy = `It is read as ${shown(value)}.`;
  place.report({ pointer: pointerTo(place.pointer, name), problem, remedy, correction: CORRECT });
}

export const LEFT_OUT = 'It is left out.';
export const CORRECT = 'See the OpenAPI specification, 3.0 or 3.1.';
