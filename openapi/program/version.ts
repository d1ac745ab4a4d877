import { readFileSync } from 'node:fs';

/** The version of this package, such as `1.2.3`. */
export function version(): string {
  return (JSON.parse(readFileSync(require.resolve('#package.json'), 'utf8')) as { version: string }).version;
}
