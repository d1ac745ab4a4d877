import { bodies } from './bodies';
import { control } from './control';
import type { Attack } from './model';
import { parameters } from './parameters';
import { raw } from './raw';

/** Every attack that goes over connections, in the order in which a round tells of them. */
export const ATTACKS: readonly Attack[] = [raw, bodies, parameters, control];
