import type { Fault } from '../server/cases';
import { acceptance } from './acceptance';
import { allowances } from './allowances';
import { bodies } from './bodies';
import { connections } from './connections';
import { creation } from './created';
import { credentials } from './credentials';
import { errors } from './errors';
import { input } from './input';
import { overTheLimit } from './limits';
import { lists } from './lists';
import { parallel } from './parallel';
import { reading } from './reads';
import { refusals } from './refusals';
import { replies } from './replies';
import { sequences } from './sequences';
import { stale } from './stale';
import { unjudgedFaults } from './unjudged';

/**
 * Every faulty server. To add one: a row of the table that it belongs to, with the sentence that it breaks and the
 * checks that may rightly catch it where they are not those of the table; its name says what the server does, and no
 * other fault has it.
 */
export const faults: readonly Fault[] = [
  ...replies,
  ...bodies,
  ...errors,
  ...allowances,
  ...credentials,
  ...refusals,
  ...input,
  ...acceptance,
  ...creation,
  ...lists,
  ...reading,
  ...overTheLimit,
  ...sequences,
  ...parallel,
  ...stale,
  ...connections,
  ...unjudgedFaults,
];
