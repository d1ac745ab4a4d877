import { readFileSync } from 'node:fs';
import type { BuildOptions, Plugin } from 'esbuild';
import { packageFile, packageText, version } from '../package-file';

/**
 * What Express loads for middleware that the mock has no use for: its readers of bodies, and its servers of files. They
 * would take an eighth of the start. And what the client of Redis only needs to be measured, or to hash by another function.
 */
const UNUSED = /^(?:body-parser|send|serve-static|@opentelemetry\/api|@node-rs\/xxhash)$/;

/** Leaves packages out of a bundle that are loaded by others and never used: in their place stands an empty module. */
const leftOut: Plugin = {
  name: 'left-out',
  setup(build) {
    build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: UNUSED, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What the suite takes of undici, by its file there: the package loads its fetch, its WebSockets, mocks and caches, too. */
const OF_UNDICI = {
  Agent: 'dispatcher/agent',
  Client: 'dispatcher/client',
  ProxyAgent: 'dispatcher/proxy-agent',
  errors: 'core/errors',
};

/** Bundles of undici no more than that. */
const partOfUndici: Plugin = {
  name: 'part-of-undici',
  setup(build) {
    const contents = [
      ...Object.entries(OF_UNDICI).map(([name, file]) => `exports.${name} = require('undici/lib/${file}');`),
      // By it a `ProxyAgent` opens its tunnels.
      `require('undici/lib/dispatcher/dispatcher').prototype.connect = require('undici/lib/api/api-connect');`,
    ];
    build.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'part-of-undici' }));
    build.onLoad({ filter: /^undici$/, namespace: 'part-of-undici' }, () => ({
      contents: contents.join('\n'),
      resolveDir: packageFile('.'),
    }));
  },
};

/**
 * Leaves packages out of a bundle that have a file of their own in the folder of each bundle's neighbours.
 *
 * @param files the packages, by the names of their files in `dist/`
 */
const besides = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'besides',
  setup(build) {
    for (const [file, name] of Object.entries(files)) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `../${file}.js`, external: true }));
    }
  },
});

/** Leaves the index out of the bundles that stand beside it there as here, so that the mock is in the package once. */
const besideIndex: Plugin = {
  name: 'beside-index',
  setup(build) {
    build.onResolve({ filter: /^\.\/index$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** The commands, by name. */
const COMMANDS = {
  'animal-store-mock': 'mock/cli.ts',
  'animal-store-conformance': 'conformance/cli.ts',
};

/** What the commands start in a thread of its own, by name. */
const THREADS = {
  'conformance-relay': 'conformance/proxy/relay-thread.ts',
};

/**
 * What programs import: `index` is the package itself, any other name stands behind a slash. To add an entry: a line
 * here, and in `exports` and `typesVersions` of `package.json`; a test compares the three.
 */
export const LIBRARY = {
  index: 'mock/index.ts',
  playwright: 'mock/playwright.ts',
  vitest: 'mock/vitest.ts',
  matchers: 'conformance/matchers.ts',
  json: 'openapi/contract/json/entry.ts',
  browser: 'mock/browser/start.ts',
  worker: 'mock/browser/connect.ts',
};

/** Of them those that pages of a browser import, too: without Node, and as a module (`.mjs`) beside the CommonJS. */
export const FOR_PAGES: readonly string[] = ['json'];

/** Those that are a module (`.mjs`) alone: Vitest cannot be required, and a page has no `require`. */
export const MODULES: readonly string[] = ['vitest', 'browser', 'worker'];

/** What stands for each of Node's own modules in a page, beside `Buffer`; those that are not here are in no bundle for pages. */
const IN_PLACE_OF_NODE = {
  crypto: 'crypto',
  fs: 'fs',
  http: 'http',
  net: 'net',
  string_decoder: 'string-decoder',
  timers: 'timers',
  'timers/promises': 'timers-promises',
  util: 'util',
  v8: 'v8',
  zlib: 'zlib',
};

/** Written by the build: the package's files that are in a bundle for pages, see `openapi/package/baked.ts`. */
const BAKED_FILE = 'dist/baked.json';

/** Bundles for pages: no module of Node's, none of ours that is not used, and the package's files inside. */
const withoutNode: Plugin = {
  name: 'without-node',
  setup(build) {
    // No module of ours does anything when it is loaded but to make what it exports: a law holds them to it.
    build.onResolve({ filter: /^\./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'found' || from.importer.includes('/node_modules/')) return undefined;
      return { ...(await build.resolve(path, { ...from, pluginData: 'found' })), sideEffects: false };
    });
    for (const [name, file] of Object.entries(IN_PLACE_OF_NODE)) {
      const path = packageFile(`mock/browser/node/${file}.ts`);
      build.onResolve({ filter: new RegExp(`^node:${name}$`) }, () => ({ path, sideEffects: false }));
    }
    build.onLoad({ filter: /\/openapi\/package\/baked\.ts$/ }, () => ({
      contents: `export const BAKED = ${packageText(BAKED_FILE)};\nexport const VERSION = ${JSON.stringify(version())};`,
    }));
  },
};

/** What sources name that only the build makes. */
const BUILT = { console: 'built:console.mjs', style: 'built:style.css' };

/** The console for pages is a module of its own beside the mock, which loads it when the console is opened. */
const besideConsole: Plugin = {
  name: 'beside-console',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${BUILT.console}$`) }, () => ({ path: './console.mjs', external: true }));
  },
};

/** The console's style with all that it imports, as a text. */
const styleAsText: Plugin = {
  name: 'style-as-text',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${BUILT.style}$`) }, ({ path }) => ({ path, namespace: 'built' }));
    build.onLoad({ filter: /./, namespace: 'built' }, async () => {
      const options = {
        ...SHARED,
        entryPoints: [PAGES['console/style']],
        bundle: true,
        minify: true,
        target: 'es2022',
      };
      const {
        outputFiles: [style],
      } = await build.esbuild.build({ ...options, write: false });
      return { contents: style?.text ?? '', loader: 'text' };
    });
  },
};

/** The files of the pages. */
const PAGES = {
  'console/main': 'mock/console/page/main.tsx',
  'console/style': 'mock/console/page/style.css',
  'console/index': 'mock/console/page/index.html',
  'docs/main': 'mock/docs/page/main.tsx',
  'docs/style': 'mock/docs/page/style.css',
  'docs/index': 'mock/docs/page/index.html',
  'home/main': 'mock/home/page/main.ts',
  'home/style': 'mock/home/page/style.css',
  'report/main': 'conformance/report/html/page/main.ts',
  'report/style': 'conformance/report/html/page/style.css',
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

/**
 * The packages that the programs leave to the user to install; all others are in the bundles. Vitest stands in
 * `peerDependenciesMeta` alone, which pnpm and Yarn take as a peer of any version: npm 10 fails on its peers.
 */
export function externals(): readonly string[] {
  // npm reads the same file, and would refuse other shapes.
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  return Object.keys({ ...dependencies, ...peerDependencies, ...peerDependenciesMeta });
}

const SHARED: BuildOptions = { outdir: 'dist', absWorkingDir: packageFile('.'), metafile: true, logLevel: 'warning' };

/** What few runs load, as a file of its own: the programs would take its time and memory at every start. */
const SELDOM = {
  'lib/redis-client': '@redis/client',
  'lib/swagger-parser': '@apidevtools/swagger-parser',
};

const PROGRAM: BuildOptions = {
  ...SHARED,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: [...externals()],
  plugins: [leftOut, partOfUndici, besides(SELDOM)],
  // Jest refuses `import()` in what it has loaded by `require`.
  supported: { 'dynamic-import': false },
};

/** What esbuild makes, by the name that `npm run bundle` takes. */
export const BUNDLES: Readonly<Record<string, readonly BuildOptions[]>> = {
  programs: [
    {
      ...PROGRAM,
      entryPoints: {
        ...below('bin', { ...COMMANDS, ...THREADS }),
        'lib/index': LIBRARY.index,
        'lib/matchers': LIBRARY.matchers,
      },
    },
    ...(['cjs', 'esm'] as const).map((format) => ({
      ...SHARED,
      entryPoints: { 'lib/json': LIBRARY.json },
      bundle: true,
      minify: true,
      platform: 'neutral' as const,
      mainFields: ['module'],
      target: 'es2022',
      format,
      outExtension: { '.js': format === 'esm' ? '.mjs' : '.js' },
    })),
    {
      ...SHARED,
      entryPoints: { 'lib/browser': LIBRARY.browser, 'lib/worker': LIBRARY.worker },
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      // A module that a page needs otherwise has a second one beside it, of the same exports: `body.browser.ts` for `body.ts`.
      resolveExtensions: ['.browser.ts', '.ts', '.js'],
      inject: ['mock/browser/node/buffer.ts'],
      // There are no variables.
      define: { 'process.env': '{}' },
      plugins: [besideConsole, withoutNode],
    },
    {
      ...SHARED,
      entryPoints: { 'lib/console': 'mock/console/page/over.tsx' },
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      plugins: [styleAsText],
    },
    { ...PROGRAM, entryPoints: SELDOM, plugins: [leftOut] },
    { ...PROGRAM, entryPoints: { 'lib/playwright': LIBRARY.playwright }, plugins: [besideIndex] },
    {
      ...PROGRAM,
      entryPoints: { 'lib/vitest': LIBRARY.vitest },
      plugins: [besideIndex],
      format: 'esm',
      outExtension: { '.js': '.mjs' },
    },
  ],
  pages: [
    {
      ...SHARED,
      outdir: 'dist/pages',
      entryPoints: PAGES,
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      loader: { '.html': 'copy' },
    },
  ],
};

function below(folder: string, entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, source]) => [`${folder}/${name}`, source]));
}
