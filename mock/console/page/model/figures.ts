import type { ClockState, ShownMemory } from '../../../../openapi/types/control';

/** Times, counts and bytes in words, and the clock as it was read. Spans are in seconds. */

const UNITS = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units of a span: `1 day 2 h`, `59 s`. Seconds are rounded up. */
export function spanInWords(seconds: number): string {
  let rest = Math.ceil(Math.max(0, seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}

/** Whether a clock shows real time; less than a second counts as none. */
export const isInStep = (seconds: number): boolean => Math.round(Math.abs(seconds)) === 0;

/** How far a clock is from real time. */
export function offsetInWords(seconds: number): string {
  if (isInStep(seconds)) return 'in step with the real time';
  return `${spanInWords(Math.round(Math.abs(seconds)))} ${seconds > 0 ? 'ahead of' : 'behind'} the real time`;
}

/** A part of an instant's text by UTC, without what the pattern finds; empty for a time that is not known. */
const partOf =
  (left: RegExp) =>
  (instant = Number.NaN): string =>
    Number.isNaN(new Date(instant).getTime()) ? '' : new Date(instant).toISOString().replaceAll(left, '');

/** `2026-01-31` */
export const dateOf = partOf(/T.*/g);
/** `2026-01-31T23:59`, as a field for a date has it. */
export const minuteOf = partOf(/:\d\d\.\d+Z/g);
/** `23:59:58` */
export const timeOf = partOf(/.*T|\.\d+Z/g);
/** `23:59:58.123` */
export const preciseTimeOf = partOf(/.*T|Z/g);

/** How long something took: `0.4 ms`, `12 ms`, `2.05 s`. */
export function durationInWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** A count with thousands separators: `1,000,000`. */
export const grouped = (count: number): string => count.toLocaleString('en');

const MIB = 2 ** 20;
const mib = (bytes: number): string => grouped(Math.ceil(bytes / MIB));

/** What the mock takes of what it may take. */
export function memoryText({ mostBytes, residentBytes }: NonNullable<ShownMemory>): string {
  const used = residentBytes === null ? '' : `${mib(residentBytes)} of `;
  return `memory ${used}at most ${mib(mostBytes)} MiB`;
}

/** The same of each part, a line each. */
export const memoryParts = ({ parts }: NonNullable<ShownMemory>): string =>
  parts
    .map(
      ({ name, mostBytes, usedBytes }) =>
        `${name}: ${usedBytes === null ? '' : `${mib(usedBytes)} of `}${mib(mostBytes)} MiB`,
    )
    .join('\n');

/** The world's clock as it was read; its present time can be computed from it. */
export interface ClockReading {
  /** Unix milliseconds. */
  readonly now: number;
  readonly frozen: boolean;
  /** How far it is ahead of real time; of a frozen one, how far it was when it was first read, and was moved since. */
  readonly offsetSeconds: number;
  /** When it was read, by the page's own steady clock in milliseconds. */
  readonly readAt: number;
}

/** @param last the reading before: while a clock is frozen, what it falls behind is not how far it was moved */
export function readingOf(state: ClockState, readAt: number, last?: ClockReading): ClockReading {
  const { frozen } = state;
  const now = Date.parse(state.now);
  const moved = frozen && last?.frozen ? last.offsetSeconds + (now - last.now) / 1000 : undefined;
  return { now, frozen, offsetSeconds: moved ?? state.offsetSeconds ?? 0, readAt };
}

/** The world's time in Unix milliseconds. */
export const timeAt = ({ now, frozen, readAt }: ClockReading, at: number): number => (frozen ? now : now + at - readAt);
