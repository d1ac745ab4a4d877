import type { Property } from '../../openapi/contract';
import { firstValue } from '.';

/** A JSON object that lacks a required member, and how. */
interface Misnamed {
  readonly what: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Objects that seem to have a required member: under a name in another case, inherited, or in company of an optional one. */
export function misnamedBodies(
  properties: readonly Property[],
  valid: Readonly<Record<string, unknown>>,
): readonly Misnamed[] {
  const optional = properties.filter(({ required, name }) => !required && !Object.hasOwn(valid, name));
  const each = properties
    .filter(({ required }) => required)
    .flatMap(({ name }): readonly Misnamed[] => {
      const { [name]: value, ...rest } = valid;
      const other = inOtherCase(name);
      return [
        ...(other === name ? [] : [{ what: `${name} under the name ${other}`, value: { [other]: value, ...rest } }]),
        ...optional.map((beside) => ({
          what: `${name} missing beside ${beside.name}`,
          value: { ...rest, [beside.name]: firstValue(beside.schema) },
        })),
      ];
    });
  return [...each, { what: 'every member in __proto__', value: Object.fromEntries([['__proto__', valid]]) }];
}

/** Its first letter in the other case. */
export function inOtherCase(name: string): string {
  const first = name.slice(0, 1);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + name.slice(1);
}
