import { closedLog } from './closed-log';
import { fewDescriptors } from './few-descriptors';
import { fullLog } from './full-log';
import { hostileDocuments } from './hostile-documents';
import { idleBodies } from './idle-bodies';
import { killedInSave } from './killed-in-save';
import type { Scenario } from './model';
import { termInFlood } from './term-in-flood';
import { unreadLog } from './unread-log';
import { unreadStreams } from './unread-streams';

/** What happens to files and processes, in the order in which a round does it. */
export const SCENARIOS: readonly Scenario[] = [
  fullLog,
  closedLog,
  unreadLog,
  fewDescriptors,
  idleBodies,
  unreadStreams,
  termInFlood,
  killedInSave,
  hostileDocuments,
];
