import { schemaAt, schemasAt } from './given';
import { addSeen, anything, failing, fitsBy, fitsInside, fitsUntold, type Keyword, seenIn } from './run';

/** Every part has to fit. */
export const everyPart: Keyword = (context) => {
  const judges = schemasAt(context)
    .map(context.judgeOf)
    .filter((judge) => judge !== undefined);
  return (value, at, run, seen) => {
    for (const judge of judges) {
      const inner = seenIn(seen);
      const fits = fitsBy(judge, value, at, run, inner);
      addSeen(seen, inner);
      if (!fits && !run.all) return false;
    }
    return true;
  };
};

export const anyPart: Keyword = (context) => {
  const judges = schemasAt(context).map((part) => context.judgeOf(part) ?? anything);
  const fail = failing(context, true);
  return (value, at, run, seen) => {
    const before = run.errors.length;
    let fits = false;
    for (const judge of judges) {
      const inner = seenIn(seen);
      if (!fitsInside(judge, value, at, run, inner)) continue;
      fits = true;
      addSeen(seen, inner);
      if (seen === undefined) break;
    }
    if (!fits) return fail(value, at, run, {}, 'must match a schema in anyOf');
    run.errors.length = before;
    return true;
  };
};

export const onePart: Keyword = (context) => {
  const judges = schemasAt(context).map((part) => context.judgeOf(part) ?? anything);
  const fail = failing(context, true);
  return (value, at, run, seen) => {
    const before = run.errors.length;
    let passing: number | undefined;
    for (const [index, judge] of judges.entries()) {
      const inner = seenIn(seen);
      if (!fitsInside(judge, value, at, run, inner)) continue;
      if (passing !== undefined) return fail(value, at, run, { passingSchemas: [passing, index] });
      passing = index;
      addSeen(seen, inner);
    }
    if (passing === undefined) return fail(value, at, run, { passingSchemas: null });
    run.errors.length = before;
    return true;
  };
};

export const noPart: Keyword = (context) => {
  const judge = context.judgeOf(schemaAt(context)) ?? anything;
  const fail = failing(context);
  return (value, at, run) => !fitsUntold(judge, value, at, run) || fail(value, at, run);
};

export const condition: Keyword = (context) => {
  const { schema, judgeOf } = context;
  const [ofThen, ofElse] = ['then', 'else'].map((word) =>
    schema[word] === undefined ? undefined : judgeOf(schema[word]),
  );
  const judge = judgeOf(schemaAt(context)) ?? anything;
  if (ofThen === undefined && ofElse === undefined) return undefined;
  const fail = failing(context, true);
  return (value, at, run, seen) => {
    const inner = seenIn(seen);
    const failingKeyword = fitsUntold(judge, value, at, run, inner) ? 'then' : 'else';
    addSeen(seen, inner);
    const chosen = failingKeyword === 'then' ? ofThen : ofElse;
    if (chosen === undefined) return true;
    const ofClause = seenIn(seen);
    if (fitsBy(chosen, value, at, run, ofClause)) {
      addSeen(seen, ofClause);
      return true;
    }
    return !run.isOver && fail(value, at, run, { failingKeyword }, `must match "${failingKeyword}" schema`);
  };
};
