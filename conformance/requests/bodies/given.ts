import {
  type Contract,
  isObject,
  itemsOf,
  keywordOf,
  type Operation,
  own,
  type Parameter,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  typesOf,
} from '../../../openapi/contract';
import { firstValue } from '../../arbitraries/schema';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import type { Clues } from '../../records/clues/clues';
import { drawnSchemaOf } from '../../records/lists/paging';
import { type Collection, type JsonRecord, type Known, referredBy } from '../../records/records';
import { fitOf, type Unfit } from './unfit';

/** Values that the user has named for an operation, by its id and the name of a parameter or a member (`a.b`: b within a). */
export type Given = ReadonlyMap<string, readonly unknown[]>;

export const givenKey = (operation: Pick<Operation, 'id'>, name: string): string => `${operation.id} ${name}`;

/** A value that the user has named for a parameter of an operation. */
export const givenParameter = (given: Given, operation: Operation, name: string): unknown =>
  given.get(givenKey(operation, name))?.[0];

/**
 * A body with the values that the user has named for members that it lacks, and for what lies within members: of an operation whose
 * body may have them.
 */
export function withGivenMembers(given: Given, operation: Operation, body: JsonRecord, turn = 0): JsonRecord {
  const schema = memberedBodyOf(operation)?.schema ?? {};
  const prefix = givenKey(operation, '');
  const named = [...given].flatMap(([key, values]) =>
    key.startsWith(prefix) ? [{ steps: key.slice(prefix.length).split('.'), values }] : [],
  );
  return named
    .filter(({ steps: [name = '', ...inner] }) => inner.length > 0 || isMissing(body, name, schema))
    .reduce(
      (whole, { steps, values }) => setIn(whole, steps, values[turn % values.length], schema) as JsonRecord,
      body,
    );
}

/** Whether a body lacks a member that its schema has: what stands there already was chosen with more care. */
const isMissing = (body: JsonRecord, name: string, schema: Schema): boolean =>
  own(body, name) === undefined && memberSchema(schema, name) !== undefined;

/**
 * The value with another one in a place within it; each item of an array has that place.
 *
 * @param schema the value's, where what is missing on the way is to be made
 */
function setIn(value: unknown, steps: readonly string[], wanted: unknown, schema?: Schema): unknown {
  const [name, ...inner] = steps;
  if (name === undefined) return wanted;
  const around = value ?? (schema && firstValue(schema));
  if (Array.isArray(around)) {
    const items = itemsOf(schema);
    const all: readonly unknown[] = around.length === 0 && items !== undefined ? [firstValue(items)] : around;
    return all.map((item) => setIn(item, steps, wanted, items));
  }
  const member = schema && memberSchema(schema, name);
  if (!isObject(around) || (inner.length > 0 && own(around, name) === undefined && member === undefined)) return value;
  return { ...around, [name]: setIn(own(around, name), inner, wanted, member) };
}

/** The schema of a member of an object: of a property, or of any value of a map. */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  const properties = propertiesOf(schema);
  const more = keywordOf(schema, 'additionalProperties');
  const isMap = properties.size === 0 && (typesOf(schema).length === 0 || typesOf(schema).includes('object'));
  return properties.get(name)?.schema ?? (typeof more === 'object' ? more : (more ?? isMap) ? {} : undefined);
}

/**
 * @param given what the user has named
 * @param refer a value for a parameter that refers to something that the server has
 */
export function requiredQuery(
  { operation, purpose }: Subject,
  given: Given = new Map(),
  refer: (parameter: Parameter) => unknown = () => undefined,
): Readonly<Record<string, unknown>> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(
    required.map((parameter) => [
      parameter.name,
      givenParameter(given, operation, parameter.name) ??
        refer(parameter) ??
        firstValue(drawnSchemaOf(purpose?.resource, parameter), parameter.name),
    ]),
  );
}

/** What the values of parameters are made of. */
interface Referring {
  readonly options: { readonly given: Given };
  readonly notes: { readonly values: { readonly clues: Clues; readonly unfit: Unfit } };
}

/** The query parameters that an operation requires: what refers to something by its name, by what the server has shown of that. */
export const queryFor = (context: Referring, subject: Subject): Readonly<Record<string, unknown>> =>
  requiredQuery(subject, context.options.given, (parameter) => referredValue(context, parameter));

/** What the server has shown of what a parameter refers to by its name, where the document does not say itself which values there are. */
export function referredValue({ notes }: Referring, { name, schema }: Parameter): unknown {
  const isOpen = [schema.enum, schema.const, schema.default].every((keyword) => keyword === undefined);
  return isOpen && schema.type !== 'boolean' ? notes.values.clues.referredBy(name, schema)[0] : undefined;
}

const NONE: Pick<Collection, 'records' | 'ids'> = { records: new Map(), ids: new Map() };

/** Ids that a member may hold by its name, of what the server has shown. */
export function referredIds(
  { contract, known, notes }: Referring & { readonly contract: Contract; readonly known: Known },
  { name, schema }: Pick<Property, 'name' | 'schema'>,
): readonly unknown[] {
  const resource = referredBy(contract, name, schema);
  const { records, ids: named } = resource === undefined ? NONE : known.collection(resource);
  const seen = [...records.values()].map(({ id }) => id);
  const ids = seen.length > 0 ? seen : [...named.values()].toReversed();
  const all = ids.length > 0 || schema.enum !== undefined ? ids : notes.values.clues.referredBy(name, schema);
  return fitOf(notes.values.unfit, name, all);
}

/** Whether the contract itself says so of each parameter of a query, and of the headers that have to be there. */
export const areOffered = (
  operation: Operation,
  resource: Resource | undefined,
  query: ReadonlyMap<string, unknown>,
  isShown: (property: string, value: unknown) => boolean,
): boolean =>
  areHeadersOffered(operation) &&
  operation.parameters.every(
    (parameter) =>
      parameter.in !== 'query' ||
      !query.has(parameter.name) ||
      isOffered(resource, parameter, query.get(parameter.name), isShown),
  );

/** Whether the contract itself has a value for each header and cookie that has to be there: of others a server may know better. */
const areHeadersOffered = ({ parameters }: Operation): boolean =>
  parameters.every(
    ({ in: place, required, examples, schema }) =>
      !required ||
      (place !== 'header' && place !== 'cookie') ||
      examples.length > 0 ||
      [schema.enum, schema.const, schema.default, schema.example].some((value) => value !== undefined),
  );

/**
 * Whether the contract itself says that a server takes a value of a query parameter: it is a page size within its bounds, one of
 * the choices that are named, or one that the server has shown. Of others a server may know better: a page may be too far, a
 * group may not exist.
 *
 * @param isShown whether the server has shown a value of a property
 */
function isOffered(
  resource: Resource | undefined,
  parameter: Parameter,
  value: unknown,
  isShown: (property: string, value: unknown) => boolean,
): boolean {
  const { schema } = parameter;
  if (parameter === resource?.pageSize || schema.enum !== undefined || typesOf(schema).includes('boolean')) return true;
  const filter = resource?.filters.find((one) => one.parameter === parameter);
  return filter !== undefined && isShown(filter.property, value);
}
