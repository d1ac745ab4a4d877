import { isObject } from '../json/value';
import { type Draft, LEFT_OUT, type Site, tell, within } from './draft';
import type { Kind } from './kinds';
import { SCHEMA_REPAIRS } from './schema';

/** What is done to objects of a kind before their fields are looked at: what authors mean who write something else. */
export const OBJECT_REPAIRS: Readonly<Partial<Record<Kind, readonly ((draft: Draft, place: Site) => void)[]>>> = {
  document: [pathWithoutSlash],
  parameter: [parameterSchema, invalidPlace],
  header: [parameterSchema],
  operation: [invalidStatus],
  response: [schemaOfReply],
  example: [bareExample],
  schema: SCHEMA_REPAIRS,
  'security scheme': [securityScheme],
};

/** What Swagger 2.0 had beside a parameter's name, OpenAPI 3 has in its schema. */
const OF_SCHEMA = [
  ...['type', 'format', 'items', 'enum', 'default', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'multipleOf', 'nullable'],
];

/** The keywords of a schema that stand in its place. */
function parameterSchema(parameter: Draft, { pointer, report }: Site): void {
  if (parameter.schema !== undefined || isObject(parameter.content) || typeof parameter.type !== 'string') return;
  const found = OF_SCHEMA.filter((name) => parameter[name] !== undefined);
  parameter.schema = Object.fromEntries(found.map((name) => [name, parameter[name]]));
  for (const name of found) Reflect.deleteProperty(parameter, name);
  const problem = `${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} beside the schema, as in Swagger 2.0.`;
  report({ pointer, problem, remedy: 'They are read as its schema.', correction: 'Put them into schema.' });
}

const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);

/** A parameter of no place is none; one of a path is there always. */
function invalidPlace(parameter: Draft, site: Site): void {
  if (PLACES.has(parameter.in) && parameter.name !== undefined) {
    if (parameter.in !== 'path' || parameter.required === true) return;
    parameter.required = true;
    const problem = 'a parameter of the path must be required.';
    site.report({
      pointer: site.pointer,
      problem,
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
  tell(site, 'in', problem, LEFT_OUT);
}

const STATUS = /^([1-5]\d\d|[1-5]XX|default|x-.*)$/;

/** A reply is for a status, a range of them, or `default`. */
function invalidStatus(operation: Draft, site: Site): void {
  const { responses } = operation;
  if (!isObject(responses)) return;
  const entries = Object.entries(responses);
  if (entries.every(([status]) => STATUS.test(status))) return;
  operation.responses = Object.fromEntries(
    entries.flatMap(([status, reply]) => {
      if (STATUS.test(status)) return [[status, reply]];
      const meant = status.trim().toUpperCase().replace('DEFAULT', 'default');
      const isMeant = STATUS.test(meant) && !Object.hasOwn(responses, meant);
      const problem = `${JSON.stringify(status)} is no status, such as "200", "4XX" or "default".`;
      tell(within(site, 'responses'), status, problem, isMeant ? `It is read as ${meant}.` : LEFT_OUT);
      return isMeant ? [[meant, reply]] : [];
    }),
  );
}

/** Swagger 2.0 had one schema for a reply of any media type. */
function schemaOfReply(reply: Draft, site: Site): void {
  if (reply.schema === undefined || reply.content !== undefined) return;
  reply.content = { 'application/json': { schema: reply.schema } };
  Reflect.deleteProperty(reply, 'schema');
  const problem = 'a reply has no schema, as in Swagger 2.0, but content.';
  tell(site, 'schema', problem, 'It is read as the schema of application/json.');
}

/** A path begins with a slash. */
function pathWithoutSlash(document: Draft, site: Site): void {
  const { paths } = document;
  if (!isObject(paths)) return;
  const isOdd = (path: string): boolean => !path.startsWith('/') && !path.startsWith('x-');
  if (!Object.keys(paths).some(isOdd)) return;
  // In the order of the document.
  document.paths = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      if (!isOdd(path) || Object.hasOwn(paths, `/${path}`)) return [path, item];
      tell(within(site, 'paths'), path, 'a path must begin with a slash.', `It is read as /${path}.`);
      return [`/${path}`, item];
    }),
  );
}

const OF_EXAMPLE = ['value', 'externalValue', '$ref', 'summary', 'description', 'dataValue', 'serializedValue'];

/** An example has its value in `value`. */
function bareExample(example: Draft, site: Site): void {
  const names = Object.keys(example);
  if (names.length === 0 || names.some((name) => OF_EXAMPLE.includes(name) || name.startsWith('x-'))) return;
  const value = { ...example };
  for (const name of names) Reflect.deleteProperty(example, name);
  example.value = value;
  tell(site, 'value', '"value" is missing.', 'The whole is read as the value.', 'Put the example into value.');
}

const OF_ALL = ['type', 'description', 'deprecated'];
const OF_TYPE: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['apiKey', ['name', 'in']],
  ['http', ['scheme', 'bearerFormat']],
  ['oauth2', ['flows', 'oauth2MetadataUrl']],
  ['openIdConnect', ['openIdConnectUrl']],
  ['mutualTLS', []],
]);

/** Fields of other types of schemes say nothing. */
function securityScheme(scheme: Draft, site: Site): void {
  const { type } = scheme;
  const own = OF_TYPE.get(type);
  if (own === undefined) return;
  const isBearer = typeof scheme.scheme === 'string' && scheme.scheme.toLowerCase() === 'bearer';
  const known = [...OF_ALL, ...own].filter((name) => name !== 'bearerFormat' || isBearer);
  for (const name of Object.keys(scheme)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    tell(site, name, `"${name}" is not a field that OpenAPI has here.`, 'The field is ignored.');
  }
}
