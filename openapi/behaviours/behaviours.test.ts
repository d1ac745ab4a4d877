import { readFileSync, writeFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import { packageFile } from '../package/package-file';
import { OPTIONS_OF, VARIES_BY_REQUEST } from './options';
import { readParts, UNKNOWN } from './read-chosen';
import { unspecifiedBehaviours } from './unspecified-behaviours';

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

const FILE = packageFile('openapi/choices.schema.json');

/** An option, several, or an object with these, as the suite writes them. */
function choiceOf(options: readonly string[]) {
  const some = [
    { enum: [...options, UNKNOWN] },
    { type: 'array', minItems: 1, uniqueItems: true, items: { enum: options } },
  ];
  const learnt = {
    type: 'object',
    required: ['option'],
    additionalProperties: false,
    properties: {
      option: { anyOf: some },
      because: { type: 'string' },
      evidence: { type: 'array', items: { $ref: '#/$defs/exchange' } },
    },
  };
  return { anyOf: [...some, learnt] };
}

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'choices.schema.json',
  title: 'What is chosen where an API description leaves things open',
  description:
    'What --learn of the suite writes, and --choices of the mock and of the suite read. silences.yaml says what each option means.',
  type: 'object',
  required: ['choices'],
  properties: {
    server: { description: 'The server that was learnt from.', type: 'string' },
    document: { description: 'Title and version of its description.', type: 'string' },
    learntAt: { type: 'string', format: 'date-time' },
    choices: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(OPTIONS_OF).map(([id, options]) => [id, choiceOf(options)])),
    },
    vary: {
      description: 'A seed by which all others vary.',
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 2 ** 32 - 1,
    },
    except: { description: 'Those that do not vary.', type: 'array', items: { enum: Object.keys(OPTIONS_OF) } },
  },
  $defs: {
    exchange: {
      description: 'What shows it.',
      type: 'object',
      required: ['request', 'response'],
      additionalProperties: false,
      properties: {
        request: { description: 'A command that sends it again; variables stand for keys.', type: 'string' },
        response: { description: 'The status that came.', type: 'string' },
      },
    },
  },
};

test('choices.schema.json has all behaviours and options (WRITE_SCHEMA=1 writes it anew)', () => {
  if (process.env.WRITE_SCHEMA !== undefined) writeFileSync(FILE, `${JSON.stringify(SCHEMA, null, 2)}\n`);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(SCHEMA);
});

test('the schema and the reader take the same', () => {
  const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(SCHEMA);
  const isRead = (value: unknown): boolean => {
    try {
      readParts(value, {});
      return true;
    } catch {
      return false;
    }
  };
  const files = [
    {
      choices: {
        ids: 'random',
        'list.order': ['by-id', 'any'],
        reads: { option: 'late', because: 'seen', evidence: [] },
      },
    },
    {
      choices: { ids: UNKNOWN, reads: { option: UNKNOWN, because: 'not seen' } },
      vary: 7,
      except: ['ids'],
      server: 'x',
    },
    { choices: {}, vary: null },
    { choices: { ids: 'sequences' } },
    { choices: { id: 'random' } },
    { choices: { ids: [] } },
    { choices: { ids: { options: 'random' } } },
    { choices: {}, vary: -1 },
    { choices: {}, except: ['id'] },
  ];
  expect(files.map((file) => validate(file))).toEqual(files.map(isRead));
  expect(files.map(isRead)).toEqual([true, true, true, false, false, false, false, false, false]);
});
