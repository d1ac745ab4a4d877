import { envelope } from './envelope';
import type { Law } from './model';
import { no5xx } from './no-5xx';
import { rateHeaders } from './rate-headers';
import { secrets } from './secrets';

/** What every reply is judged by. */
export const REPLY_LAWS: readonly Law[] = [no5xx, envelope, rateHeaders, secrets];
