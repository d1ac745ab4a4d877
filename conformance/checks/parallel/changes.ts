import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import type { JsonRecord } from '../../records/records';
import { fits, recordBodyOf } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';

/**
 * Valid records, or parts of one, that change a record, each otherwise: patches of one member each, or replacements of all of them. Every member
 * has its turn before one is patched twice.
 *
 * @param initial the record as it is
 */
export function changesOf(
  { subject, options }: CaseContext,
  initial: JsonRecord,
  role: 'replace' | 'patch',
  count: number,
): readonly JsonRecord[] {
  const media = recordBodyOf(subject);
  if (media === undefined) return [];
  const settable = [...propertiesOf(media.schema).values()].filter(
    ({ name, readOnly, writeOnly }) => !readOnly && !writeOnly && name !== subject.purpose?.resource.idProperty,
  );
  const used = new Map(settable.map(({ name }) => [name, [own(initial, name)]]));
  const fresh = ({ name, schema }: (typeof settable)[number], nth: number): readonly (readonly [string, unknown])[] => {
    const before = used.get(name) ?? [];
    const value = anotherValue(schema, before, options.seed + nth + 1);
    if (value === undefined) return [];
    used.set(name, [...before, value]);
    return [[name, value]];
  };
  const bodies = Array.from({ length: count }, (_, nth): JsonRecord => {
    if (role === 'replace')
      return Object.fromEntries(
        settable.flatMap((property) => {
          const value = fresh(property, nth);
          const was = own(initial, property.name);
          return value.length > 0 || was === undefined || was === null ? value : [[property.name, was] as const];
        }),
      );
    const property = settable[nth % Math.max(1, settable.length)];
    return property === undefined ? {} : Object.fromEntries(fresh(property, nth));
  });
  return bodies.filter((body) => Object.keys(body).length > 0 && fits(media, body));
}
