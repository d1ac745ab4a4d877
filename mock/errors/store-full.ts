import { documents, type Operation } from '../../openapi/contract';
import type { StoreFull } from '../world/stores/store-full';
import { Problem } from './problems';

/** By how near they are to what has happened: RFC 4918 §11.5, RFC 9110 §15.6.4 and §15.6.1. */
const NEAREST: readonly number[] = [507, 503, 500];

/**
 * 507, or the nearest to it that an operation documents: the server has no room, and the request may be repeated once there
 * is some.
 */
export function storeFull({ message }: StoreFull, operation?: Operation): Problem {
  const documented = operation && NEAREST.find((status) => documents(operation, status));
  return new Problem(documented ?? 507, 'insufficient_storage', message);
}
