/**
 * Packs what `npm run build` has left in `dist/`, installs the package beside stock projects, as its users do, and runs
 * their runners. Prints a line for each project and ends with how many passed. Arguments: the projects to try.
 *
 * To add one: a folder here with a package.json. Each of its scripts whose name begins with `test` is tried; it passes when
 * it ends with 0. A line `// README: <name>` in one of its files stands for the sample below `<!-- sample: <name> -->` in
 * the README of the package, `// README, as CommonJS: <name>` for the same with `require`. The runner itself goes into the
 * package.json beside this file (`npm install --package-lock-only` there).
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = dirname(fileURLToPath(import.meta.url));
const NAME = 'animal-store-contract';
const MOST = { megabytes: 16, packages: 40 };

/** A test never hangs for longer; the slowest takes 5 s. */
const TIMEOUT_MS = 120_000;

const run = async (folder, command, ...args) => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...env, CI: 'true', FORCE_COLOR: '0' },
    timeout: TIMEOUT_MS,
    maxBuffer: 2 ** 26,
  });
  return stdout;
};

const npm = (folder, ...args) => run(folder, 'npm', ...args, '--ignore-scripts', '--no-audit', '--no-fund');

/** The package is installed in the inner folder, and is measured there; the runners are one folder above. */
async function install(outer) {
  const inner = join(outer, 'projects');
  cpSync(HERE, inner, { recursive: true, filter: (path) => !/node_modules|package-lock\.json$/.test(path) });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(HERE, file), join(outer, file));
  writeFileSync(join(inner, 'package.json'), '{ "private": true }');
  const packed = await npm(join(HERE, '../..'), 'pack', '--json', '--pack-destination', outer);
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')));
  await Promise.all([npm(outer, 'install'), npm(inner, 'install', join(outer, filename))]);
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

function writeSamples(inner, project) {
  const readme = readFileSync(join(inner, 'node_modules', NAME, 'README.md'), 'utf8');
  const samples = new Map(
    [...readme.matchAll(/^<!-- sample: (.+) -->\n+```\w+\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]),
  );
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    const filled = text.replaceAll(/^\/\/ README(, as CommonJS)?: (.+)$/gm, (_, asCommonJs, name) => {
      const code = samples.get(name);
      if (code === undefined) throw new Error(`The README has no <!-- sample: ${name} -->, which ${file} asks for`);
      return asCommonJs ? code.replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);') : code;
    });
    if (filled !== text) writeFileSync(file, filled);
  }
}

async function main(wanted) {
  const outer = mkdtempSync(join(tmpdir(), 'stock-'));
  let passed = 0;
  let failed = 0;
  const attempt = async (title, work) => {
    const start = performance.now();
    const problem = await Promise.resolve()
      .then(work)
      .then(
        () => undefined,
        (error) => `${error.stdout ?? ''}${error.stderr ?? error.message}`,
      );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`);
    if (problem === undefined) passed += 1;
    else failed += 1;
    if (problem !== undefined) console.log(problem.replaceAll(/^/gm, '    '));
  };
  try {
    let inner = '';
    await attempt('packed and installed', async () => {
      inner = await install(outer);
      const { megabytes, packages } = measure(inner);
      const found = `${megabytes.toFixed(1)} MB and ${packages} package(s)`;
      if (megabytes > MOST.megabytes || packages > MOST.packages) throw new Error(`It takes ${found}`);
      console.log(`       it takes ${found}`);
    });
    const projects = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of failed === 0 ? projects : []) {
      if (name === 'node_modules' || (wanted.length > 0 && !wanted.includes(name))) continue;
      const project = join(inner, name);
      const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      writeSamples(inner, project);
      for (const script of Object.keys(scripts).filter((key) => key.startsWith('test'))) {
        await attempt(`${name}: ${scripts[script]}`, () => run(project, 'npm', 'run', '--silent', script));
      }
    }
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
  console.log(`stock projects: ${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
