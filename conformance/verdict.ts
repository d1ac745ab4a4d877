import { stringifyJson } from '../openapi/contract';
import type { Exchange, Observation, Verdict } from './model';

export const PASS: Verdict = { outcome: 'pass' };
export const skip = (reason: string): Verdict => ({ outcome: 'skip', reason });
export const inconclusive = (reason: string): Verdict => ({ outcome: 'inconclusive', reason });

/** The server broke its contract. */
export const fail = (observation: Observation): Verdict => ({ outcome: 'fail', observation });
/** The server did what the contract would not have made one expect, and may have its reasons. */
export const warn = (observation: Observation): Verdict => ({ outcome: 'warn', observation });

/** The same verdict, of another check than the one that sent the requests. */
export const about = (of: string, verdict: Verdict): Verdict =>
  verdict.outcome === 'fail' || verdict.outcome === 'warn' ? { ...verdict, of } : verdict;

/** The order from best to worst; of several outcomes the worst stands for all. */
const ORDER: readonly Verdict['outcome'][] = ['skip', 'pass', 'inconclusive', 'warn', 'error', 'fail'];
export const worst = (outcomes: readonly Verdict['outcome'][]): Verdict['outcome'] =>
  outcomes.reduce((worse, outcome) => (ORDER.indexOf(outcome) > ORDER.indexOf(worse) ? outcome : worse), 'skip');

/** What an exchange came to, in a few words. */
export function outcomeOf({ response, failure }: Exchange): string {
  if (failure !== undefined) return failure.message;
  return response === undefined ? 'nothing' : `the status ${response.status}`;
}

/** A value as JSON, cut to what a line can hold. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}

/** Whether the server refused a request in a form that the contract knows: 4xx, whose envelope the oracles judge. */
export const isRefusal = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500;

export const isSuccess = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

/** What a check can't judge because the exchange itself failed; the oracles have told of that. */
export const unjudged = (exchange: Exchange): Verdict => inconclusive(`not judged: ${outcomeOf(exchange)}`);
