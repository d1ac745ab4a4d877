import { itemsOf, type MediaType, propertiesOf } from '../../openapi/contract';
import { firstValue } from '../arbitraries';
import type { JsonRecord } from './records';
import { isForm } from './subject';

/**
 * A body that its media type can carry: an array without items has no part in a form, so one that has to be there gets an
 * item, unless it may have none.
 */
export function carried(media: MediaType, body: JsonRecord): JsonRecord {
  if (!isForm(media)) return body;
  const properties = propertiesOf(media.schema ?? {});
  const filled = Object.entries(body).flatMap(([name, value]) => {
    const property = properties.get(name);
    const items =
      property?.required === true && Array.isArray(value) && value.length === 0 ? property.schema : undefined;
    return items === undefined || items.maxItems === 0 ? [] : [[name, [firstValue(itemsOf(items) ?? {})]] as const];
  });
  return { ...body, ...Object.fromEntries(filled) };
}
