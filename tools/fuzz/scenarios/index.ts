import { CLIENTS } from './clients';
import { DOCUMENTS } from './documents';
import { LOGS } from './logs';
import { REPLICAS } from './replicas';
import type { Scenario } from './scenario';
import { STATE } from './state';

/**
 * What happens to files and processes, in the order of a run.
 *
 * To add one: a `Scenario` in the module of its subject, and its place in the list at the end of that module.
 * `withMock` starts and ends a mock around it; it returns a sentence for each thing that is wrong.
 */
export const SCENARIOS: readonly Scenario[] = [...LOGS, ...CLIENTS, ...STATE, ...REPLICAS, ...DOCUMENTS];
