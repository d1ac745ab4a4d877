import { areAllDifferent } from './canonical';
import { expect, schemaAt, schemasAt } from './given';
import { failing, fitsBy, fitsInside, type Judge, type Keyword, type Run } from './run';

export const uniqueItems: Keyword = (context) => {
  const wanted = context.schema[context.keyword];
  expect(context, typeof wanted === 'boolean');
  if (wanted !== true) return undefined;
  const fail = failing(context);
  return (value: readonly unknown[], at, run) =>
    areAllDifferent(value) || fail(value, at, run, {}, 'must not have duplicates');
};

export const prefixItems: Keyword = (context) => {
  const judges = schemasAt(context).map(context.judgeOf);
  return (value: readonly unknown[], at, run, seen) => {
    if (seen !== undefined && seen.items !== true) seen.items = Math.max(seen.items, judges.length);
    for (const [index, judge] of judges.entries()) {
      if (judge === undefined || index >= value.length) continue;
      if (!fitsBy(judge, value[index], `${at}/${index}`, run) && !run.all) return false;
    }
    return true;
  };
};

/** Judges the items from one on. */
const judgeItems = (judge: Judge, value: readonly unknown[], from: number, at: string, run: Run): boolean => {
  for (let index = from; index < value.length; index += 1) {
    if (!fitsBy(judge, value[index], `${at}/${index}`, run) && !run.all) return false;
  }
  return true;
};

export const items: Keyword = (context) => {
  const { schema } = context;
  const given = schemaAt(context);
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  const isClosed = given === false && Array.isArray(schema.prefixItems);
  const judge = isClosed ? undefined : context.judgeOf(given);
  const fail = failing(context);
  return (value: readonly unknown[], at, run, seen) => {
    if (seen !== undefined) seen.items = true;
    if (isClosed && value.length > prefix) {
      return fail(value, at, run, { limit: prefix }, `must NOT have more than ${prefix} items`);
    }
    return judge === undefined || judgeItems(judge, value, prefix, at, run);
  };
};

export const contains: Keyword = (context) => {
  const { schema } = context;
  const given = schemaAt(context);
  // Where they are no numbers, a comparison with them is false.
  const least = (schema.minContains ?? 1) as number;
  const most = schema.maxContains as number | undefined;
  if (most === undefined && least === 0) return undefined;
  const judge = context.judgeOf(given);
  const fail = failing(context);
  const params = most === undefined ? { minContains: least } : { minContains: least, maxContains: most };
  const message =
    most === undefined
      ? `must contain at least ${least} valid item(s)`
      : `must contain at least ${least} and no more than ${most} valid item(s)`;
  const isEnough = (count: number): boolean => count >= least && (most === undefined || count <= most);
  return (value: readonly unknown[], at, run, seen) => {
    if (most !== undefined && least > most) return fail(value, at, run, params, message);
    if (judge === undefined) return isEnough(value.length) || fail(value, at, run, params, message);
    if (seen !== undefined) seen.items = true;
    const before = run.errors.length;
    let count = 0;
    for (const [index, item] of value.entries()) {
      if (fitsInside(judge, item, `${at}/${index}`, run)) count += 1;
      if (most === undefined ? count >= least : count > most) break;
    }
    if (!isEnough(count)) return fail(value, at, run, params, message);
    run.errors.length = before;
    return true;
  };
};

export const unevaluatedItems: Keyword = (context) => {
  const given = schemaAt(context);
  const judge = context.judgeOf(given);
  const fail = failing(context);
  return (value: readonly unknown[], at, run, seen) => {
    const described = seen?.items ?? 0;
    if (described === true) return true;
    if (seen !== undefined) seen.items = true;
    if (given !== false) return judge === undefined || judgeItems(judge, value, described, at, run);
    if (value.length <= described) return true;
    return fail(value, at, run, { limit: described }, `must NOT have more than ${described} items`);
  };
};
