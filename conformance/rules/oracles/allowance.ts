import type { AllowanceHeaders, Contract } from '../../../openapi/contract';
import type { Credential, Exchange, Response } from '../../exchange/exchange';
import type { History, Target } from '../rule';

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

/** When a 429 says to try again, in Unix seconds by the server's own clock; undefined where nothing tells it. */
export function retryTime(response: Response): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  const now = serverTime(response);
  if (/^\d+$/.test(text)) return now === undefined ? undefined : now + Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date / 1000;
}

/** For how many seconds Retry-After asks to wait (RFC 9110 §10.2.3). @param elseNow Unix seconds, where the server shows no clock */
export function retrySeconds(response: Response, elseNow: number): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = retryTime(response);
  return at === undefined ? undefined : Math.max(0, at - (serverTime(response) ?? elseNow));
}

/** Statuses by which a server may refuse a request before it looks at the key (RFC 9110 §15.5, RFC 6585 §5). */
const BEFORE_THE_KEY: readonly number[] = [401, 408, 413, 414, 431];

/**
 * Whether the allowance of a reply is that of the key which was sent: a reply that belongs to no key may tell of another one,
 * such as that of the client's address.
 */
export function isOfKey({ request, response }: Exchange): boolean {
  if (response === undefined || BEFORE_THE_KEY.includes(response.status)) return false;
  return response.status !== 400 || isDecodable(request.target);
}

/** Whether the percent-encoding of a target is whole, and stands for UTF-8. */
function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

/** Whether two replies report the same window: its figure and its end, which may be rounded in two ways. */
export const isSameWindow = (one: Allowance, other: Allowance): boolean =>
  one.limit === other.limit &&
  one.reset !== undefined &&
  other.reset !== undefined &&
  Math.abs(one.reset - other.reset) <= 1;

/** Whether the second of two replies shows one more left of the same window than the first. */
export function risesByOne(one: Response | undefined, other: Response | undefined, names: AllowanceHeaders): boolean {
  if (one === undefined || other === undefined) return false;
  const [before, now] = [allowanceOf(one, names), allowanceOf(other, names)];
  return isSameWindow(before, now) && before.remaining !== undefined && now.remaining === before.remaining + 1;
}

/** Whether so much is left that no dear request could use it up, nor a few of another client. */
export const isMuch = (left: number, { limit = 0 }: Allowance): boolean => left >= Math.max(10, limit / 10);

/** The allowances that the key of a request may have; undefined where its plan is not known or has no figures. */
export function planFigures(
  { plans }: Contract,
  { plan, limitPlan }: Target,
  credential: Credential,
): readonly number[] | undefined {
  const name = credential === 'main' ? plan : credential === 'limit' ? limitPlan : undefined;
  const found = plans.find((candidate) => candidate.name.toLowerCase() === name?.toLowerCase());
  return found === undefined || found.allowances === 'custom'
    ? undefined
    : found.allowances.map(({ requests }) => requests);
}

/** The lengths of all windows of all plans, in seconds. */
export const windowLengths = ({ plans }: Contract): readonly number[] => [
  ...new Set(
    plans.flatMap(({ allowances }) => (allowances === 'custom' ? [] : allowances.map(({ seconds }) => seconds))),
  ),
];

/** The longest window of any plan, in seconds; undefined where the contract has none. */
export function longestWindow(contract: Contract): number | undefined {
  const seconds = windowLengths(contract);
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}

/** Times are compared with this tolerance: dates have whole seconds, and making a reply takes time. */
export const TOLERANCE_S = 2;

/**
 * How many requests may have come back since the one before, where the allowance looks like one of which some comes back bit
 * by bit; 0 where it does not. A bucket is full again after as long as what was taken out takes to come back, and some
 * servers tell when the next request comes back instead. Where a window has begun since the run did, a part of the one before
 * may count that grows smaller.
 */
export function refill(
  exchange: Exchange,
  { contract, previous, first }: History,
  { limit, remaining = 0, reset }: Allowance,
): number {
  const { response, startedAt } = exchange;
  if (previous === undefined || response === undefined || limit === undefined || reset === undefined) return 0;
  const left = reset - (serverTime(response) ?? startedAt / 1000);
  const isBucket =
    Math.abs(left) <= TOLERANCE_S ||
    windowLengths(contract).some((seconds) => Math.abs(left - ((limit - remaining) * seconds) / limit) <= TOLERANCE_S);
  const began = first?.response && allowanceOf(first.response, contract.allowanceHeaders).reset;
  const isNext = began !== undefined && reset > began + TOLERANCE_S;
  if (!isBucket && !isNext) return 0;
  // Of the fraction that is not shown, one more may be whole.
  return cameBack(exchange, { contract, previous }, { limit }) + 1;
}

/** How many requests come back between two exchanges at the most, to a bucket that fills over the shortest window. */
export function cameBack(
  { startedAt, milliseconds }: Exchange,
  { contract, previous }: Pick<History, 'contract' | 'previous'>,
  { limit = 0 }: Pick<Allowance, 'limit'>,
): number {
  if (previous === undefined) return 0;
  const elapsed = (startedAt + milliseconds - previous.startedAt) / 1000;
  return Math.floor((elapsed * limit) / Math.min(...windowLengths(contract)));
}
