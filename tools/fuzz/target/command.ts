import { join } from 'node:path';

/** The built command, as users get it. */
export const COMMAND = join(__dirname, '../../../bin/animal-store-mock.js');
