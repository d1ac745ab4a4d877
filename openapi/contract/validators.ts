import type { ValidateFunction } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { exactNumberKeyword } from './exact-number';
import type { Schema } from './model';
import { type Direction, translate } from './translate';
import { toViolation, type Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

const compiled = { request: new WeakMap<Schema, Validator>(), response: new WeakMap<Schema, Validator>() };
let ajv: Ajv2020 | undefined;

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  const known = compiled[direction].get(schema);
  if (known !== undefined) return known;
  let validate: ValidateFunction | undefined;
  const validator: Validator = (value) => {
    validate ??= engine().compile(translate(schema, direction));
    if (validate(value)) return undefined;
    const error = validate.errors?.[0];
    return error === undefined ? undefined : toViolation(error);
  };
  compiled[direction].set(schema, validator);
  return validator;
}

function engine(): Ajv2020 {
  if (ajv === undefined) {
    // Loaded when something is first judged: it takes a sixth of the start.
    const { default: Ajv } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
    const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
    ajv = new Ajv({ strict: false, verbose: true, logger: false, validateSchema: false });
    addFormats(ajv);
    ajv.addKeyword(exactNumberKeyword);
  }
  return ajv;
}
