import type { IdChoice } from '../model/resource';
import type { Schema } from '../model/schema';
import { propertiesOf } from '../schema/properties';

/**
 * Who chooses the id of a new record.
 *
 * @param taken the schema of the record in what create takes
 */
export function readIdChoice(record: Schema, taken: Schema | undefined, idProperty: string | undefined): IdChoice {
  if (idProperty === undefined || taken === undefined) return 'service';
  const sent = propertiesOf(taken).get(idProperty);
  if (sent === undefined || sent.readOnly || propertiesOf(record).get(idProperty)?.readOnly === true) return 'service';
  return sent.required ? 'client' : 'either';
}
