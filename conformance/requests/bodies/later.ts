/** Bodies with other times: where something stands at a time already, the next one comes later. */
import { isObject, itemsOf, own, propertiesOf, type Schema } from '../../../openapi/contract';
import type { JsonRecord } from '../../records/records';
import type { Making } from './fresh';

const DAY_MS = 86_400_000;
/** So many days later the times of a body may be: who takes them looks no further than that ahead. */
const MOST_DAYS = 700;
/** Between two bodies there are so many days, as what takes some of them may stand at the first. */
const DAYS_APART = 7;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/** Whether a body has a time in it that its schema calls one. */
export const hasTimes = (schema: Schema, value: unknown): boolean => moved(schema, value, 1) !== value;

/** The body with all its times later by as many days, so that how they lie to each other stays. */
export function laterBody({ notes: { values } }: Making, schema: Schema, body: JsonRecord): JsonRecord {
  values.made += 1;
  const days = 1 + ((values.made * DAYS_APART + (values.salt % MOST_DAYS)) % MOST_DAYS);
  const later = moved(schema, body, days);
  return isObject(later) ? later : body;
}

/** The very value where there is nothing to move. */
function moved(schema: Schema, value: unknown, days: number): unknown {
  if (typeof value === 'string') return movedTime(schema.format, value, days);
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    const all = items === undefined ? value : value.map((one) => moved(items, one, days));
    return all.some((one, index) => one !== value[index]) ? all : value;
  }
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  const all = Object.entries(value).map(([name, member]) => {
    const property = properties.get(name);
    return [name, property === undefined ? member : moved(property.schema, member, days)] as const;
  });
  return all.some(([name, member]) => member !== own(value, name)) ? Object.fromEntries(all) : value;
}

/** In the form that it has, as far as the day goes. */
function movedTime(format: string | undefined, text: string, days: number): string {
  const isTime = (format === 'date' && DATE.test(text)) || (format === 'date-time' && DATE_TIME.test(text));
  const at = isTime ? Date.parse(`${text.slice(0, 10)}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return text;
  return `${new Date(at + days * DAY_MS).toISOString().slice(0, 10)}${text.slice(10)}`;
}
