import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { ServerKind } from './kind';

/** The built command, as a user has it. */
export const COMMAND = join(__dirname, '../../../bin/animal-store-mock.js');

/**
 * This mock with its default flags: it checks the key, counts the allowance, validates, keeps the records and writes the
 * journal. The limits of the plans are off for the run, since a thousand requests a minute are soon sent.
 */
export const mock = ({ prefix }: Contract): ServerKind => ({
  id: 'mock',
  prefix,
  every: 1,
  args: (port) => [COMMAND, '--port', `${port}`, '--plan-limits', 'off'],
});
