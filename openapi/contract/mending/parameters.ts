import { pointerTo } from '../json/pointer';
import { isObject } from '../json/value';
import { CORRECT, type Draft, LEFT_OUT, type Place } from './draft';

/** What Swagger 2.0 had beside a parameter's name, OpenAPI 3 has in its schema. */
const OF_SCHEMA = [
  ...['type', 'format', 'items', 'enum', 'default', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'multipleOf', 'nullable'],
];

/** The keywords of a schema that stand in its place. */
export function parameterSchema(parameter: Draft, { pointer, report }: Place): void {
  if (parameter.schema !== undefined || isObject(parameter.content) || typeof parameter.type !== 'string') return;
  const found = OF_SCHEMA.filter((name) => parameter[name] !== undefined);
  parameter.schema = Object.fromEntries(found.map((name) => [name, parameter[name]]));
  for (const name of found) Reflect.deleteProperty(parameter, name);
  const problem = `${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} beside the schema, as in Swagger 2.0.`;
  report({ pointer, problem, remedy: 'They are read as its schema.', correction: 'Put them into schema.' });
}

const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);

/** A parameter of no place is none; one of a path is there always. */
export function invalidPlace(parameter: Draft, { pointer, report }: Place): void {
  if (PLACES.has(parameter.in) && parameter.name !== undefined) {
    if (parameter.in !== 'path' || parameter.required === true) return;
    parameter.required = true;
    report({
      pointer,
      problem: 'a parameter of the path must be required.',
      remedy: 'It is read as required.',
      correction: 'Add required: true.',
    });
    return;
  }
  const problem =
    parameter.name === undefined
      ? '"name" is missing.'
      : `expected one of path, query, header, cookie for "in", found ${JSON.stringify(parameter.in) ?? 'nothing'}.`;
  // It may stand elsewhere as something else, so that it is left to its reader to leave it out.
  report({ pointer: pointerTo(pointer, 'in'), problem, remedy: LEFT_OUT, correction: CORRECT });
}
