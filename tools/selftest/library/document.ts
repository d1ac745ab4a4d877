import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';

/** The second contract of the proving ground. The build leaves it where it is. */
export const LIBRARY_DOCUMENT = join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/library/library.yaml');
