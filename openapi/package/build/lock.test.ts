import { readFileSync } from 'node:fs';
import { packageFile } from '../package-file';

interface Locked {
  readonly integrity?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(packageFile(path), 'utf8'));
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
const { '': _root, ...installed } = packages;

test('the lock has a digest of every package, but for binaries of other systems that only our tools use', () => {
  const without = Object.entries(installed).filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  // Our tools have binaries for many systems; the lock was made where those of others are not to be had.
  const isForOneSystem = ({ dev, optional, os, cpu }: Locked): boolean =>
    dev === true && optional === true && os !== undefined && cpu !== undefined;
  const isHere = ({ os = [], cpu = [], libc = ['glibc'] }: Locked): boolean =>
    os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  const unexplained = without.filter(([, locked]) => !isForOneSystem(locked) || isHere(locked));
  expect(unexplained.map(([path]) => path)).toEqual([]);
});

test('the lock has a digest of every package that is in the bundles', () => {
  const { inside } = read('dist/bundled.json') as { readonly inside: readonly string[] };
  const names = inside.map((folder) => folder.replace(/^(\.\.\/)+/, ''));
  expect(names.filter((name) => installed[name]?.integrity === undefined)).toEqual([]);
});

test('nothing is installed with the package', () => {
  expect(Object.entries(installed).filter(([, { dev }]) => dev !== true)).toEqual([]);
});
