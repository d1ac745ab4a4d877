import { isObject, keywordOf, own, propertiesOf, type Schema } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { placeOf } from '../../exchange/place';
import { type JsonRecord, sameJson, withoutNulls } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { echoedProperties, type Ways } from './carries';
import { isSameValue } from './same-value';

/** A record as it was sent, as it is shown, and as it was known before. */
interface Filled {
  readonly sent: JsonRecord;
  readonly record: JsonRecord;
  readonly known: JsonRecord;
  /** What one of several records is at the most: the first may be that whatever is sent. */
  readonly marks?: ReadonlySet<string>;
}

/**
 * What was left out has its documented default (OpenAPI 3.0.3 §4.7.24.2: that is assumed where nothing is sent), or is not shown.
 * What a replacement leaves out may stay as it was. The same goes for an object within, where one was sent.
 */
export function filledIn(exchange: Exchange, ways: Ways, { sent, record, known, marks }: Filled): readonly Breach[] {
  for (const [name, inner] of echoedProperties(ways)) {
    const { sent: schema, shown: other } = inner;
    const [within, around] = [own(sent, name), own(record, name)];
    if (isObject(within) && isObject(around)) {
      const before = own(known, name);
      const found = filledIn(exchange, inner, {
        sent: within,
        record: around,
        known: isObject(before) ? before : {},
      });
      if (found.length > 0) return found;
    }
    const [wanted, shown] = [withInner(schema, keywordOf(schema, 'default')), own(record, name) ?? undefined];
    if (wanted === undefined || wanted === null || own(sent, name) !== undefined || shown === undefined) continue;
    // What is null by default may be left out within an object.
    const isDefault = isSameValue(other, withoutNulls(wanted), withoutNulls(shown));
    if (marks?.has(name) === true || isDefault || sameJson(shown, own(known, name))) continue;
    return [
      {
        expected: `${name}: ${brief(wanted)}, its default, since none was sent`,
        actual: `${name}: ${brief(shown)}`,
        at: placeOf(exchange, record, name),
        key: `default of ${name}`,
        topic: { member: name, defect: `the default of ${name}` },
      },
    ];
  }
  return [];
}

/** The default of an object with the defaults of those of its members that it leaves out. */
function withInner(schema: Schema, value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = [...propertiesOf(schema).values()].flatMap(({ name, schema: inner }) => {
    const wanted = withInner(inner, own(value, name) ?? keywordOf(inner, 'default'));
    return wanted === undefined ? [] : [[name, wanted] as const];
  });
  return { ...value, ...Object.fromEntries(members) };
}
