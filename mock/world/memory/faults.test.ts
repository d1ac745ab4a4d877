import { describeFaults } from '../stores/faults.behaviour';
import { describeFaultsByExample } from '../stores/faults-examples.behaviour';
import { createMemoryFaults } from './faults';

describeFaults('faults in memory', createMemoryFaults);
describeFaultsByExample('a fault in memory', createMemoryFaults);
