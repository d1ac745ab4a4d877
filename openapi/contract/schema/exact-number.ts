import type { FuncKeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types';
import { jsonTypeOf } from '../json/type';
import { expectedType, type Test, testsOf } from './number-tests';
import type { Bounds } from './numeric-keywords';

export const EXACT_NUMBER = 'exactNumber';

/**
 * Types and bounds of numbers that may be `bigint`. ajv's own `type: integer` refuses every bigint, and its int64 is
 * `Number.isInteger`, which takes 1e300. A number that is not exact (beyond ±(2^53-1) and no bigint) is no int64.
 */
export const exactNumberKeyword: FuncKeywordDefinition = {
  keyword: EXACT_NUMBER,
  compile(bounds: Bounds) {
    const tests = testsOf(bounds);
    const acceptsOthers = bounds.types.filter((type) => type !== 'integer' && type !== 'number');
    const validate: DataValidateFunction = (value) => {
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      if (!isNumber) {
        if (bounds.types.length === 0 || acceptsOthers.includes(jsonTypeOf(value))) return true;
        return refuse(validate, { keyword: 'type', expected: expectedType(bounds) });
      }
      for (const test of tests) if (!test.holds(value)) return refuse(validate, test);
      return true;
    };
    return validate;
  },
};

/** @param broken with the keyword of JSON Schema that ours stands for */
function refuse(validate: DataValidateFunction, { keyword, expected }: Pick<Test, 'keyword' | 'expected'>): false {
  validate.errors = [{ keyword: EXACT_NUMBER, message: `must be ${expected}`, params: { expected, keyword } }];
  return false;
}
