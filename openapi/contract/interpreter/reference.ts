import type { ErrorObject } from 'ajv';
import { memoized } from '../memo/memo';
import { addSeen, type Finding, fitsBy, type Keyword, newRun, newSeen, type Run, seenIn } from './run';

/** How many errors a whole gets of a part that is referred to, the last of them. */
const MOST_ERRORS = 100;

export const reference: Keyword = (context) => {
  const { schema: target, judge } = context.definition(String(context.schema.$ref).replace('#/$defs/', ''));
  if (!refers(target)) {
    return (value, at, run, seen) => {
      const inner = seenIn(seen);
      const fits = fitsBy(judge(), value, at, run, inner);
      addSeen(seen, inner);
      return fits;
    };
  }
  const judgeNow = (value: unknown, at: string, run: Run): Finding => {
    const own = newRun(run.wantsAll, run.found);
    const seen = newSeen();
    judge()(value, at, own, seen);
    return { errors: own.errors.slice(-MOST_ERRORS), seen, at };
  };
  return (value, at, run, seen) => {
    const known = run.found?.get(target)?.get(value);
    const finding = known ?? judgeNow(value, at, run);
    if (known === undefined && run.found !== undefined) {
      const ofTarget = run.found.get(target) ?? new Map<unknown, Finding>();
      run.found.set(target, ofTarget.set(value, finding));
    }
    if (finding.errors.length === 0) {
      addSeen(seen, finding.seen);
      return true;
    }
    for (const error of finding.errors) run.errors.push(moved(error, finding.at, at));
    return false;
  };
};

/** An error of a part that is looked at from elsewhere: its place in the value is another one. */
const moved = (error: ErrorObject, from: string, to: string): ErrorObject =>
  from === to ? error : { ...error, instancePath: to + error.instancePath.slice(from.length) };

/** Whether it refers to others, wherever in it. */
const refers = memoized((schema: object): boolean =>
  Object.entries(schema).some(
    ([keyword, value]) => keyword === '$ref' || (typeof value === 'object' && value !== null && refers(value)),
  ),
);
