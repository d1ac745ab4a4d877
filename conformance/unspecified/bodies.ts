import {
  alternativesOf,
  isObject,
  jsonIn,
  own,
  type Purpose,
  partAt,
  propertiesOf,
  type Resource,
  type Schema,
} from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSuccess, type Request } from '../exchange/exchange';
import { queryOf } from '../exchange/query';
import { bodyOf, takenSteps } from '../exchange/subject';
import { type JsonRecord, keyOf, recordOf, recordsOf } from '../records/records';

/** The member that this suite sends to learn what becomes of those that no schema names; always the same one, so that it is known again. */
export const UNNAMED = 'unnamedBySchema';

/** The object that a request sends as JSON; undefined where it sends none. */
export function bodySent({ body, operation }: Request): JsonRecord | undefined {
  const value = body === undefined || bodyOf(operation) === undefined ? undefined : jsonIn(body);
  return isObject(value) ? value : undefined;
}

/** The record within the body that a request sends. */
export function recordSent(request: Request, purpose: Purpose): JsonRecord | undefined {
  const record = partAt(bodySent(request), takenSteps({ operation: request.operation, purpose }));
  return isObject(record) ? record : undefined;
}

/** The names of all members that a request sends, those of objects within others included. */
export const membersSent = (request: Request): readonly string[] => namesIn(bodySent(request), 0);

const namesIn = (value: unknown, depth: number): readonly string[] => {
  if (depth > 20 || value === null || typeof value !== 'object') return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap((part) => namesIn(part, depth + 1))];
};

/** What tells a record from those of all resources. */
export const recordKey = ({ storedIn }: Resource, id: unknown): string => `${storedIn} ${keyOf(id)}`;

/** The records that a reply shows as the contract says; none where it is no success, or something was asked that may cut them. */
export function recordsShown(exchange: Exchange, { resource, role }: Purpose): readonly JsonRecord[] {
  const { credential } = exchange.request;
  if (!isSuccess(exchange) || !isOfOperation(exchange) || !isOfOneCaller(credential)) return [];
  if (!queryOf(exchange.request).isLawful) return [];
  if (role === 'list') return recordsOf(exchange, resource) ?? [];
  const record = recordOf(exchange, resource);
  return record === undefined ? [] : [record];
}

/**
 * The members of an object, those of objects within it included, that its schema allows and does not describe.
 *
 * @returns undefined where the value is no object, or its schema allows none
 */
export function furtherIn(schema: Schema, value: unknown, at = ''): readonly string[] | undefined {
  if (!isObject(value) || !isOpen(schema)) return undefined;
  const named = propertiesOf(schema);
  return Object.keys(value).flatMap((name) => {
    const property = named.get(name);
    if (property === undefined) return [`${at}${name}`];
    return furtherIn(property.schema, own(value, name), `${at}${name}.`) ?? [];
  });
}

/** Whether an object schema leaves open which other members there are; one of a map describes all that it has. */
function isOpen(schema: Schema): boolean {
  const alternatives = alternativesOf(schema);
  return (
    propertiesOf(schema).size > 0 &&
    alternatives.every(
      ({ additionalProperties, patternProperties, unevaluatedProperties }) =>
        patternProperties === undefined &&
        unevaluatedProperties === undefined &&
        (additionalProperties === undefined || additionalProperties === true),
    )
  );
}
