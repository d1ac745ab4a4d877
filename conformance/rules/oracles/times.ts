import {
  type Contract,
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  propertiesOf,
  type Schema,
  sentencesAround,
} from '../../../openapi/contract';
import { jsonMediaOf, jsonOf } from '../../exchange/exchange';
import { brief } from '../../verdict/brief';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** Times that the server sets are in UTC, where words beside them say so, or the document says it of all. */
export const timesInUtc: Oracle = {
  id: 'reply.times-utc',
  title: 'Times are in UTC where the document says so',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'Times of a response are in UTC.', 'content'),
  judge: ({ exchange, contract }) => {
    const [schema, body] = [jsonMediaOf(exchange)?.schema, jsonOf(exchange)];
    if (schema === undefined || typeof body !== 'object' || body === null) return undefined;
    const times = timesIn(schema, body, {
      isSaidOfAll: saysUtcOfAll(exchange.request.operation),
      sent: sentNames(contract),
    });
    if (times.length === 0) return undefined;
    const [wrong] = times.filter(({ value }) => OFFSET.test(value));
    if (wrong === undefined) return [];
    const { name, value } = wrong;
    return [{ key: name, expected: `${name} in UTC`, actual: `${name}: ${brief(value)}`, topic: { member: name } }];
  },
};

/** A time with an offset from UTC, as RFC 3339 §5.6 writes it. */
const OFFSET = /^\d{4}-\d\d-\d\d[Tt ][\d:.]+[+-](?!00:?00$)\d\d:?\d\d$/;

const saysUtcOfAll = (operation: Operation): boolean =>
  sentencesAround(operation).some((text) => OF_ALL.test(text) && /\bUTC\b/.test(text) && !OPEN.test(text));

const OF_ALL = /^(?:\W*(?:all|every|any)\s)?\W*(?:times?|timestamps?|dates and times|date-?times?|instants?)\b/i;
/** What a client sends, or may choose. */
const OPEN = /\b(?:should|may|might|can|send|sent|unless|except|usually|input|requests?)\b/i;

interface Time {
  readonly name: string;
  readonly value: string;
}

interface Telling {
  readonly isSaidOfAll: boolean;
  readonly sent: ReadonlySet<string>;
}

/** The names of all members that bodies of requests may have, at whatever depth: what has none of them the server sets. */
const sentNames = memoized(({ operations }: Contract): ReadonlySet<string> => {
  const names = new Set<string>();
  const schemas = new Set<Schema>(
    operations.flatMap(({ body }) =>
      (body?.content ?? []).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
    ),
  );
  // The loop also visits what is added meanwhile.
  for (const schema of schemas)
    for (const part of [schema, itemsOf(schema) ?? {}])
      for (const property of propertiesOf(part).values()) {
        if (!property.readOnly) names.add(property.name);
        if (schemas.size < MOST_SCHEMAS) schemas.add(property.schema);
      }
  return names;
});

const MOST_SCHEMAS = 2000;

/** The times of a value that no client sets, of which words say that they are in UTC. */
function timesIn(schema: Schema, value: unknown, telling: Telling): readonly Time[] {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((one) => timesIn(items, one, telling));
  if (!isObject(value)) return [];
  return [...propertiesOf(schema).values()].flatMap(({ name, schema: inner, readOnly }): readonly Time[] => {
    const member = value[name];
    if (typeof member !== 'string') return timesIn(inner, member, telling);
    const words = String(keywordOf(inner, 'description') ?? '');
    const isSaid = telling.isSaidOfAll || (/\b(?:in|as|is|are) UTC\b/.test(words) && !OPEN.test(words));
    const isOfServer = readOnly || !telling.sent.has(name);
    return isOfServer && isSaid && keywordOf(inner, 'format') === 'date-time' ? [{ name, value: member }] : [];
  });
}
