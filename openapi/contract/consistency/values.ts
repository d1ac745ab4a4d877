import { arrayOrEmpty, isObject, type JsonObject, pointerTo, pointerTokens } from '../json/value';
import type { Operation } from '../model/operation';
import type { ReportFault } from '../model/problem';
import type { Schema } from '../model/schema';
import { BROKEN, essence } from '../operations/media-types';
import { innerSchemas } from '../schema/inner-schemas';
import type { Direction } from '../schema/json-schema';
import { type Judges, newJudges } from '../schema/validators';
import { sentenceOf } from '../schema/violation';
import { isMarkup } from '../serialization/written';
import { objectAt, type SchemaInUse, schemasOf } from './schemas';
import { surelyFits } from './surely-fits';

/**
 * The document without the examples and defaults that break their schemas.
 *
 * @returns undefined where none does
 */
export function withoutBrokenValues(
  document: JsonObject,
  operations: readonly Operation[],
  report: ReportFault,
): JsonObject | undefined {
  const judges = newJudges();
  const broken = givenValues(document, operations.flatMap(schemasOf)).filter((given) =>
    isBroken(given, judges, report),
  );
  if (broken.length === 0) return undefined;
  // From behind, so that what stands before in the same array keeps its place.
  for (const { owner, name, holder, value, direction } of broken.toReversed()) {
    if (direction === 'request' && isObject(value) && name !== 'default')
      Reflect.set(holder, BROKEN, [value, ...arrayOrEmpty(Reflect.get(holder, BROKEN))]);
    if (Array.isArray(owner)) owner.splice(Number(name), 1);
    else Reflect.deleteProperty(owner, name);
  }
  // What was worked out of a schema is remembered by its identity.
  return copyOf(document);
}

/** Not by `structuredClone`: references may lead on deeper than its stack. */
function copyOf(document: JsonObject): JsonObject {
  const copies = new Map<object, object>();
  const copied = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = copies.get(value) ?? (Array.isArray(value) ? [] : {});
    copies.set(value, copy);
    return copy;
  };
  const root = copied(document) as JsonObject;
  const asUsual = { enumerable: true, configurable: true, writable: true };
  // The loop also visits what is added meanwhile.
  for (const [from, to] of copies)
    for (const [name, value] of Object.entries(from))
      Object.defineProperty(to, name, { value: copied(value), ...asUsual });
  return root;
}

function isBroken({ schema, value, pointer, direction }: GivenValue, judges: Judges, report: ReportFault): boolean {
  if (surelyFits(schema, value)) return false;
  const violation = judges[direction](schema).validate(value);
  if (violation === undefined) return false;
  report({
    pointer: `${pointer}${violation.pointer}`,
    problem: `the value does not fit its schema: ${sentenceOf(violation, 'it')}.`,
    remedy: 'It is left out, and a value is made up where one is needed.',
    correction: 'Correct the value or the schema.',
  });
  return true;
}

/** A value that the document gives, and the schema that it must fit. */
interface GivenValue {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly direction: Direction;
  /** What holds the value, and under which name. */
  readonly owner: object;
  readonly name: string;
  /** The schema or media type that it is an example of. */
  readonly holder: object;
}

/** Every example and default beside the schemas of operations and inside them; what several of them share, once. */
export function givenValues(document: JsonObject, schemas: readonly SchemaInUse[]): readonly GivenValue[] {
  const seen = { request: new Set<object>(), response: new Set<object>() };
  return schemas.flatMap((inUse) => [
    ...valuesBeside(inUse, objectAt(document, inUse.ownerPointer), seen[inUse.direction]),
    ...valuesInside(inUse, seen[inUse.direction]),
  ]);
}

function valuesBeside(
  { schema, ownerPointer: pointer, direction }: SchemaInUse,
  owner: JsonObject,
  seen: Set<object>,
): readonly GivenValue[] {
  if (seen.has(owner)) return [];
  seen.add(owner);
  const value = (holder: JsonObject, name: string, at: string, inner: unknown): GivenValue[] =>
    inner === undefined || (isOfXml(pointer) && isMarkup(inner))
      ? []
      : [{ schema, value: inner, pointer: at, direction, owner: holder, name, holder: owner }];
  const { examples } = owner;
  return [
    ...value(owner, 'example', pointerTo(pointer, 'example'), owner.example),
    ...(isObject(examples) ? Object.entries(examples) : []).flatMap(([name, example]) =>
      // The whole example is left out.
      isObject(example)
        ? value(examples as JsonObject, name, pointerTo(pointer, 'examples', name, 'value'), example.value)
        : [],
    ),
  ];
}

/** Whether a pointer leads to a media type of XML. */
function isOfXml(pointer: string): boolean {
  const [holder, type = ''] = pointerTokens(pointer).slice(-2);
  return holder === 'content' && /[/+]xml$/.test(essence(type));
}

/** The keywords whose schemas say something of a value that fits. */
const WITHIN = ['allOf', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'items', 'prefixItems'];

/** The `example`, `examples` and `default` of a schema and of what it is made of. */
function valuesInside(inUse: SchemaInUse, seen: Set<object>): readonly GivenValue[] {
  const { direction } = inUse;
  const waiting: Pick<SchemaInUse, 'schema' | 'pointer'>[] = [inUse];
  const found: GivenValue[] = [];
  // The loop also visits what is added meanwhile.
  for (const { schema, pointer } of waiting) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const name of ['example', 'default'] as const) {
      if (schema[name] === undefined) continue;
      const at = pointerTo(pointer, name);
      found.push({ schema, value: schema[name], pointer: at, direction, owner: schema, name, holder: schema });
    }
    const { examples } = schema;
    for (const [index, value] of (Array.isArray(examples) ? examples : []).entries()) {
      const at = pointerTo(pointer, 'examples', index);
      const owner = examples as object;
      found.push({ schema, value, pointer: at, direction, owner, name: String(index), holder: schema });
    }
    for (const { steps, schema: inner } of innerSchemas(schema, WITHIN))
      waiting.push({ schema: inner, pointer: pointerTo(pointer, ...steps) });
  }
  return found;
}
