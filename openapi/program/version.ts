import { readFileSync } from 'node:fs';
import { packageFile } from '../package/package-file';

/** The version of this package, such as `1.2.3`. Read once: a mock that has no file descriptor left is still asked for it. */
const VERSION = (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;

export const version = (): string => VERSION;
