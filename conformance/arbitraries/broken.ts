import { type Property, propertiesOf, type Schema, typesOf, validatorOf } from '../../openapi/contract';
import { misnamedBodies } from './misnamed';

/** A body that breaks one constraint of its schema, and which. */
interface Broken {
  readonly what: string;
  /** A JSON value. */
  readonly value: unknown;
  /** Whether it is one of those that find most faults. */
  readonly isTelling: boolean;
}

/** Bodies made from a valid one by breaking one constraint at a time; those that fit the schema are left out. */
export function brokenBodies(schema: Schema, valid: Readonly<Record<string, unknown>>): readonly Broken[] {
  const fits = validatorOf(schema, 'request');
  // Whether a server ignores or refuses what comes in replies alone is its own choice.
  const properties = [...propertiesOf(schema).values()].filter(({ readOnly }) => !readOnly);
  const missing = properties
    .filter(({ required }) => required)
    .map(({ name }): Broken => {
      const { [name]: _, ...rest } = valid;
      return { what: `${name} missing`, value: rest, isTelling: true };
    });
  const wrong = properties.flatMap((property) =>
    brokenValues(property).map(({ what, value, isTelling }): Broken => {
      return { what: `${property.name} ${what}`, value: { ...valid, [property.name]: value }, isTelling };
    }),
  );
  const containers: readonly Broken[] = [
    { what: 'an array for the body', value: [valid], isTelling: true },
    { what: 'null for the body', value: null, isTelling: false },
    { what: 'a text for the body', value: 'text', isTelling: false },
    { what: 'an empty object for the body', value: {}, isTelling: false },
  ];
  const misnamed = misnamedBodies(properties, valid).map((one): Broken => ({ ...one, isTelling: false }));
  return [...missing, ...wrong, ...containers, ...misnamed].filter(({ value }) => fits(value) !== undefined);
}

/** Values that break the schema of one property. */
export function brokenValues({ schema }: Pick<Property, 'schema'>): readonly Broken[] {
  const fits = validatorOf(schema, 'request');
  const all: readonly Broken[] = [...ofEnum(schema), ...ofType(schema), ...ofBounds(schema), ...ofAnything(schema)];
  return all.filter(({ value }) => fits(value) !== undefined);
}

function ofEnum({ enum: values }: Schema): readonly Broken[] {
  if (values === undefined) return [];
  const text = values.find((value) => typeof value === 'string');
  const inCase = text === undefined ? [] : [{ what: 'in another case', value: text.toUpperCase(), isTelling: true }];
  const ordinals =
    text === undefined ? [] : [0, 1].map((value) => ({ what: `its ordinal ${value}`, value, isTelling: false }));
  const inSpace = text === undefined ? [] : [{ what: 'with space around', value: ` ${text} `, isTelling: false }];
  return [
    { what: 'out of its enumeration', value: 'no-such-value', isTelling: true },
    ...inCase,
    ...inSpace,
    ...ordinals,
  ];
}

function ofType(schema: Schema): readonly Broken[] {
  const types = typesOf(schema);
  if (types.includes('integer')) {
    return [
      { what: 'a text of digits', value: '1', isTelling: true },
      { what: 'a fraction', value: 1.5, isTelling: true },
      { what: 'beyond 64 bits', value: 2n ** 63n, isTelling: true },
      { what: 'below 64 bits', value: -(2n ** 63n) - 1n, isTelling: false },
    ];
  }
  return types.includes('string') ? [{ what: 'a number', value: 12345, isTelling: true }] : [];
}

function ofBounds(schema: Schema): readonly Broken[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    ...(minimum === undefined ? [] : [{ what: 'below its minimum', value: Number(minimum) - 1, isTelling: true }]),
    ...(maximum === undefined ? [] : [{ what: 'above its maximum', value: Number(maximum) + 1, isTelling: true }]),
    ...(minLength === undefined || minLength === 0
      ? []
      : [{ what: 'too short', value: 'x'.repeat(Math.min(minLength - 1, 1e5)), isTelling: true }]),
    ...(maxLength === undefined || maxLength > 1e5
      ? []
      : [{ what: 'too long', value: 'x'.repeat(maxLength + 1), isTelling: true }]),
  ];
}

function ofAnything(_: Schema): readonly Broken[] {
  return [
    { what: 'null', value: null, isTelling: true },
    { what: 'true', value: true, isTelling: false },
    { what: 'an array', value: [], isTelling: false },
    { what: 'an object', value: {}, isTelling: false },
    { what: 'an empty text', value: '', isTelling: false },
  ];
}
