import { isObject } from '../../openapi/contract';

/** Whether two JSON values are the same: exactly, whatever the order of names. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
    );
  }
  return Object.is(a, b) || (a === 0 && b === 0);
}
