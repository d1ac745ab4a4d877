import { isObject, memoized, type Property, partAt, propertiesOf, type Schema, typesOf } from '../../openapi/contract';
import { type BodyMedia, bodyOf, type Taking, takenSteps } from './subject';

/**
 * The JSON body that an operation takes, with the schema of the record in it; undefined where it takes none, or not the record by
 * itself but a list.
 */
export function recordBodyOf(subject: Taking): BodyMedia | undefined {
  const media = ownRecordBodyOf(subject);
  const { create } = subject.purpose?.resource.operations ?? {};
  const isOfChange = subject.purpose?.role === 'patch' || subject.purpose?.role === 'replace';
  if (media === undefined || create === undefined || !isOfChange) return media;
  const made = ownRecordBodyOf({ operation: create, purpose: { ...subject.purpose, role: 'create' } });
  return made === undefined ? media : { ...media, schema: withLimitsOf(media.schema, made.schema) };
}

/** The members of a record that an operation takes, by their names. */
export const recordMembers = (subject: Taking): ReadonlyMap<string, Property> =>
  propertiesOf(recordBodyOf(subject)?.schema ?? {});

function ownRecordBodyOf(subject: Taking): BodyMedia | undefined {
  const media = bodyOf(subject.operation);
  const steps = takenSteps(subject);
  if (media === undefined || steps.length === 0) return media;
  // Not by `schemaAt`, which leads into lists as well.
  const schema = steps.reduce<Schema | undefined>(
    (outer, step) => outer && propertiesOf(outer).get(step)?.schema,
    media.schema,
  );
  if (schema === undefined) return undefined;
  const examples = media.examples.map((one) => ({ ...one, value: partAt(one.value, steps) }));
  return { ...media, schema, examples };
}

/**
 * A schema of a change that says no more of some members than their type, with the limits that those of the same name have where
 * the record is made: many documents write them once, and say that they count "after the merge". Null stays where the change allows it.
 *
 * @returns the same schema where nothing is to be added
 */
export const withLimitsOf = (schema: Schema, made: Schema): Schema => limitsFrom(made)(schema);

const limitsFrom = memoized((made: Schema) =>
  memoized((schema: Schema): Schema => {
    const there = propertiesOf(made);
    const limited = [...propertiesOf(schema).values()].flatMap((property) => {
      const limits = there.get(property.name);
      if (limits === undefined || property.readOnly || !saysTypeAlone(property.schema)) return [];
      if (saysTypeAlone(limits.schema)) return [];
      const isNullable = typesOf(property.schema).includes('null');
      return [[property.name, isNullable ? { anyOf: [limits.schema, { type: 'null' }] } : limits.schema] as const];
    });
    return limited.length === 0 ? schema : { allOf: [schema, { properties: Object.fromEntries(limited) }] };
  }),
);

/** Whether any value of a type will do, as far as a schema says. */
function saysTypeAlone(schema: Schema): boolean {
  const { items, additionalProperties, ...own } = schema;
  const inner = [items, additionalProperties].filter(isObject);
  return Object.keys(own).every((keyword) => SAYS_NO_LIMIT.has(keyword)) && inner.every(saysTypeAlone);
}

const SAYS_NO_LIMIT = new Set([
  'type',
  'title',
  'description',
  'default',
  'deprecated',
  'writeOnly',
  'example',
  'examples',
]);
