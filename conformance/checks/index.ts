/**
 * Every check, in the order in which it runs: what is needed to know the server first, what spends an allowance last.
 *
 * To add one:
 * 1. Write a file here that exports a `Check` (`conformance/steps/check.ts`): id, title, level, clause, cases. A case
 *    tells a story: it sends by `context.send` or by a step of `conformance/steps/`, and returns verdicts, or yields
 *    them and goes on. A step throws `CannotJudge` where the story can't go on. Where a relation has the same id, the
 *    cases only send. `kept.ts` is a small one to copy.
 * 2. Add it to the list below.
 * 3. Write a faulty server that it catches (`tools/README.md` says where). A test names each check that has none.
 * 4. Run `npm run tables`, which writes its row into the docs, and `npm run selftest`: no conforming server may be
 *    accused.
 */
import type { Check } from '../steps/check';
import { accountsApart } from './access/accounts';
import { credentialsAlternatives } from './access/alternatives';
import { credentialsChecked, credentialsRequired } from './access/credentials';
import { credentialsFirst } from './access/credentials-first';
import { rolesReads, rolesWrites } from './access/roles';
import { secretsLater } from './access/secrets';
import { belowOwn, listOrder, listRange } from './asked';
import { belowApart } from './changes/below-apart';
import { conflictNoTrace } from './changes/conflict';
import { deletedGone } from './changes/deleted';
import { belowNothing, missingNotChanged } from './changes/missing';
import { othersUntouched } from './changes/others';
import { patchedKeepsRest } from './changes/patched';
import { readOnlyNotTaken, refusedNoChange } from './changes/refused';
import { replacedShown } from './changes/replaced';
import { changesTimed } from './changes/times';
import { uniqueKept } from './changes/unique';
import { conditionalRead } from './conditional/read';
import { conditionalParallel, conditionalWrite } from './conditional/write';
import { acceptable } from './connection/acceptable';
import { allow } from './connection/allow';
import { connectionCredentials, connectionNext } from './connection/carried';
import { givenId } from './connection/given-id';
import { connectionShared } from './connection/shared';
import { createdListed, createdNewId, createdNumbered, createdReadable } from './created';
import { createdEchoed } from './echoed';
import { replyExpanded } from './expanded';
import { idempotencyKeys } from './idempotency/keys';
import { missingNotFound, recordsById } from './ids';
import { inputAccepted } from './input/accepted';
import { inputBounds } from './input/bounds';
import { refusedNoTrace } from './input/no-trace';
import { inputSpelling, inputUnknownMembers } from './input/odd-body';
import { inputQuery, parametersRefused } from './input/odd-parameters';
import { inputReferences } from './input/references';
import { inputRefused } from './input/refused';
import { queryRefused } from './input/refused-queries';
import { jobsMoves } from './jobs/jobs';
import { deprecatedWorks, recordsKept } from './kept';
import { limitsRetryAfterAgrees, limitsServiceResumes } from './limits/announced';
import { limitsEnforced, limitsOthersUnaffected, limitsRefusalChangesNothing } from './limits/over-limit';
import { listDefaultPageSize, listFilter, listLongestPage, listNoDuplicates, listPageSize } from './lists';
import { listPageFacts } from './pages/facts';
import { listPages } from './pages/pages';
import { parallelAllKept } from './parallel/all-kept';
import { parallelOwnReply } from './parallel/own-reply';
import { parallelSomeOrder } from './parallel/some-order';
import { inputAgreeing } from './related/agreeing';
import { relatedCopied } from './related/copied';
import { relatedEffects } from './related/effects';
import { relatedGuards } from './related/guarded';
import { relatedInherited } from './related/inherited';
import { relatedLeft } from './related/left';
import { relatedMost } from './related/most';
import { relatedSingle } from './related/single';
import { relatedStates } from './related/states';
import { relatedTotals } from './related/totals';
import { sequenceModel } from './sequence';
import { statesAction } from './states/action';
import { partsKept } from './states/parts';
import { listCursor, listTotal } from './told';

export const CHECKS: readonly Check[] = [
  listNoDuplicates,
  listPageSize,
  listDefaultPageSize,
  listFilter,
  deprecatedWorks,
  conflictNoTrace,
  uniqueKept,
  createdEchoed,
  createdReadable,
  createdNewId,
  createdNumbered,
  createdListed,
  listPages,
  listOrder,
  listRange,
  listTotal,
  listPageFacts,
  listCursor,
  replyExpanded,
  belowOwn,
  recordsKept,
  recordsById,
  replacedShown,
  patchedKeepsRest,
  changesTimed,
  deletedGone,
  othersUntouched,
  belowApart,
  belowNothing,
  missingNotChanged,
  refusedNoChange,
  readOnlyNotTaken,
  secretsLater,
  conditionalRead,
  conditionalWrite,
  conditionalParallel,
  statesAction,
  partsKept,
  relatedGuards,
  relatedInherited,
  relatedLeft,
  relatedStates,
  relatedMost,
  relatedSingle,
  relatedTotals,
  relatedEffects,
  relatedCopied,
  jobsMoves,
  idempotencyKeys,
  parallelOwnReply,
  parallelAllKept,
  parallelSomeOrder,
  missingNotFound,
  credentialsRequired,
  credentialsChecked,
  credentialsFirst,
  credentialsAlternatives,
  // What may be read is asked for first: by that the key is known.
  rolesReads,
  rolesWrites,
  accountsApart,
  inputRefused,
  inputReferences,
  inputAgreeing,
  refusedNoTrace,
  queryRefused,
  parametersRefused,
  inputQuery,
  inputBounds,
  inputAccepted,
  inputSpelling,
  inputUnknownMembers,
  allow,
  acceptable,
  givenId,
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
