import { describeFaults } from '../stores/faults.behaviour';
import { createMemoryFaults } from './faults';

describeFaults('faults in memory', createMemoryFaults);
