import type { Attack } from '../model';
import { bodies } from './bodies';
import { control } from './control';
import { parameters } from './parameters';
import { raw } from './raw';

/**
 * Every attack that goes over connections, in the order of the report.
 *
 * To add one: a module here with an `Attack` (name, share, and an arbitrary of what is sent), made of the contract
 * alone. An attempt is decided by seed, attack and number, so it takes nothing from the replies. Then a line here;
 * `npm run fuzz -- --only <name>` runs it.
 */
export const ATTACKS: readonly Attack[] = [raw, bodies, parameters, control];
