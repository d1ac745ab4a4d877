import { readFileSync } from 'node:fs';
import { packageFile } from '../package/package-file';

/** The version of this package, such as `1.2.3`. */
export function version(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}
