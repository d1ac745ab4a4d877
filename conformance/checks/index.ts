/**
 * Every check, in the order in which it runs: what is needed to know the server first, what spends an allowance last.
 *
 * To add one: 1. a file here that exports a `Check`; 2. a line in this list; 3. a row in `conformance/README.md`;
 * 4. a fault in `conformance/selftest/faults/` that it catches. A test holds the four together.
 */
import type { Check } from '../model';
import { inputAccepted } from './accepted';
import { createdListed, createdNewId, createdReadable, recordsKept } from './created';
import { credentialsChecked, credentialsRequired } from './credentials';
import { createdEchoed } from './echo';
import {
  limitsEnforced,
  limitsOthersUnaffected,
  limitsRefusalChangesNothing,
  limitsRetryAfterAgrees,
  limitsServiceResumes,
} from './limits';
import { listDefaultPageSize, listFilter, listNoDuplicates, listPageSize } from './lists';
import { deprecatedWorks, missingNotFound } from './missing';
import { refusedNoTrace } from './no-trace';
import { inputRefused, parametersRefused } from './refused';
import { sequenceModel } from './sequence';

export const CHECKS: readonly Check[] = [
  listNoDuplicates,
  listPageSize,
  listDefaultPageSize,
  listFilter,
  deprecatedWorks,
  createdEchoed,
  createdReadable,
  createdNewId,
  createdListed,
  recordsKept,
  missingNotFound,
  credentialsRequired,
  credentialsChecked,
  inputAccepted,
  inputRefused,
  refusedNoTrace,
  parametersRefused,
  sequenceModel,
  limitsEnforced,
  limitsRetryAfterAgrees,
  limitsRefusalChangesNothing,
  limitsOthersUnaffected,
  limitsServiceResumes,
];
