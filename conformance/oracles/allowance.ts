import type { AllowanceHeaders, Contract } from '../../openapi/contract';
import type { Response } from '../model/exchange';

/** The rate limit headers of a reply; a figure is undefined where its header is absent or no whole number. */
export interface Allowance {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Unix seconds. */
  readonly reset: number | undefined;
}

export function allowanceOf({ headers }: Response, names: AllowanceHeaders): Allowance {
  const figure = (name: string | undefined): number | undefined => {
    const text = name === undefined ? undefined : headers.get(name.toLowerCase());
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  return { limit: figure(names.limit), remaining: figure(names.remaining), reset: figure(names.reset) };
}

/** Unix seconds by the server's own clock; undefined where it does not show one. */
export function serverTime({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : date / 1000;
}

/** The longest window of any plan, in seconds; undefined where the contract has none. */
export function longestWindow({ plans }: Contract): number | undefined {
  const seconds = plans.flatMap(({ allowances }) =>
    allowances === 'custom' ? [] : allowances.map((each) => each.seconds),
  );
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}

/** Times are compared with this tolerance: dates have whole seconds, and making a reply takes time. */
export const TOLERANCE_S = 2;
