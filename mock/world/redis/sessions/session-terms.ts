import { parseJson, stringifyJson } from '../../../../openapi/contract';
import type { StoredRecord } from '../../stores/records';
import type { SessionTerms } from '../../stores/sessions';

type Entries<Of> = Of extends ReadonlyMap<infer Key, infer Value> ? readonly (readonly [Key, Value])[] : never;

/** Terms as they are written: maps are lists of their entries. */
interface WrittenTerms extends Omit<SessionTerms, 'fixtures' | 'plans'> {
  readonly fixtures?: readonly (readonly [string, Entries<ReadonlyMap<string | number | bigint, StoredRecord>>])[];
  readonly plans?: Entries<NonNullable<SessionTerms['plans']>>;
}

/** JSON, exact in every integer, from which any process can make what is missing of the session's world. */
export function writeTerms({ fixtures, plans, ...others }: SessionTerms): string {
  const written: WrittenTerms = {
    ...others,
    ...(fixtures && { fixtures: [...fixtures].map(([name, records]) => [name, [...records]] as const) }),
    ...(plans && { plans: [...plans] }),
  };
  return stringifyJson(written);
}

/** The terms that `writeTerms` has written. */
export function readTerms(text: string): SessionTerms {
  // It has written nothing else.
  const { fixtures, plans, ...others } = parseJson(text) as WrittenTerms;
  return {
    ...others,
    ...(fixtures && { fixtures: new Map(fixtures.map(([name, records]) => [name, new Map(records)])) }),
    ...(plans && { plans: new Map(plans) }),
  };
}
