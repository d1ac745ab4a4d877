import type { Fault } from '../server/cases';
import { acceptance } from './acceptance';
import { allowanceHeaders } from './allowance-headers';
import { arrival } from './arrival';
import { bodies } from './bodies';
import { connections } from './connections';
import { counting } from './counting';
import { crashes } from './crashes';
import { created } from './created';
import { credentials } from './credentials';
import { echo } from './echo';
import { envelopes } from './envelope';
import { everyNths } from './every-nth';
import { filters } from './filters';
import { idTexts } from './id-texts';
import { ids } from './ids';
import { int64 } from './int64';
import { kept } from './kept';
import { limits } from './limits';
import { members } from './members';
import { missing } from './missing';
import { order } from './order';
import { overLimit } from './over-limit';
import { pages } from './pages';
import { parallelLimits } from './parallel-limits';
import { parallelRecords } from './parallel-records';
import { parallelReplies } from './parallel-replies';
import { queries } from './queries';
import { refusals } from './refusals';
import { resumption } from './resumption';
import { retryAfters } from './retry-after';
import { schema } from './schema';
import { sequences } from './sequences';
import { spellings } from './spellings';
import { stale } from './stale';
import { status } from './status';

/**
 * Every faulty server. To add one: write it into the list that it belongs to, with the sentence that it breaks and the
 * checks that may rightly catch it; its name says what the server does, and no other fault has it.
 */
export const faults: readonly Fault[] = [
  ...arrival,
  ...status,
  ...crashes,
  ...bodies,
  ...schema,
  ...int64,
  ...envelopes,
  ...allowanceHeaders,
  ...counting,
  ...credentials,
  ...order,
  ...refusals,
  ...members,
  ...spellings,
  ...acceptance,
  ...echo,
  ...ids,
  ...created,
  ...kept,
  ...pages,
  ...queries,
  ...filters,
  ...missing,
  ...idTexts,
  ...limits,
  ...overLimit,
  ...retryAfters,
  ...resumption,
  ...sequences,
  ...everyNths,
  ...parallelLimits,
  ...parallelRecords,
  ...parallelReplies,
  ...stale,
  ...connections,
];
