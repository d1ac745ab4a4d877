import {
  isObject,
  JsonError,
  jsonMediaType,
  type Operation,
  type Purpose,
  parseJson,
  partAt,
} from '../../openapi/contract';
import type { Request } from '../exchange/exchange';
import type { JsonRecord } from '../records/records';

/** The member that this suite sends to learn what becomes of those that no schema names; always the same one, so that it is known again. */
export const UNNAMED = 'unnamedBySchema';

/** The object that a request sends as JSON; undefined where it sends none. */
export function bodySent({ body, operation }: Request): JsonRecord | undefined {
  if (body === undefined || jsonMediaType(operation.body?.content ?? []) === undefined) return undefined;
  try {
    const value = parseJson(body);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** The record within the body that a request sends. */
export function recordSent(request: Request, { resource, role }: Purpose): JsonRecord | undefined {
  const steps = resource.taken[role];
  const record = steps === undefined ? undefined : partAt(bodySent(request), steps);
  return isObject(record) ? record : undefined;
}

/** The names of all members that a request sends, those of objects within others included. */
export const membersSent = (request: Request): readonly string[] => namesIn(bodySent(request), 0);

const namesIn = (value: unknown, depth: number): readonly string[] => {
  if (depth > 20 || value === null || typeof value !== 'object') return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap((part) => namesIn(part, depth + 1))];
};

/** Whether an operation takes JSON. */
export const takesJson = ({ body }: Operation): boolean => jsonMediaType(body?.content ?? [])?.schema !== undefined;
