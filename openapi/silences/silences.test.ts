import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import { packageFile } from '../package/package-file';
import { OPTIONS_OF, VARIES_BY_REQUEST } from './choices';
import { unspecifiedBehaviours } from './silence';

const jsonOf = (path: string) => JSON.parse(readFileSync(packageFile(path), 'utf8'));

describe('openapi/silences.yaml', () => {
  test('keeps its schema', () => {
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(jsonOf('openapi/silences.schema.json'));
    validate(unspecifiedBehaviours());
    expect(validate.errors).toBeNull();
  });

  test('has the behaviours and options that code knows, in the same order', () => {
    const options = unspecifiedBehaviours().map((one) => [one.id, one.options.map(({ id }) => id)]);
    expect(options).toEqual(Object.entries(OPTIONS_OF));
    expect(unspecifiedBehaviours().flatMap(({ id, varies }) => (varies === 'request' ? [id] : []))).toEqual([
      ...VARIES_BY_REQUEST,
    ]);
  });

  test('has those that a document may settle by x-silences', () => {
    const { properties } = jsonOf('openapi/extensions.schema.json').$defs['x-silences'];
    const choice = (options: readonly string[]) => ({
      anyOf: [{ enum: options }, { type: 'array', minItems: 1, uniqueItems: true, items: { enum: options } }],
    });
    expect(properties).toEqual(Object.fromEntries(Object.entries(OPTIONS_OF).map(([id, all]) => [id, choice(all)])));
  });
});
