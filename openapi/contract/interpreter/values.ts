import { patternOf } from '../pattern/pattern';
import { isOneOf } from './canonical';
import { FORMATS } from './formats';
import { expect, isText } from './given';
import { type Context, failing, type Keyword, type Params } from './run';

function whole(context: Context): number {
  const limit = context.schema[context.keyword];
  expect(context, typeof limit === 'number');
  return limit as number;
}

export const bounded =
  (sizeOf: (value: never) => number, breaks: (size: number, limit: number) => boolean): Keyword =>
  (context) => {
    const limit = whole(context);
    const fail = failing(context);
    return (value, at, run) => !breaks(sizeOf(value), limit) || fail(value, at, run, { limit });
  };
export const isMore = (size: number, limit: number): boolean => size > limit;
export const isLess = (size: number, limit: number): boolean => size < limit;

/** In code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
export const itemsOf = (items: readonly unknown[]): number => items.length;
export const membersOf = (object: object): number => Object.keys(object).length;

export const pattern: Keyword = (context) => {
  const source = context.schema[context.keyword];
  expect(context, isText(source));
  const found = patternOf(String(source));
  const fail = failing(context);
  return (value, at, run) => found.test(value) || fail(value, at, run, { pattern: source });
};

export const formatFor =
  (type: 'number' | 'string'): Keyword =>
  (context) => {
    const name = context.schema[context.keyword];
    expect(context, isText(name));
    const format = Object.hasOwn(FORMATS, String(name)) ? FORMATS[String(name)] : undefined;
    if (format === undefined || typeof format === 'boolean' || typeof format === 'string') return undefined;
    const isPlain = typeof format === 'function' || format instanceof RegExp;
    if ((isPlain ? 'string' : (format.type ?? 'string')) !== type) return undefined;
    const given: unknown = isPlain ? format : format.validate;
    // The casts are true: what is no pattern is a function that judges values of this type at once.
    const test = given instanceof RegExp ? (text: string) => given.test(text) : (given as (value: never) => boolean);
    const fail = failing(context);
    return (value, at, run) => test(value) === true || fail(value, at, run, { format: name });
  };

export const equalTo =
  (valuesOf: (given: unknown) => readonly unknown[], paramsOf: (given: unknown) => Params): Keyword =>
  (context) => {
    const given = context.schema[context.keyword];
    const test = isOneOf(valuesOf(given));
    const fail = failing(context);
    return (value, at, run) => test(value) || fail(value, at, run, paramsOf(given));
  };
