import type { BehaviourId } from '../../openapi/behaviours/options';
import { learnUnknownMembers } from './bodies';
import { learnCompression, learnConnection, learnFraming, learnLatency } from './connections';
import { learnErrorCode, learnErrorMessage, learnFurtherInErrors } from './errors';
import { learnOptional } from './foreign-records';
import { learnFurtherInRecords } from './further-records';
import { learnEscapes } from './json-escapes';
import { learnSpacing } from './json-spacing';
import type { NewLearner } from './learner';
import { learnListOrder } from './list-order';
import { learnMemberOrder } from './member-order';
import { learnIds, learnOmitted } from './new-records';
import { learnInvalidPath, learnWrongMethod } from './paths';
import { learnInvalidQuery, learnUnknownQuery } from './queries';
import { learnReads } from './reads';
import { learnCost } from './refusal-cost';
import { learnCase, learnChallenge, learnCharset, learnFurtherHeaders, learnRetryAfter } from './reply-headers';
import { learnWindows } from './windows';

/** A learner for each silence of `openapi/silences.yaml`, in its order; TypeScript asks for one that is missing. */
export const LEARNERS: { readonly [Id in BehaviourId]: NewLearner<Id> } = {
  'query.invalid': learnInvalidQuery,
  'path.invalid': learnInvalidPath,
  'query.unknown': learnUnknownQuery,
  'body.unknown': learnUnknownMembers,
  'method.wrong': learnWrongMethod,
  'record.omitted': learnOmitted,
  'record.optional': learnOptional,
  'list.order': learnListOrder,
  ids: learnIds,
  reads: learnReads,
  'record.further': learnFurtherInRecords,
  'error.further': learnFurtherInErrors,
  'error.code': learnErrorCode,
  'error.message': learnErrorMessage,
  challenge: learnChallenge,
  windows: learnWindows,
  'refusals.cost': learnCost,
  'retry-after': learnRetryAfter,
  'headers.further': learnFurtherHeaders,
  'headers.case': learnCase,
  'json.member-order': learnMemberOrder,
  'json.spacing': learnSpacing,
  'json.escapes': learnEscapes,
  charset: learnCharset,
  framing: learnFraming,
  compression: learnCompression,
  connection: learnConnection,
  latency: learnLatency,
};
