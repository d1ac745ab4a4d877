import { pointerTo } from '../json/value';
import { patternOf } from '../pattern/pattern';
import { expect, has, isObject, memberOf, namesIn, schemaAt, schemasByName } from './given';
import {
  addSeen,
  type Context,
  failing,
  fitsBy,
  fitsInside,
  type JsonSchema,
  type Keyword,
  type Params,
  type Rule,
  type Run,
  seenIn,
} from './run';

export const required: Keyword = (context) => {
  const names = context.schema[context.keyword];
  expect(context, Array.isArray(names));
  return missing(
    context,
    (names as readonly unknown[]).map(String),
    () => true,
    (name) => ({ missingProperty: name }),
  );
};

function missing(
  context: Context,
  names: readonly string[],
  isAsked: (value: object) => boolean,
  paramsOf: (name: string) => Params,
  message = '',
): Rule {
  const fail = failing(context);
  return (value: object, at, run) => {
    if (!isAsked(value)) return true;
    for (const name of names) {
      if (has(value, name)) continue;
      fail(value, at, run, paramsOf(name), message);
      if (!run.all) return false;
    }
    return true;
  };
}

export const dependentRequired: Keyword = (context) => dependencies(context, Object.entries(mapAt(context)), []);

export const mixedDependencies: Keyword = (context) => {
  const entries = Object.entries(mapAt(context)).filter(([name]) => name !== '__proto__');
  return dependencies(
    context,
    entries.filter(([, one]) => Array.isArray(one)),
    entries.filter(([, one]) => !Array.isArray(one)),
  );
};

export const dependentSchemas: Keyword = (context) => dependencies(context, [], Object.entries(mapAt(context)));

function mapAt(context: Context): Readonly<Record<string, unknown>> {
  const given = context.schema[context.keyword];
  expect(context, isObject(given));
  return given as Readonly<Record<string, unknown>>;
}

type Entries = readonly (readonly [string, unknown])[];

function dependencies(context: Context, ofNames: Entries, ofSchemas: Entries): Rule {
  const rules = ofNames.map(([property, given]) => {
    expect(context, Array.isArray(given));
    const names = (given as readonly unknown[]).map(String);
    const deps = names.join(', ');
    const params = (missingProperty: string) => ({ property, missingProperty, depsCount: names.length, deps });
    const word = names.length === 1 ? 'property' : 'properties';
    const message = `must have ${word} ${deps} when property ${property} is present`;
    return missing(context, names, (value) => has(value, property), params, message);
  });
  const judges = ofSchemas.map(([property, given]) => ({ property, judge: context.judgeOf(given) }));
  return (value: object, at, run, seen) => {
    for (const rule of rules) if (!rule(value as never, at, run, seen)) return false;
    for (const { property, judge } of judges) {
      if (judge === undefined || !has(value, property)) continue;
      const inner = seenIn(seen);
      if (fitsBy(judge, value, at, run, inner)) addSeen(seen, inner);
      else if (!run.all) return false;
    }
    return true;
  };
}

export const propertyNames: Keyword = (context) => {
  const given = schemaAt(context);
  const judge = context.judgeOf(given);
  if (judge === undefined) return undefined;
  const fail = failing(context, true);
  return (value: object, at, run) => {
    for (const propertyName of Object.keys(value)) {
      const { name } = run;
      run.name = propertyName;
      const fits = fitsInside(judge, propertyName, at, run);
      run.name = name;
      if (fits) continue;
      fail(value, at, run, { propertyName }, 'property name must be valid');
      if (!run.all) return false;
    }
    return true;
  };
};

export const additionalProperties: Keyword = (context) => {
  const { schema } = context;
  const given = schemaAt(context);
  const known = new Set(namesIn(schema.properties));
  const patterns = namesIn(schema.patternProperties).map((pattern) => patternOf(pattern));
  const isKnown = (name: string): boolean => known.has(name) || patterns.some((pattern) => pattern.test(name));
  const rule = forNames(context, given, 'additionalProperty', 'must NOT have additional properties');
  return (value: object, at, run, seen) => {
    if (seen !== undefined) seen.names = true;
    return rule(value, at, run, isKnown);
  };
};

export const unevaluatedProperties: Keyword = (context) => {
  const given = schemaAt(context);
  const message = 'must NOT have unevaluated properties';
  const rule = forNames(context, given, 'unevaluatedProperty', message);
  return (value: object, at, run, seen) => {
    const described = seen?.names ?? new Set();
    if (described === true) return true;
    const fits = rule(value, at, run, (name) => described.has(name));
    if (seen !== undefined) seen.names = true;
    return fits;
  };
};

/** Judges the members with other names than those that are known. */
function forNames(
  context: Context,
  given: JsonSchema | boolean,
  param: string,
  message: string,
): (value: object, at: string, run: Run, isKnown: (name: string) => boolean) => boolean {
  const judge = context.judgeOf(given);
  if (judge === undefined) return () => true;
  const fail = failing(context);
  return (value, at, run, isKnown) => {
    let fits = true;
    for (const name of Object.keys(value)) {
      if (isKnown(name)) continue;
      const isRight =
        given === false
          ? fail(value, at, run, { [param]: name }, message)
          : fitsBy(judge, memberOf(value, name), pointerTo(at, name), run);
      if (isRight) continue;
      fits = false;
      if (!run.all) break;
    }
    return fits || run.all;
  };
}

export const properties: Keyword = (context) => {
  const all = schemasByName(context);
  const judged = all.map(([name, schema]) => ({ name, place: pointerTo('', name), judge: context.judgeOf(schema) }));
  return (value: object, at, run, seen) => {
    if (seen !== undefined && seen.names !== true) for (const [name] of all) seen.names.add(name);
    for (const { name, place, judge } of judged) {
      const member = memberOf(value, name);
      if (judge !== undefined && member !== undefined && !fitsBy(judge, member, at + place, run) && !run.all)
        return false;
    }
    return true;
  };
};

export const patternProperties: Keyword = (context) => {
  // Where all names are described, ajv ends at the first wrong member; else it looks at all, even where one error is enough.
  const isBrief = context.schema.additionalProperties !== undefined;
  const judged = schemasByName(context).map(([pattern, schema]) => ({
    pattern: patternOf(pattern),
    judge: context.judgeOf(schema),
  }));
  return (value: object, at, run, seen) => {
    for (const { pattern, judge } of judged) {
      let fits = true;
      for (const name of Object.keys(value)) {
        if (!pattern.test(name)) continue;
        if (seen !== undefined && seen.names !== true) seen.names.add(name);
        if (judge !== undefined) fits = fitsBy(judge, memberOf(value, name), pointerTo(at, name), run);
        if (run.isOver || (!fits && isBrief && !run.all)) return false;
      }
      if (!fits && !run.all) return false;
    }
    return true;
  };
};
