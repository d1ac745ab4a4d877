/** Every oracle, in the order in which findings are reported. */
import type { Oracle } from '../judges/rule';
import { allowanceCount } from './allowance-count';
import { allowanceHeaders } from './allowance-headers';
import { allowanceRefused } from './allowance-refused';
import { arrives } from './arrives';
import { ends } from './ends';
import { errorStatus } from './error-status';
import { headers } from './headers';
import { json } from './json';
import { mediaType } from './media-type';
import { no5xx } from './no-5xx';
import { retryAfter } from './retry-after';
import { envelope, schema } from './schema';
import { status } from './status';
import { steady } from './steady';

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
