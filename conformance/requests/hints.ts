import { isObject, own } from '../../openapi/contract';
import { type Exchange, jsonOf } from '../exchange/exchange';

/** What a refusal says of one value of its request. */
export interface Hint {
  /** The names that lead to the value in the body; a single name may also be that of a parameter. */
  readonly at: readonly string[];
  readonly kind: 'missing' | 'unknown' | 'wrong';
  /** The values that would be taken, where the refusal lists them. */
  readonly choices: readonly unknown[];
}

/** What a refusal says of the values of its request, as far as it says so in a form that is in use. */
export function hintsOf(exchange: Exchange): readonly Hint[] {
  const value = jsonOf(exchange);
  const errors = isObject(value) ? (own(value, 'errors') ?? own(value, 'detail')) : undefined;
  const each = Array.isArray(errors) ? errors.filter(isObject) : [];
  return each.flatMap((error): readonly Hint[] => {
    const pointer = own(error, 'pointer');
    const at = typeof pointer === 'string' ? pointer.split('/').slice(1) : [];
    return at.length === 0 ? [] : [{ at, kind: 'wrong', choices: [] }];
  });
}
