/** Times and numbers in words. Spans are in seconds. */

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

/** How far a clock is from real time; less than a second counts as none. */
export function offsetInWords(seconds: number): string {
  const distance = Math.round(Math.abs(seconds));
  if (distance === 0) return 'in step with the real time';
  return `${spanInWords(distance)} ${seconds > 0 ? 'ahead of' : 'behind'} the real time`;
}

/** `2026-01-31` */
export const dateOf = (instant: number): string => isoOf(instant)?.replace(/T.*/, '') ?? '';

/** `2026-01-31T23:59`, by UTC, as a field for a date has it; empty for a time that is not known. */
export const minuteOf = (instant: number | undefined): string =>
  instant === undefined ? '' : (isoOf(instant)?.slice(0, 16) ?? '');

/** `23:59:58`, by UTC. */
export const timeOf = (instant: number): string => isoOf(instant)?.replace(/.*T|\.\d+Z/g, '') ?? '';

/** `23:59:58.123`, by UTC. */
export const preciseTimeOf = (instant: number): string => isoOf(instant)?.replace(/.*T|Z/g, '') ?? '';

/** How long something took: `0.4 ms`, `12 ms`, `2.05 s`. */
export function durationInWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function isoOf(instant: number): string | undefined {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** A count with thousands separators: `1,000,000`. */
export const grouped = (count: number): string => count.toLocaleString('en');
