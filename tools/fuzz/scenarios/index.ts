import { closedLog } from './closed-log';
import { fewDescriptors } from './few-descriptors';
import { fullJournals } from './full-journals';
import { fullLog } from './full-log';
import { hostileDocuments } from './hostile-documents';
import { hostilePatterns } from './hostile-patterns';
import { idleBodies } from './idle-bodies';
import { inflatedBodies } from './inflated-bodies';
import { killedInSave } from './killed-in-save';
import { manyConnections } from './many-connections';
import type { Scenario } from './model';
import { killedReplicas, killedStore } from './replicas';
import { termInFlood } from './term-in-flood';
import { unreadLists } from './unread-lists';
import { unreadLog } from './unread-log';
import { unreadReplies } from './unread-replies';
import { unreadStreams } from './unread-streams';

/** What happens to files and processes, in the order in which a round does it. */
export const SCENARIOS: readonly Scenario[] = [
  fullLog,
  closedLog,
  unreadLog,
  fewDescriptors,
  idleBodies,
  unreadStreams,
  unreadReplies,
  unreadLists,
  manyConnections,
  inflatedBodies,
  fullJournals,
  termInFlood,
  killedInSave,
  killedReplicas,
  killedStore,
  hostileDocuments,
  hostilePatterns,
];
