import { describeChoices } from '../stores/choices.behaviour';
import { createMemoryChoices } from './stores';

describeChoices('choices in memory', createMemoryChoices);
