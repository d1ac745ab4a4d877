/**
 * Every oracle, in the order in which findings are reported.
 *
 * To add one:
 * 1. Write a file here that exports an `Oracle` (`conformance/rules/rule.ts`). It sends nothing: `judge` gets one
 *    exchange, and returns undefined where the rule says nothing of it.
 * 2. Add it to the list below, and examples to `oracles.test.ts`.
 * 3. Go on as for a check (`conformance/checks/index.ts`): a faulty server, `npm run tables`, `npm run selftest`.
 */
import type { Oracle } from '../rule';
import { allowanceCount } from './allowance-count';
import { allowanceHeaders } from './allowance-headers';
import { allowanceRefused, retryAfter } from './allowance-refused';
import { location, replyId } from './announced';
import { envelope, json, mediaType, schema } from './body';
import { notModified, tagKept } from './conditional';
import { errorMembers } from './error-members';
import { figuresAddUp } from './figures';
import { otherBodyRefused, replayed } from './idempotency';
import { judgeable } from './judgeable';
import { refusalNames, refusalReason } from './refusal-reason';
import { arrives, ends, headers, no5xx, staysUp, steady } from './reply';
import { secretsHidden } from './secrets';
import { errorStatus, status } from './status';
import { timesInUtc } from './times';

export const ORACLES: readonly Oracle[] = [
  staysUp,
  arrives,
  ends,
  no5xx,
  status,
  mediaType,
  json,
  judgeable,
  schema,
  envelope,
  errorStatus,
  errorMembers,
  refusalReason,
  refusalNames,
  headers,
  location,
  replyId,
  timesInUtc,
  figuresAddUp,
  notModified,
  tagKept,
  secretsHidden,
  allowanceHeaders,
  allowanceCount,
  allowanceRefused,
  retryAfter,
  steady,
  replayed,
  otherBodyRefused,
];
