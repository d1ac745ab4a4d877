import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Allowance, Plan } from '../model/allowance';
import type { Schema } from '../model/schema';
import { DEFINITIONS, extensionOf } from './vocabulary';

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
type WindowName = keyof typeof SECONDS;

/** What the figures of a plan, or of a key of its own, may be. */
export const ALLOWANCES: Schema = DEFINITIONS.allowances;

/** `x-plans` of the document's root; none where it is absent. */
export function readPlans(document: JsonObject): readonly Plan[] {
  type Raw = { name: string; allowances: 'custom' | Partial<Record<WindowName, number>> };
  return (extensionOf<Raw[]>(document, 'x-plans') ?? []).map(({ name, allowances }, index) => ({
    name,
    allowances: allowances === 'custom' ? 'custom' : readAllowances(allowances),
    pointer: pointerTo('', 'x-plans', index),
  }));
}

/** `{ minute: 60, day: 1000 }` as windows, shortest first. */
export function readAllowances(
  figures: Readonly<Partial<Record<WindowName, number | undefined>>>,
): readonly Allowance[] {
  return (Object.keys(SECONDS) as WindowName[]).flatMap((window) => {
    const requests = figures[window];
    return requests === undefined ? [] : [{ window, requests, seconds: SECONDS[window] }];
  });
}
