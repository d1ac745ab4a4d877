import { createChances } from '../rules/random';
import { describeFaults } from '../stores/faults.behaviour';
import { createMemoryFaults } from './faults';

const make = (chances: number, prefix: string) => createMemoryFaults(createChances(chances), prefix);

describeFaults('faults in memory', make);
