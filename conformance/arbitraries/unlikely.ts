import fc, { type Arbitrary } from 'fast-check';
import { type Schema, typesOf } from '../../openapi/contract';
import { arbitraryOf } from './index';

/** Ids that hardly any record has: for integers, values far from where ids begin; for other schemas any value. */
export function unlikely(schema: Schema): Arbitrary<unknown> {
  if (!typesOf(schema).includes('integer')) return arbitraryOf(schema);
  const { minimum, maximum, format } = schema;
  const most = format === 'int32' ? 2n ** 31n - 1n : 2n ** 53n - 1n;
  const max = maximum === undefined ? most : BigInt(maximum);
  const min = minimum === undefined || BigInt(minimum) < max / 2n ? max / 2n : BigInt(minimum);
  return fc.bigInt({ min, max }).map(Number);
}
