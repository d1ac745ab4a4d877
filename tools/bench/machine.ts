import { cpus, release, totalmem, type } from 'node:os';
import { version } from '../../openapi/package/package-file';
import type { Machine } from './model';

export function machine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory: totalmem(),
    node: process.versions.node,
    system: `${type()} ${release()}`,
  };
}

const PACKAGES = ['express', '@stoplight/prism-cli', 'autocannon'];

/** The versions of the compared packages, and of this one. */
export function versions(): Readonly<Record<string, string>> {
  const ofPackages = PACKAGES.map((name) => [name, versionOf(name)] as const);
  return { mock: version(), ...Object.fromEntries(ofPackages) };
}

// Each of these packages exports its package.json, which has a version.
const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;
