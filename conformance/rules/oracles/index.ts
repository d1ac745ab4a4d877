/** Every oracle, in the order in which findings are reported. */
import type { Oracle } from '../rule';
import { allowanceCount } from './allowance-count';
import { allowanceHeaders } from './allowance-headers';
import { allowanceRefused, retryAfter } from './allowance-refused';
import { envelope, json, mediaType, schema } from './body';
import { arrives, ends, headers, no5xx, steady } from './reply';
import { errorStatus, status } from './status';

export const ORACLES: readonly Oracle[] = [
  arrives,
  ends,
  no5xx,
  status,
  mediaType,
  json,
  schema,
  envelope,
  errorStatus,
  headers,
  allowanceHeaders,
  allowanceCount,
  allowanceRefused,
  retryAfter,
  steady,
];
