/**
 * Packs the package, installs it beside stock projects, as its users do, and runs their runners. Prints a line for each
 * project and ends with how many passed. Arguments: the projects to try, and `--package FILE`, which `npm pack` has made, where
 * it is not to be made here.
 *
 * To add one: a folder here with a package.json. Each of its scripts whose name begins with `test` is tried; it passes when
 * it ends with 0. A line `// sample: <name>` in one of its files stands for the block of code with `sample=<name>` behind its
 * language in the README or docs/ of the package, `// sample, as CommonJS: <name>` for the same with `require`. The runner
 * itself goes into the package.json beside this file (`npm install --package-lock-only` there); one that can't stand beside the
 * others is installed by the script, as in `component`.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const HERE = dirname(fileURLToPath(import.meta.url));
const NAME = 'animal-store-contract';
const MOST = { megabytes: 16, packages: 40 };

/** The slowest installs its runner first, which takes half a minute. */
const TIMEOUT_MS = 300_000;

const run = async (folder, command, ...args) => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...env, CI: 'true', FORCE_COLOR: '0' },
    timeout: TIMEOUT_MS,
    maxBuffer: 2 ** 26,
  });
};

const npm = (folder, ...args) => run(folder, 'npm', ...args, '--no-audit', '--no-fund');

/** The package is installed in the inner folder, and is measured there; the runners are one folder above. */
async function install(outer, made) {
  const inner = join(outer, 'projects');
  cpSync(HERE, inner, { recursive: true, filter: (path) => !/node_modules|package-lock\.json$/.test(path) });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(HERE, file), join(outer, file));
  writeFileSync(join(inner, 'package.json'), '{ "private": true }');
  if (made === undefined) await npm(join(HERE, '../..'), 'pack', '--pack-destination', outer);
  const packed =
    made ??
    join(
      outer,
      readdirSync(outer).find((name) => name.endsWith('.tgz')),
    );
  const [{ stderr }] = await Promise.all([
    npm(inner, 'install', packed),
    npm(outer, 'install', '--ignore-scripts'), // the runners are ours: none needs a script
  ]);
  // Those of npm's own version and settings are the machine's.
  const warnings = stderr.match(/^npm warn (?!cli |Unknown ).*/gm);
  if (warnings !== null) throw new Error(`npm warns whoever installs the package:\n${warnings.join('\n')}`);
  return inner;
}

/** What an installation of the package alone takes on the disk. */
function measure(inner) {
  const modules = join(inner, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const packages = Object.keys(JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages);
  return { megabytes: bytes / 1e6, packages: packages.length };
}

/** The code of each named sample in the pages of the package. */
function samplesOf(folder) {
  const docs = readdirSync(join(folder, 'docs')).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...docs.map((name) => join('docs', name))];
  const text = pages.map((page) => readFileSync(join(folder, page), 'utf8')).join('\n');
  return new Map([...text.matchAll(/^```\w+ sample=(\S+)\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]));
}

function writeSamples(inner, project) {
  const samples = samplesOf(join(inner, 'node_modules', NAME));
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    const filled = text.replaceAll(/^\/\/ sample(, as CommonJS)?: (.+)$/gm, (_, asCommonJs, name) => {
      const code = samples.get(name);
      if (code === undefined) throw new Error(`No page has sample=${name}, which ${file} asks for`);
      return asCommonJs ? code.replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);') : code;
    });
    if (filled !== text) writeFileSync(file, filled);
  }
}

/** Prints how a piece of work went, and what it printed itself if it failed. */
async function attempt(title, work) {
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  try {
    const note = await work();
    console.log(`ok      ${title} (${seconds()} s)${note ?? ''}`);
    return true;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? error.stack}`;
    console.log(`FAILED  ${title} (${seconds()} s)\n${output.replaceAll(/^/gm, '    ')}`);
    return false;
  }
}

function measured(inner) {
  const { megabytes, packages } = measure(inner);
  const found = `${megabytes.toFixed(1)} MB and ${packages} package(s)`;
  if (megabytes > MOST.megabytes || packages > MOST.packages) throw new Error(`An installation takes ${found}`);
  return `: ${found}`;
}

function* attemptsOf(inner, project) {
  const folder = join(inner, project);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const script of Object.keys(scripts).filter((name) => name.startsWith('test'))) {
    yield async () =>
      attempt(`${project}: ${script}`, async () => {
        writeSamples(inner, folder);
        await run(folder, 'npm', 'run', '--silent', script);
      });
  }
}

async function main({ positionals: wanted, values: { package: made } }) {
  const outer = mkdtempSync(join(tmpdir(), 'stock-'));
  const results = [];
  try {
    let inner = '';
    const isInstalled = await attempt('packed and installed', async () => {
      inner = await install(outer, made && resolve(made));
      return measured(inner);
    });
    results.push(isInstalled);
    const projects = readdirSync(HERE, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map(({ name }) => name)
      .filter((name) => wanted.length === 0 || wanted.includes(name));
    const left = isInstalled ? projects.flatMap((project) => [...attemptsOf(inner, project)]) : [];
    const lane = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) results.push(await next());
    };
    await Promise.all([lane(), lane()]);
  } finally {
    rmSync(outer, { recursive: true, force: true, maxRetries: 3 });
  }
  const passed = results.filter(Boolean).length;
  console.log(`stock projects: ${passed} passed, ${results.length - passed} failed`);
  return passed === results.length ? 0 : 1;
}

process.exitCode = await main(parseArgs({ allowPositionals: true, options: { package: { type: 'string' } } }));
