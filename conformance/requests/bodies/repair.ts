/** Changes what was refused by what the refusal says of it. */
import {
  allowsMore,
  fits,
  givenValues,
  isObject,
  isWrapperName,
  itemsOf,
  leastFile,
  own,
  partAt,
  propertiesOf,
  type Schema,
  schemaAt,
  textOf,
  typesOf,
  valueOfText,
  withPart,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { plainValue } from '../../arbitraries/plain';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import { type JsonRecord, sameJson } from '../../records/records';
import { fileValue, isFile } from '../files';
import type { Hint } from '../hints';
import { choicesIn } from '../refusal-words';
import { ALL_FRESH, freshMember, type Making } from './fresh';
import { givenKey, givenParameter } from './given';
import { idsFor, isItsOwn, without } from './grounds';

/** The body, changed by what a refusal says of it; undefined where that leads to no other valid body. */
export function repairedBody(
  context: Making,
  subject: Subject,
  body: JsonRecord,
  hints: readonly Hint[],
): JsonRecord | undefined {
  const media = memberedBodyOf(subject.operation);
  if (media === undefined) return undefined;
  const repair: Repair = { context, subject, schema: media.schema };
  let repaired: unknown = body;
  for (const hint of hints) {
    if (hint.in !== 'body') continue;
    const places = hint.at.length === 0 ? [[]] : placesIn(repair.schema, repaired, hint.at);
    for (const at of places) repaired = repairedAt(repair, repaired, at, hint);
  }
  return isObject(repaired) && !sameJson(repaired, body) ? repaired : undefined;
}

interface Repair {
  readonly context: Making;
  readonly subject: Subject;
  readonly schema: Schema;
}

/** The places that are meant: where the refusal names a list and not which item, those of each item, or of a first one. */
function placesIn(schema: Schema, value: unknown, at: readonly string[]): readonly (readonly string[])[] {
  const [step, ...inner] = at;
  if (step === undefined) return [[]];
  const items = itemsOf(schema);
  if (items !== undefined && !/^\d+$/.test(step)) {
    const count = Array.isArray(value) ? Math.max(1, value.length) : 1;
    const indexes = Array.from({ length: count }, (_, index) => String(index));
    return indexes.flatMap((index) => placesIn(items, partAt(value, [index]), at).map((rest) => [index, ...rest]));
  }
  const below = schemaAt(schema, [step]) ?? {};
  return placesIn(below, partAt(value, [step]), inner).map((rest) => [step, ...rest]);
}

/** The body with another value at a place, or without it; as it is where no such body fits. */
function repairedAt(repair: Repair, body: unknown, at: readonly string[], hint: Hint): unknown {
  const { context, schema } = repair;
  const wasValid = fits(schema, 'request', body);
  const isGood = (other: unknown): boolean => !sameJson(other, body) && (!wasValid || fits(schema, 'request', other));
  if (hint.kind === 'taken') return withFresh(repair, body, at).find(isGood) ?? body;
  if (at.length === 0) return body;
  const left = without(body, at);
  if (hint.kind === 'unknown') return isGood(left) ? left : body;
  const member = schemaAt(schema, at);
  if (member === undefined && !isOpenAt(schema, at.slice(0, -1))) return body;
  const current = partAt(body, at);
  const name = at.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const source = sourceAt(repair, at, name, member ?? {});
  for (const value of valuesFor(context, source, hint, current)) {
    const other = withMember(schema, body, at, value);
    if (isGood(other)) return other;
  }
  if (current !== undefined && isGood(left)) return left;
  const cleared = withPart(schema, body, at, null);
  return hint.kind === 'wrong' && isGood(cleared) ? cleared : body;
}

/** Whether an object of the schema may have members that it does not name: JSON Schema lets it, unless it says otherwise. */
function isOpenAt(schema: Schema, at: readonly string[]): boolean {
  const around = schemaAt(schema, at);
  return around === undefined || allowsMore(around) || around.additionalProperties === undefined;
}

/** The body with a member, and with the least of what it stands in where that is not there. */
function withMember(schema: Schema, body: unknown, at: readonly string[], value: unknown): unknown {
  let whole = body;
  for (let length = 1; length < at.length; length += 1) {
    const outer = at.slice(0, length);
    const around = partAt(whole, outer);
    if (isObject(around) || Array.isArray(around)) continue;
    whole = withPart(schema, whole, outer, plainValue(schemaAt(schema, outer) ?? {}, at[length - 1]) ?? {});
  }
  return withPart(schema, whole, at, value);
}

/** The body with values that no record has: of the member at the place, or of all by which records are told apart, and then of all texts. */
function withFresh({ context, subject, schema }: Repair, body: unknown, at: readonly string[]): readonly unknown[] {
  if (at.length > 0) {
    const [name = '', member = {}] = [at.at(-1), schemaAt(schema, at)];
    const property = { name, schema: member, required: false, readOnly: false, writeOnly: false };
    const value = freshMember(context, subject, property, { fresh: 'all' });
    return value === undefined ? [] : [withPart(schema, body, at, value)];
  }
  return (['names', 'texts'] as const).map((fresh) => freshIn(context, subject, schema, body, fresh, FRESH_DEPTH));
}

const FRESH_DEPTH = 2;

function freshIn(
  context: Making,
  subject: Subject,
  schema: Schema,
  value: unknown,
  fresh: 'names' | 'texts',
  depth: number,
): unknown {
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = properties.get(name);
      if (property === undefined) return [name, member];
      if (isObject(member) && depth > 0)
        return [name, freshIn(context, subject, property.schema, member, fresh, depth - 1)];
      return [name, freshMember(context, subject, property, { fresh }) ?? member];
    }),
  );
}

/** What a value may be taken from, beside what a refusal lists. */
interface ValueSource {
  readonly schema: Schema;
  readonly name: string;
  /** What the user has named, the server has shown or the document has as an example. */
  readonly shown: readonly unknown[];
  /** Whether it may be none that there is. */
  readonly isNew?: boolean;
}

const MOST_SHOWN = 3;

/** What there is for a place in a body. What a record is known by itself is a new value: one that is there is another's. */
function sourceAt({ context, subject }: Repair, at: readonly string[], name: string, schema: Schema): ValueSource {
  const { operation, purpose } = subject;
  const given = context.options.given.get(givenKey(operation, at.join('.'))) ?? [];
  if (at.slice(0, -1).every(isWrapperName) && isItsOwn(subject, name)) {
    const text = typesOf(schema).length === 0 ? { ...schema, type: 'string' } : schema;
    return {
      schema,
      name,
      isNew: true,
      shown: [...given, freshMember(context, subject, { name, schema: text }, ALL_FRESH)],
    };
  }
  const known = at.length === 1 ? context.known.values(purpose?.resource, name).slice(0, MOST_SHOWN) : [];
  return { schema, name, shown: [...given, ...known] };
}

/**
 * Values in the place of one that was refused, the likeliest first: those that the refusal lists, else what it asks for, what there
 * is, and what the schema gives. What comes before the refused one was refused before it. Where a value has to be there, nothing is none.
 */
function valuesFor(
  context: Making,
  { schema, name, shown, isNew = false }: ValueSource,
  { choices, wanted, absent = [] }: Pick<Hint, 'choices' | 'wanted' | 'absent'>,
  current: unknown,
): readonly unknown[] {
  const things = isNew ? [] : [name, ...absent.map((word) => `${word}Id`)];
  const items = itemsOf(schema);
  const ids = things
    .flatMap((one) => idsFor(context, { name: one, schema: items ?? schema }).slice(0, MOST_SHOWN))
    .map((id) => (items === undefined ? id : [id]));
  const described = typeof schema.description === 'string' ? choicesIn(schema.description) : [];
  const told = choices.length > 0 ? choices : absent.length > 0 && ids.length > 0 ? ids : described;
  const listed = told.flatMap((one) => asTyped(schema, one));
  const others = [
    ...(wanted === undefined ? [] : ofWanted(wanted)),
    ...ids,
    ...shown,
    ...givenValues(schema),
    ...[plainValue(schema, name)].map((one) => (items !== undefined && isEmpty(one) ? [plainValue(items, name)] : one)),
    ...(ids.length > 0 || schema.enum !== undefined ? [] : [anotherValue(schema, [], context.options.seed)]),
  ];
  const values = (listed.length > 0 ? listed : others).filter(
    (one, index, all) =>
      ![undefined, null, ''].some((none) => one === none) &&
      !isEmpty(one) &&
      all.findIndex((other) => sameJson(one, other)) === index,
  );
  return values.slice(values.findLastIndex((one) => sameJson(one, current) || String(one) === current) + 1);
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A choice as a refusal writes it, as a value of the schema's type; for a file's media type, the least file of it. */
function asTyped(schema: Schema, choice: unknown): readonly unknown[] {
  const type = textOf(choice);
  const file = isFile(schema) ? leastFile(type) : undefined;
  const whole = file && fileValue({ name: `file.${file.extension}`, type, text: file.text });
  const values = isFile(schema) ? [whole] : [choice, valueOfText(schema, type)];
  return values.filter((value) => value !== undefined && fits(schema, 'request', value)).slice(0, 1);
}

/** A plain value of a type or format; one of another type as a text, too, where the document has a text for it. */
function ofWanted(wanted: string): readonly unknown[] {
  if (!TYPES.includes(wanted)) return [plainValue({ type: 'string', format: wanted })];
  const value = plainValue({ type: wanted });
  return typeof value === 'object' ? [value] : [value, String(value)];
}

const TYPES: readonly string[] = ['integer', 'number', 'boolean', 'array', 'object', 'string'];

/** The parameters of a request that stand beside its path, by their names. */
export interface Beside {
  readonly query: JsonRecord;
  readonly headers: Readonly<Record<string, string>>;
}

/** Query and headers, changed by what a refusal says of them; undefined where that leads to no others. */
export function repairedBeside(
  context: Making,
  subject: Subject,
  { query, headers }: Beside,
  hints: readonly Hint[],
): Beside | undefined {
  const changed: { query: JsonRecord; headers: Record<string, string> } = { query, headers: { ...headers } };
  for (const hint of hints) {
    const [name] = hint.at;
    if (name === undefined || (hint.in !== 'query' && hint.in !== 'header')) continue;
    const key = hint.in === 'query' ? name : name.toLowerCase();
    const current = own(hint.in === 'query' ? changed.query : changed.headers, key);
    const value = hint.kind === 'unknown' ? undefined : valueOfParameter(context, subject, name, hint, current);
    if (hint.kind !== 'unknown' && value === undefined) continue;
    if (hint.in === 'query') changed.query = withEntry(changed.query, key, value);
    else
      changed.headers = Object.fromEntries(
        Object.entries(withEntry(changed.headers, key, value)).map(([other, text]) => [other, String(text)]),
      );
  }
  return sameJson(changed, { query, headers }) ? undefined : changed;
}

const withEntry = (entries: JsonRecord, name: string, value: unknown): JsonRecord =>
  Object.fromEntries([
    ...Object.entries(entries).filter(([other]) => other !== name),
    ...(value === undefined ? [] : [[name, value] as const]),
  ]);

/** A value for a parameter; of one that the document does not have, a choice of the refusal's or a plain word. */
function valueOfParameter(
  context: Making,
  { operation }: Subject,
  name: string,
  hint: Hint,
  current: unknown,
): unknown {
  const parameter = operation.parameters.find((one) => one.in === hint.in && one.name === name);
  const { examples = [], description } = parameter ?? {};
  const schema: Schema = { description, ...parameter?.schema };
  const given = givenParameter(context.options.given, operation, name);
  const shown = [given, ...examples.map(({ value }) => value)];
  return valuesFor(context, { schema, name, shown }, hint, current).find((value) => fits(schema, 'request', value));
}
