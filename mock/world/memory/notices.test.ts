import { describeNotices } from '../stores/notices.behaviour';
import { createMemoryNotices } from './stores';

describeNotices('notices in memory', createMemoryNotices);
