import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import type { Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { recordBodyOf } from '../../requests/valid';

/** What of a record an operation may set, each with another value than the record shows. */
export function otherValues(subject: Subject, record: JsonRecord, seed: number): JsonRecord {
  const members = [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => {
      const was = own(record, name);
      const value = readOnly || was === undefined ? undefined : anotherValue(schema, [was], seed);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return Object.fromEntries(members);
}
