import type { ErrorObject } from 'ajv';

/** A schema as `toJsonSchema` makes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a schema has described of the value that it judges: the names of an object, the first items of an array, or all. */
interface Seen {
  names: Set<string> | true;
  items: number | true;
}

/** One judgement. */
export interface Run {
  errors: ErrorObject[];
  /** Set where the first error is found that ends the judgement. */
  isOver: boolean;
  /** Whether it goes on after an error. */
  all: boolean;
  /** Whether it is inside a union or the like, whose own error follows from those inside. */
  isInside: boolean;
  /** The name that is judged in place of the object that has it. */
  name: string | undefined;
  /** Whether all are asked for. */
  readonly wantsAll: boolean;
  readonly found: Found | undefined;
}

/** Judges a value at a place: it adds what it finds to the run. */
export type Judge = (value: unknown, at: string, run: Run, seen: Seen | undefined) => void;
/** The same of one keyword. @returns whether those after it judge, too */
export type Rule = (value: never, at: string, run: Run, seen: Seen | undefined) => boolean;

/** What was found out once, by schema and value: a union of itself would be judged anew at each level, 2^30 times 30 levels deep. */
export type Found = Map<object, Map<unknown, Finding>>;

export interface Finding {
  readonly errors: readonly ErrorObject[];
  readonly seen: Seen;
  readonly at: string;
}

export const newSeen = (): Seen => ({ names: new Set(), items: 0 });

export function addSeen(to: Seen | undefined, from: Seen | undefined): void {
  if (to === undefined || from === undefined) return;
  if (from.names === true) to.names = true;
  else if (to.names !== true) for (const name of from.names) to.names.add(name);
  if (from.items === true || to.items === true) to.items = true;
  else to.items = Math.max(to.items, from.items);
}

export const newRun = (all: boolean, found: Found | undefined): Run => ({
  errors: [],
  isOver: false,
  all,
  isInside: false,
  name: undefined,
  wantsAll: all,
  found,
});

/** Where a keyword stands. */
export interface Context {
  readonly keyword: string;
  readonly schema: JsonSchema;
  /** The judge of a part; undefined where it is seen to accept any value. */
  readonly judgeOf: (part: unknown) => Judge | undefined;
  /** What a name of the whole schema's `$defs` stands for. */
  readonly definition: (name: string) => Definition;
}

interface Definition {
  readonly schema: JsonSchema;
  /** Made when it first judges: of a large document a value meets little. */
  readonly judge: () => Judge;
}

export type Params = Readonly<Record<string, unknown>>;

/**
 * Makes what adds an error.
 *
 * @param follows whether it follows from errors before it, which then stay; it is the only one otherwise, where the first one ends all
 */
export function failing({ keyword, schema }: Pick<Context, 'keyword' | 'schema'>, follows = false) {
  return (value: unknown, at: string, run: Run, params: Params = {}, message = ''): false => {
    const error: ErrorObject = {
      instancePath: at,
      schemaPath: '',
      keyword,
      params,
      message,
      schema: schema[keyword],
      parentSchema: schema,
      data: value,
      ...(run.name !== undefined && { propertyName: run.name }),
    };
    if (!run.all && !run.isInside) {
      run.isOver = true;
      if (!follows) run.errors.length = 0;
    }
    run.errors.push(error);
    return false;
  };
}

/** @returns whether it found nothing */
export function fitsBy(judge: Judge, value: unknown, at: string, run: Run, seen?: Seen): boolean {
  const before = run.errors.length;
  judge(value, at, run, seen);
  return !run.isOver && run.errors.length === before;
}

/** The same inside of what follows from it. */
export function fitsInside(judge: Judge, value: unknown, at: string, run: Run, seen?: Seen): boolean {
  const { isInside } = run;
  run.isInside = true;
  const fits = fitsBy(judge, value, at, run, seen);
  run.isInside = isInside;
  return fits;
}

/** The same where nobody is told what is wrong. */
export function fitsUntold(judge: Judge, value: unknown, at: string, run: Run, seen?: Seen): boolean {
  const { all } = run;
  const before = run.errors.length;
  run.all = false;
  const fits = fitsInside(judge, value, at, run, seen);
  run.all = all;
  run.errors.length = before;
  return fits;
}

/** Of its own for each part that judges the same value, where somebody asks what is described. */
export const seenIn = (seen: Seen | undefined): Seen | undefined => (seen === undefined ? undefined : newSeen());

/** The judge of what accepts any value. */
export const anything: Judge = () => {};

/** Makes the rule of a keyword; undefined where what stands there says nothing. @throws for what can't stand there */
export type Keyword = (context: Context) => Rule | undefined;
