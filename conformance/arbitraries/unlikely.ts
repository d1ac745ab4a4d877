import fc, { type Arbitrary } from 'fast-check';
import { fits, type Schema, typesOf } from '../../openapi/contract';
import { arbitraryOf } from '.';

/**
 * Ids that hardly any record has: for integers, values far from where ids begin; for texts of any kind letters and digits, since
 * a server may know better than the schema what an id is made of; for other schemas any value.
 */
export function unlikely(schema: Schema): Arbitrary<unknown> {
  const types = typesOf(schema);
  if (types.includes('integer')) return unlikelyInteger(schema);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = Math.min(Math.max(minLength, LENGTH), maxLength);
  const isOpen =
    (types.length === 0 || types.includes('string')) &&
    ['z', 'ab', LETTERS].every((some) => fits(schema, 'request', some.repeat(length).slice(0, length)));
  if (!isOpen || length === 0) return arbitraryOf(schema);
  return fc
    .array(fc.constantFrom(...LETTERS), { minLength: length, maxLength: length })
    .map((letters) => letters.join(''))
    .filter((text) => fits(schema, 'request', text));
}

const LENGTH = 16;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

function unlikelyInteger({ minimum, maximum, format }: Schema): Arbitrary<unknown> {
  const most = format === 'int32' ? 2n ** 31n - 1n : 2n ** 53n - 1n;
  const max = maximum === undefined ? most : BigInt(maximum);
  const min = minimum === undefined || BigInt(minimum) < max / 2n ? max / 2n : BigInt(minimum);
  return fc.bigInt({ min, max }).map(Number);
}
