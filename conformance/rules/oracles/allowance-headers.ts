import type { Breach } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { allowanceOf, isOfKey, longestWindow, planFigures, serverTime, TOLERANCE_S } from './allowance';

/** Bounds of a Unix time in seconds: milliseconds and durations lie outside. */
const PLAUSIBLE: readonly [number, number] = [1e9, 1e11];

/** The figures of the rate limit headers make sense. */
export const allowanceHeaders: Oracle = {
  id: 'allowance.headers',
  title: 'The rate limit headers make sense',
  level: 'MUST',
  clause: ({ contract: { allowanceHeaders: names } }) => ({
    sentence: `${names.limit} is the allowance in force, ${names.remaining} what is left of it, ${names.reset} the Unix time at which it resets.`,
    pointer: '/components/headers',
  }),
  judge: ({ exchange, contract, target }) => {
    const { request, response, milliseconds } = exchange;
    if (response === undefined || Object.values(contract.allowanceHeaders).every((name) => name === undefined))
      return undefined;
    const { limit, remaining, reset } = allowanceOf(response, contract.allowanceHeaders);
    if (limit === undefined && remaining === undefined && reset === undefined) return undefined;
    const breaches: Breach[] = [];
    if (limit !== undefined && remaining !== undefined && remaining > limit) {
      breaches.push({ key: 'remaining', expected: `at most ${limit} left`, actual: `${remaining} left of ${limit}` });
    }
    const figures = isOfKey(exchange) ? planFigures(contract, target, request.credential) : undefined;
    if (limit !== undefined && figures !== undefined && !figures.includes(limit)) {
      breaches.push({
        key: 'limit',
        expected: `a limit of ${figures.join(' or ')}, as the plan has it`,
        actual: `a limit of ${limit}`,
      });
    }
    if (reset !== undefined)
      breaches.push(
        ...judgeReset(reset, serverTime(response), milliseconds / 1000, longestWindow(contract), response.status),
      );
    return breaches.map((breach) => ({ ...breach, topic: { defect: breach.key } }));
  },
};

function judgeReset(
  reset: number,
  now: number | undefined,
  took: number,
  longest: number | undefined,
  status: number,
): readonly Breach[] {
  const [earliest, latest] = PLAUSIBLE;
  if (reset < earliest || reset > latest) {
    return [{ key: 'reset unit', expected: 'a reset as Unix time in seconds', actual: `a reset of ${reset}` }];
  }
  if (now === undefined) return [];
  const slack = TOLERANCE_S + took;
  if (reset < now - slack) {
    return [
      {
        key: 'reset past',
        expected: 'a reset now or later',
        actual: `a reset ${Math.round(now - reset)} s before the server's own Date`,
      },
    ];
  }
  // A ban may last longer than any window, and a 429 may announce its end.
  if (longest !== undefined && status !== 429 && reset > now + longest + slack) {
    return [
      {
        key: 'reset far',
        expected: `a reset within ${longest} s`,
        actual: `a reset ${Math.round(reset - now)} s after the server's own Date`,
      },
    ];
  }
  return [];
}
