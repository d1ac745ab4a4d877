import { isObject, pointerTo } from '../json/value';
import type { ReportFault } from '../model/problem';
import { excerpt } from '../schema/violation';

/** An object of a document while it is read: our own copy. */
export type Draft = Record<string, unknown>;

/** Where a draft stands, and what takes its faults. */
export interface Site {
  readonly pointer: string;
  readonly report: ReportFault;
}

/** The place of a field. */
export const within = ({ pointer, report }: Site, name: string): Site => ({
  pointer: pointerTo(pointer, name),
  report,
});

/** How a value is shown in a message about a document. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : excerpt(value);
}

/** Reports what is wrong with a field, and what is done about it. */
export function tell(site: Site, name: string, problem: string, remedy: string, correction = CORRECT): void {
  site.report({ pointer: pointerTo(site.pointer, name), problem, remedy, correction });
}

/** Takes a field out, and says so. */
export function drop(draft: Draft, name: string, site: Site, problem: string, remedy = LEFT_OUT): void {
  Reflect.deleteProperty(draft, name);
  tell(site, name, problem, remedy);
}

/** Puts another value there, and says so. */
export function replace(
  draft: Draft,
  name: string,
  value: unknown,
  site: Site,
  problem: string,
  remedy = `It is read as ${shown(value)}.`,
): void {
  draft[name] = value;
  tell(site, name, problem, remedy);
}

export const LEFT_OUT = 'It is left out.';
export const CORRECT = 'See the OpenAPI specification, 3.0 or 3.1.';
