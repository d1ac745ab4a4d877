import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { ServerKind } from './kind';

/** The built command, as users get it. */
export const COMMAND = join(__dirname, '../../../bin/animal-store-mock.js');

/**
 * This mock with its default flags: it checks the key, counts the allowance, validates, stores the records and writes the
 * journal. Only the plan limits are off, since a thousand requests a minute would soon be used up.
 */
export const mock = ({ prefix }: Contract): ServerKind => ({
  id: 'mock',
  prefix,
  every: 1,
  args: (port) => [COMMAND, '--port', `${port}`, '--plan-limits', 'off'],
});
