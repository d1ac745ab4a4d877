import type { Asked } from './behaviour';
import { isObject, type Json, type JsonObject, parse } from './json';
import { statuses } from './records';
import { invalid, notFound } from './refused';

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;
const inInt64 = (value: bigint): boolean => value >= smallest && value <= largest;

export function parseBody({ body }: Asked): Json {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw invalid('The body is not JSON.');
  }
}

export function readObject(body: Json): JsonObject {
  if (isObject(body)) return body;
  throw invalid('The body must be an object.');
}

export function readName(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  throw invalid('The field "name" must be a string.');
}

export function readCategory(value: Json | undefined): bigint {
  if (typeof value === 'bigint' && inInt64(value)) return value;
  throw invalid('The field "categoryId" must be a 64-bit integer.');
}

export function readStatus(value: Json | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && statuses.includes(value))) return value;
  throw invalid(`The field "status" must be one of ${statuses.join(', ')}.`);
}

export function readLimit([value = '20', ...more]: readonly string[]): number {
  const limit = Number(value);
  if (more.length === 0 && /^\d+$/.test(value) && limit >= 1 && limit <= 100) return limit;
  throw invalid('The parameter "limit" must be an integer from 1 to 100.');
}

export function readFilter([value, ...more]: readonly string[]): string | undefined {
  if (more.length === 0 && (value === undefined || statuses.includes(value))) return value;
  throw invalid(`The parameter "status" must be one of ${statuses.join(', ')}.`);
}

export function readId(text: string): bigint {
  if (/^-?\d+$/.test(text) && inInt64(BigInt(text))) return BigInt(text);
  throw notFound('There is no animal with this id.');
}
