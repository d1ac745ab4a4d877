import { atApplication } from '../reach/prove';
import type { Proving } from '../server/prove';
import { depot } from './depot';

/** Requests for a depot: those that the suite takes by itself would do as well. */
export const DEPOT_BUDGET = 2000;

/** Judges a depot that does what a switch says. */
export const atDepot: Proving<string> = atApplication(depot);
