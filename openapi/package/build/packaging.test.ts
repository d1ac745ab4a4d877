import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageFile } from '../package-file';
import { externals, FOR_PAGES, LIBRARY, MODULES } from './bundles';
import { licencesOf } from './licences';

interface Manifest {
  readonly license: string;
  readonly main: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
  readonly typesVersions: Readonly<Record<'*', Readonly<Record<string, readonly string[]>>>>;
  readonly exports: Readonly<Record<string, string | Target | Readonly<Record<'import' | 'default', Target>>>>;
}

interface Target {
  readonly types: string;
  readonly default: string;
}

const read = (path: string): string => readFileSync(packageFile(path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('the package has', () => {
  // As it is after a build, which npm's own would repeat.
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packageFile('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(packed) as [{ files: readonly { readonly path: string }[] }];
  const paths = files.map(({ path }) => path);

  test('what its manifest names', () => {
    const named = [manifest.main, manifest.types, ...Object.values(manifest.bin), ...Object.values(manifest.exports)];
    const targets = named.flatMap((target) => JSON.stringify(target).match(/(?<=")[^"]*\/[^"]*(?=")/g) ?? []);
    expect(targets.length).toBeGreaterThan(6);
    expect(targets.map((target) => posix.normalize(target)).filter((target) => !paths.includes(target))).toEqual([]);
  });

  test('every file that one of its texts links to', () => {
    const links = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => ({
          path,
          target: posix.join(posix.dirname(path), target),
        })),
      );
    expect(links.length).toBeGreaterThan(15);
    const dead = links.filter(({ target }) => !paths.includes(target));
    expect(
      dead.map(({ path, target }) => `${path} links to ${target}, which "files" in package.json leaves out`),
    ).toEqual([]);
  });

  test('its licence', () => {
    expect(paths).toContain('LICENSE');
    expect(read('LICENSE')).toMatch(new RegExp(`^${manifest.license} License\n`));
  });

  test('nothing that only we use', () => {
    const ours = /\.test\.|\.behaviour\.|testing\/|tools\/.*\.[jt]s|package\/build|(?<!\.d)\.tsx?$/;
    expect(paths.filter((path) => ours.test(path))).toEqual([]);
  });
});

describe('the bundles', () => {
  const { inside, outside } = JSON.parse(read('dist/bundled.json')) as {
    readonly inside: readonly string[];
    readonly outside: readonly string[];
  };

  test('leave out what is installed with the package, and nothing else', () => {
    // One file may load another of the package.
    const packages = outside.filter((name) => !name.startsWith('.'));
    expect([...new Set(packages)].sort()).toEqual([...externals()].sort());
  });

  test('have the mock once: the fixtures load it from the index', () => {
    const fixtures = ['playwright.js', 'vitest.mjs'].map((name) => read(join('dist/lib', name)));
    for (const text of fixtures) {
      expect(text).toMatch(/["']\.\/index\.js["']/);
      expect(text).not.toMatch(/node_modules|__dirname/);
    }
  });

  test('come with the licences of what is in them', () => {
    expect(inside).toEqual(expect.arrayContaining(['node_modules/express', 'node_modules/preact']));
    expect(read('dist/THIRD-PARTY-LICENSES.txt')).toBe(licencesOf(inside));
  });
});

test('the types of the library stand alone: without those of Node, of a browser, or of another package', () => {
  const wanted = ['--strict', '--skipLibCheck', 'false', '--types', '', '--lib', 'es2022', '--target', 'es2022'];
  const options = [...wanted, '--module', 'nodenext', '--noEmit', '--ignoreConfig'];
  const tsc = [
    packageFile('node_modules/typescript/bin/tsc'),
    ...options,
    ...['index.d.ts', 'matchers.d.ts', 'browser.d.mts'].map((name) => packageFile(`dist/types/${name}`)),
  ];
  const { stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
  expect(stdout).toBe('');
});

const targetOf = (name: string, module = MODULES.includes(name) ? 'm' : ''): Target => ({
  types: `./${join('dist/types', name)}.d.${module}ts`,
  default: `./${join('dist/lib', name)}.${module}js`,
});

test('the library has an entry for each name in "exports"', () => {
  const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [[name, target]],
  );
  expect(Object.fromEntries(entries)).toEqual(
    Object.fromEntries(
      Object.keys(LIBRARY).map((name) => [
        name === 'index' ? '.' : `./${name}`,
        FOR_PAGES.includes(name) ? { import: targetOf(name, 'm'), default: targetOf(name) } : targetOf(name),
      ]),
    ),
  );
  // For TypeScript that does not read "exports": before version 5, or with `module: commonjs`.
  const older = Object.keys(LIBRARY).filter((name) => name !== 'index');
  expect(manifest.typesVersions['*']).toEqual(Object.fromEntries(older.map((name) => [name, [targetOf(name).types]])));
});

interface Locked {
  readonly version?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly integrity?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
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
  const { inside } = JSON.parse(read('dist/bundled.json')) as { readonly inside: readonly string[] };
  const names = inside.map((folder) => folder.replace(/^(\.\.\/)+/, ''));
  expect(names.filter((name) => installed[name]?.integrity === undefined)).toEqual([]);
});

test('npm 10 installs the package, and fails on the peers of Vitest: it is no peer for npm', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(['@playwright/test']);
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(['@playwright/test', 'vitest']);
});

test('the lock has each peer in the major version that is asked for: npm ci of npm 10 refuses others', () => {
  /** The package of this name that Node finds from there. */
  const found = (from: string, name: string): string | undefined => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (installed[path] !== undefined) return installed[path].version;
    return from === '' ? undefined : found(from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name);
  };
  const other = Object.entries(installed).flatMap(([path, { peerDependencies = {} }]) =>
    Object.entries(peerDependencies).flatMap(([name, range]) => {
      const [, wanted] = /^\^(\d+)\.[\d.]+$/.exec(range) ?? [];
      const version = found(path, name);
      return wanted === undefined || version === undefined || version.startsWith(`${wanted}.`)
        ? []
        : [`${path} asks for ${name} ${range}, and finds ${version}: npm install with npm 10 puts it right`];
    }),
  );
  expect(other).toEqual([]);
});

test('nothing runs when the package is installed, of which npm would warn', () => {
  const scripts = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(Object.keys(manifest.scripts).filter((name) => scripts.includes(name))).toEqual([]);
});

test('nothing is installed with the package', () => {
  expect(Object.entries(installed).filter(([, { dev }]) => dev !== true)).toEqual([]);
});
