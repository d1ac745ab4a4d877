import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Contract, ContractError, parseJson, reasonOf, stringifyJson } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { type Program, readCommandLine } from '../../openapi/program/command';
import { UsageError } from '../../openapi/program/failure';
import { type ValuesOf, withDefaults } from '../../openapi/program/option';
import { print } from '../../openapi/program/process';
import { type PageValues, whyNoPlace } from '../browser/options';
import type { WorkerSettings } from '../browser/worker';
import { CONSOLE_FILES, pagePaths } from '../pages/pages';
import { EXAMPLES, readInputs } from '../setup/inputs';
import { OPTIONS as MOCK_OPTIONS } from '../setup/options';
import { OPTIONS } from './options';

const PROGRAM: Program = {
  name: 'animal-store-mock worker',
  description: 'Writes the mock as a service worker into a folder that a web server has at the root of the site.',
  operands: { usage: '<folder>' },
  epilogue: `
The page starts it, and from then on it answers requests below the base URL in every tab:
  import { startWorker } from 'animal-store-contract/worker';
  const mock = await startWorker();

Examples:
  $ animal-store-mock worker ./public                                  the shipped contract
  $ animal-store-mock worker ./public --document staging.yaml          another one
  $ animal-store-mock worker ./public --origin https://api.example     in place of an API with an origin of its own`,
};

type Flags = ValuesOf<typeof OPTIONS>;

/** Beside the worker: what it and the page load. */
const FOLDER = 'animal-store-mock';
const WORKER = 'animal-store-mock-worker.js';

/** @returns the exit code */
export async function worker(args: readonly string[]): Promise<number> {
  const { options, operands } = readCommandLine(PROGRAM, OPTIONS, args);
  // Commander refuses a line without one.
  const [folder = ''] = operands;
  const text = stringifyJson(await settingsOf(options));
  const files: Readonly<Record<string, string>> = {
    [WORKER]: `import { serveWorker } from './${FOLDER}/mock.js';\nserveWorker(${JSON.stringify(text)});\n`,
    [`${FOLDER}/mock.js`]: contentOf('dist/lib/browser.mjs'),
    [`${FOLDER}/page.js`]: contentOf('dist/lib/worker.mjs'),
    ...Object.fromEntries(
      pagePaths()
        .filter((path) => path.startsWith(CONSOLE_FILES))
        .map((path) => [`${FOLDER}/console/${path.slice(CONSOLE_FILES.length)}`, contentOf(path)]),
    ),
  };
  write(folder, files);
  const size = (names: readonly string[]): string => `${Math.round(sizeOf(files, names) / 1000)} kB`;
  await print(
    `Wrote ${join(folder, WORKER)} (${size([WORKER, `${FOLDER}/mock.js`])} with what it loads, as servers send it),\n` +
      `and ${join(folder, FOLDER)}/ (page.js for pages without a bundler, ${size([`${FOLDER}/page.js`])}; ` +
      `the console, ${size(Object.keys(files).filter((name) => name.includes('/console/')))}).\n`,
  );
  return 0;
}

/** @throws ContractError for what a page can't have, by its name */
async function settingsOf({ origin, ...flags }: Flags): Promise<WorkerSettings> {
  const notice = (line: string): void => console.error(line);
  const { contract, chosen } = await readInputs(withDefaults(MOCK_OPTIONS, flags), notice);
  const { name, json, sha256 } = contract.source;
  const problem = whyNoPlace(contract.prefix, origin);
  if (problem !== undefined) throw new ContractError(name, '/servers', `${problem}.`, 'Give it with --origin.');
  if (contract.sha256 !== sha256) {
    const remedy = 'Put all into one document first, as by npx @redocly/cli bundle.';
    throw new ContractError(name, '', 'refers to other files, which a page does not read.', remedy);
  }
  for (const line of noticesOfCookies(contract)) notice(line);
  const { document, keys, fixtures, strict: _, warnings: __, choice: ___, ...others } = flags;
  const isFile = typeof fixtures === 'string' && fixtures !== 'none' && fixtures !== EXAMPLES;
  const options: PageValues = {
    ...others,
    // The casts are true: what these files hold was checked.
    ...(document !== undefined && { document: json as NonNullable<PageValues['document']> }),
    ...(keys !== undefined && { keys: jsonIn(keys) as NonNullable<PageValues['keys']> }),
    ...(fixtures !== undefined && { fixtures: isFile ? (jsonIn(fixtures) as PageValues['fixtures']) : fixtures }),
    ...(chosen !== undefined && { choices: chosen.options, vary: chosen.vary, except: chosen.except }),
  };
  const { prefix, title } = contract;
  return { options, ...(origin !== undefined && { origin }), prefix, title, folder: FOLDER };
}

const jsonIn = (file: string): unknown => parseJson(readFileSync(file, 'utf8'));

/** Browsers show a worker no cookies with a request; it asks for them, where it can. */
const noticesOfCookies = ({ securitySchemes }: Contract): readonly string[] =>
  securitySchemes.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'cookie'
      ? [
          `The credential "${scheme.name}" is a cookie. A worker sees none that is HttpOnly, nor any in a browser without a Cookie Store: what needs it gets a 401 there.`,
        ]
      : [],
  );

/** @throws UsageError where the build has not made it */
function contentOf(path: string): string {
  try {
    return readFileSync(packageFile(path), 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} of this package can't be read: ${reasonOf(error)}. In a checkout, run "npm run build".`,
    );
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    // A folder that is not there is more often a slip than wanted.
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  } catch (error) {
    throw new UsageError(`${folder} can't be written to: ${reasonOf(error)}. Name a folder that is there.`);
  }
}

const sizeOf = (files: Readonly<Record<string, string>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(files[name] ?? '').length, 0);
