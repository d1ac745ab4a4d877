import { describeNotices } from '../stores/notices.behaviour';
import { createMemoryNotices } from './notices';

describeNotices('notices in memory', createMemoryNotices);
