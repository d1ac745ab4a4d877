import { fits, isObject, type Resource } from '../../../openapi/contract';
import { makeUp } from '../../values/believable/make-up';
import { putAll } from '../../values/put';
import { sample } from '../../values/sample';
import { shape } from '../../values/shape';
import type { Source } from '../../values/source';
import type { Id, StoredRecord } from '../../world/stores/records';
import type { Place } from '../place';
import type { Fields } from './given';

/** What is known of a record before it is made. */
export interface Wanted {
  readonly id: Id;
  readonly place: Place;
  /** What the document's examples say of it. */
  readonly given: Fields | undefined;
  /** Whether another record shows the schema's own example. */
  readonly isAnother: boolean;
}

/** A record that a reply may show, with what is wanted of it; undefined where none is found. */
export function makeRecord(resource: Resource, wanted: Wanted, source: Source): StoredRecord | undefined {
  const { schema, idProperty } = resource;
  const idOnly = idProperty === undefined ? {} : { [idProperty]: wanted.id };
  const parents = wanted.place.belongs.map(({ property, anyOf: [value] }) => [property, value]);
  const fixed = { ...Object.fromEntries(parents), ...idOnly };
  for (const fields of candidates(resource, wanted, source)) {
    if (!isObject(fields)) continue;
    // The id comes first. What no reply shows is not there: none of the candidates makes it.
    const record = putAll({}, idOnly, fields, fixed);
    if (fits(schema, 'response', record)) return record;
  }
  return undefined;
}

function* candidates({ schema, name }: Resource, { given, isAnother }: Wanted, source: Source): Iterable<unknown> {
  if (given !== undefined) yield shape(schema, given, { ...source, makeUp });
  yield makeUp(schema, source, name, isAnother);
  yield sample(schema, source);
}
