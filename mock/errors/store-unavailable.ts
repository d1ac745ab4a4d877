import type { Operation } from '../../openapi/contract';
import { Problem } from './problems';
import { refusalFor } from './refusal';

/** After so many seconds a client may try again. */
const RETRY_SECONDS = 1;

/** What the mock remembers is out of reach, for some time at the most: RFC 9110 §15.6.4. */
export const storeUnavailable = ({ message }: Error, operation?: Operation): Problem =>
  new Problem(refusalFor(operation, 'unavailable'), 'store_unavailable', message, {
    'Retry-After': String(RETRY_SECONDS),
  });
