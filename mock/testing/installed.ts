import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../openapi/package/package-file';

/** Where Debian has it, which is not on everybody's path. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;

/** What runs it finds it by these. */
export const HAPROXY_ENV: NodeJS.ProcessEnv = { ...process.env, PATH };

/** Whether HAProxy is installed on this machine: `apt-get install haproxy`. */
export function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'pipe', env: HAPROXY_ENV });
    return true;
  } catch {
    return false;
  }
}

/** What its library reads. */
const PUBLISHED = ['package.json', 'dist/lib', 'dist/prevalidated.json', 'dist/pages', 'fixtures', 'openapi'];

/**
 * Puts the package into a folder of installed ones, as npm does. Runners compile what lies elsewhere, as they see it where there is
 * a link: of a bundle that takes seconds in each process.
 */
export function installPackage(modules: string): void {
  // Sources of the documents' folder are not published.
  const filter = (source: string): boolean => !/\/openapi\/[^/]+$/.test(source) || /\.(?:json|yaml)$/.test(source);
  for (const file of PUBLISHED)
    cpSync(packageFile(file), join(modules, 'animal-store-contract', file), { recursive: true, filter });
}
