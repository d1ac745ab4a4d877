import {
  exactNumber,
  itemsOf,
  type Operation,
  own,
  type Parameter,
  type Schema,
  schemesOf,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import type { Request } from './exchange';

/** The parameters of a request's query. */
export interface Query {
  /** The values of those that the contract names and that fit their schemas, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether the query has no other parameter, and all that are required: then a server has to accept it. */
  readonly isLawful: boolean;
}

/** What the query of a request says, as the contract reads it. */
export function queryOf({ operation, target, headers }: Pick<Request, 'operation' | 'target' | 'headers'>): Query {
  const given = new URLSearchParams(target.split('?')[1] ?? '');
  const values = new Map<string, unknown>();
  let isLawful = true;
  for (const name of new Set(given.keys())) {
    if (carriesCredential(operation, name)) continue;
    const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name);
    const value = parameter === undefined ? undefined : valueIn(parameter, given.getAll(name));
    if (parameter === undefined || value === undefined || validatorOf(parameter.schema, 'request')(value) !== undefined)
      isLawful = false;
    else values.set(name, value);
  }
  const isComplete = operation.parameters.every(
    ({ in: place, name, required }) =>
      !required ||
      place === 'path' ||
      place === 'cookie' ||
      carriesCredential(operation, name, place) ||
      (place === 'query' ? values.has(name) : own(headers, name.toLowerCase()) !== undefined),
  );
  return { values, isLawful: isLawful && isComplete };
}

/** Whether a parameter is the one by which an API key goes. */
export const carriesCredential = (
  operation: Operation,
  name: string,
  place: 'query' | 'header' | 'cookie' = 'query',
): boolean =>
  schemesOf(operation).some(
    (scheme) =>
      scheme.kind === 'apiKey' &&
      scheme.in === place &&
      (scheme.parameter === name || (place === 'header' && scheme.parameter.toLowerCase() === name.toLowerCase())),
  );

/** The value of a parameter's occurrences; undefined where a parameter of one value comes several times. */
function valueIn({ schema, separator }: Parameter, texts: readonly string[]): unknown {
  const [only = ''] = texts;
  if (typesOf(schema).includes('array')) {
    const items = itemsOf(schema) ?? {};
    return (separator === undefined ? texts : only.split(separator)).map((text) => fromText(items, text));
  }
  return texts.length === 1 ? fromText(schema, only) : undefined;
}

/** A text of a query or a header as a value of its schema's type; the text itself where it is none. */
export function fromText(schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  const isNumeric = types.includes('integer') || types.includes('number');
  if (isNumeric && /^-?\d{1,100}(\.\d{1,100})?$/.test(text)) return exactNumber(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
