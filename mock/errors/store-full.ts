import type { Operation } from '../../openapi/contract';
import type { StoreFull } from '../world/stores/store-full';
import { Problem } from './problems';
import { refusalFor } from './refusal';

/** The server has no room; the request may be repeated once there is some. */
export const storeFull = ({ message }: StoreFull, operation?: Operation): Problem =>
  new Problem(refusalFor(operation, 'noRoom'), 'insufficient_storage', message);
