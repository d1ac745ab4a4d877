/**
 * Every check, in the order in which it runs: what is needed to know the server first, what spends an allowance last.
 *
 * To add one: 1. a file here that exports a `Check`; 2. a line in this list; 3. `npm run tables`, which writes its row in
 * the papers; 4. a fault in `tools/selftest/faults/` that it catches. A test holds the four together.
 */
import type { Check } from '../steps/check';
import { belowApart } from './changes/below-apart';
import { deletedGone } from './changes/deleted';
import { belowNothing, missingNotChanged } from './changes/missing';
import { othersUntouched } from './changes/others';
import { patchedKeepsRest } from './changes/patched';
import { conflictNoTrace, readOnlyNotTaken, refusedNoChange } from './changes/refused';
import { replacedShown } from './changes/replaced';
import { connectionCredentials, connectionNext } from './connection/carried';
import { connectionShared } from './connection/shared';
import { createdEchoed, createdListed, createdNewId, createdReadable } from './created';
import { credentialsChecked, credentialsFirst, credentialsRequired } from './credentials';
import { missingNotFound, recordsById } from './ids';
import { inputAccepted } from './input/accepted';
import { refusedNoTrace } from './input/no-trace';
import { inputSpelling, inputUnknownMembers } from './input/odd-body';
import { inputQuery, parametersRefused } from './input/odd-parameters';
import { inputRefused } from './input/refused';
import { deprecatedWorks, recordsKept } from './kept';
import { limitsRetryAfterAgrees, limitsServiceResumes } from './limits/announced';
import { limitsEnforced, limitsOthersUnaffected, limitsRefusalChangesNothing } from './limits/over-limit';
import { listDefaultPageSize, listFilter, listLongestPage, listNoDuplicates, listPageSize } from './lists';
import { listPages } from './pages/pages';
import { parallelAllKept } from './parallel/all-kept';
import { parallelOwnReply } from './parallel/own-reply';
import { parallelSomeOrder } from './parallel/some-order';
import { sequenceModel } from './sequence';

export const CHECKS: readonly Check[] = [
  listNoDuplicates,
  listPageSize,
  listDefaultPageSize,
  listFilter,
  deprecatedWorks,
  conflictNoTrace,
  createdEchoed,
  createdReadable,
  createdNewId,
  createdListed,
  listPages,
  recordsKept,
  recordsById,
  replacedShown,
  patchedKeepsRest,
  deletedGone,
  othersUntouched,
  belowApart,
  belowNothing,
  missingNotChanged,
  refusedNoChange,
  readOnlyNotTaken,
  parallelOwnReply,
  parallelAllKept,
  parallelSomeOrder,
  missingNotFound,
  credentialsRequired,
  credentialsChecked,
  credentialsFirst,
  inputRefused,
  refusedNoTrace,
  parametersRefused,
  inputQuery,
  inputAccepted,
  inputSpelling,
  inputUnknownMembers,
  connectionCredentials,
  connectionNext,
  connectionShared,
  sequenceModel,
  limitsEnforced,
  limitsRetryAfterAgrees,
  limitsRefusalChangesNothing,
  limitsOthersUnaffected,
  limitsServiceResumes,
  listLongestPage,
];
