import { type Operation, own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/another';
import type { JsonRecord } from '../../model/records';
import { bodyOf } from '../../model/subject';

/** What of a record an operation may set, each with another value than the record shows. */
export function otherValues(operation: Operation, record: JsonRecord, seed: number): JsonRecord {
  const members = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].flatMap(({ name, schema, readOnly }) => {
    const was = own(record, name);
    const value = readOnly || was === undefined ? undefined : anotherValue(schema, [was], seed);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}
