import { describeChoices } from '../stores/choices.behaviour';
import { createMemoryChoices } from './choices';

describeChoices('choices in memory', createMemoryChoices);
