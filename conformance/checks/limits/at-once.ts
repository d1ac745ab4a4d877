import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { type Allowance, allowanceOf, isSameWindow } from '../../rules/oracles/allowance';
import type { CaseContext } from '../../steps/check';
import type { BrokenRule } from '../../verdict/verdict';
import { fail, unjudged, type Verdict } from '../../verdict/verdict';
import { type Baseline, comeBack, flowsBack } from './baseline';

/** What came of requests at once at the end of an allowance. */
interface AtOnce {
  /** The most is left after the first of them. */
  readonly served: readonly Exchange[];
  /** The first that was refused for the limit. */
  readonly refused: Exchange | undefined;
}

/** So many requests are to be left when more than those are sent at once; undefined where none are. */
export const leftAtOnce = ({ options: { parallel } }: Pick<CaseContext, 'options'>): number | undefined =>
  parallel < 2 ? undefined : Math.floor(parallel / 2);

/**
 * Sends more requests at once than are left: no more than those are served, and the others are refused as a single one would
 * be. Whether fewer were served is left to the caller: others may use the key.
 *
 * @param last the request before them, and what its reply said
 * @param base from which the requests are counted
 */
export async function sendAtOnce(
  context: CaseContext,
  request: Request,
  last: { readonly exchange: Exchange; readonly now: Allowance },
  base: Baseline,
): Promise<AtOnce | Verdict> {
  const names = context.contract.allowanceHeaders;
  const left = last.now.remaining ?? 0;
  const exchanges = await context.sendTogether(Array.from({ length: context.options.parallel }, () => request));
  const lost = exchanges.find(({ response }) => response === undefined);
  if (lost !== undefined) {
    const alone = await context.send(request);
    return unjudged(alone.response === undefined ? alone : lost);
  }
  const restOf = ({ response }: Exchange): number => (response && allowanceOf(response, names).remaining) ?? 0;
  const served = exchanges.filter(isSuccess).sort((a, b) => restOf(b) - restOf(a));
  const refused = exchanges.filter(({ response }) => response?.status === 429);
  const other = exchanges.find((one) => !served.includes(one) && !refused.includes(one));
  const many = `with ${exchanges.length} requests at once`;
  if (other !== undefined) {
    const alone = await context.send(request);
    // Then it is no matter of how many there are.
    if (alone.response?.status === other.response?.status) return { served, refused: alone };
    return fail({
      expected: 'success, or the status 429',
      actual: `${outcomeOf(other)}, ${many}`,
      exchanges: [last.exchange, other],
      key: 'another status at once',
    });
  }
  const told = exchanges.flatMap(({ response }) => (response === undefined ? [] : [allowanceOf(response, names)]));
  const isOneWindow = told.every((now) => isSameWindow(last.now, now) && !comeBack(base, last.now, now));
  if (isOneWindow && served.length > left + flowsBack(base, last.now))
    return fail({
      expected: `${left} of ${exchanges.length} requests at once served, and the status 429 for the others`,
      actual: `${served.length} were served`,
      exchanges: [last.exchange, served.at(-1) ?? last.exchange],
      key: 'too many at once',
    });
  const broken = exchanges.flatMap((exchange) => context.brokenBy(exchange).map((one) => ({ ...one, exchange })))[0];
  if (broken !== undefined && !(await isBrokenAlone(context, request, broken)))
    return fail({
      expected: broken.breach.expected,
      actual: `${broken.breach.actual}, ${many}`,
      exchanges: [broken.exchange],
      key: `${broken.rule.id} ${broken.breach.key}`,
      clause: broken.clause,
    });
  return { served, refused: refused[0] };
}

/** Whether the same request alone breaks the same rule: then that is reported of the request. */
async function isBrokenAlone(context: CaseContext, request: Request, { rule }: BrokenRule): Promise<boolean> {
  const alone = await context.send(request);
  return context.brokenBy(alone).some((other) => other.rule.id === rule.id);
}
