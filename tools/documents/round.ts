import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout } from 'node:timers';
import { gunzipSync } from 'node:zlib';
import { isObject, own, parseJson } from '../../openapi/contract';
import type { Story } from './stories';
import { tellStory } from './tell';

/** What came of a document: our mock was started with it, and our suite judged that. */
interface Round {
  /** Of the suite; undefined where the mock did not start. */
  readonly exitCode: number | undefined;
  /** A line: what was found, or why nothing was. */
  readonly text: string;
  /** What came otherwise than the stories of the document have it. */
  readonly otherwise: readonly string[];
}

/** Starts the built mock on a document, which may be packed by gzip, tells its stories, and lets the built suite judge it. */
export async function judgeDocument(file: string, stories: readonly Story[], maxTimeS: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const document = await unpacked(file, folder);
  const mock = start(MOCK, ['--document', document, '--port', '0', '--plan-limits', 'off']);
  const late = setTimeout(() => mock.child.kill('SIGKILL'), maxTimeS * 1000 + GRACE_MS);
  try {
    const baseUrl = await addressOf(mock);
    if (baseUrl === undefined)
      return { exitCode: undefined, text: `the mock did not start: ${lastLine(mock.stderr())}`, otherwise: [] };
    const otherwise: string[] = [];
    for (const story of stories) otherwise.push(...(await tellStory(story, baseUrl, KEY)));
    const key = ['--api-key', KEY];
    const report = ['--report', 'json', '--report-dir', folder, '--quiet'];
    const suite = start(SUITE, [
      ...['--base-url', baseUrl, '--document', document, '--max-time', String(maxTimeS), '--config', 'none'],
      ...key,
      ...report,
    ]);
    await suite.closed;
    const exitCode = suite.child.exitCode ?? 2;
    return { exitCode, text: (await summaryOf(folder)) ?? lastLine(suite.stderr()), otherwise };
  } finally {
    clearTimeout(late);
    mock.child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** A demo key of the mock. */
const KEY = 'demo-enterprise';

async function unpacked(file: string, folder: string): Promise<string> {
  if (extname(file) !== '.gz') return file;
  const plain = join(folder, basename(file, '.gz'));
  await writeFile(plain, gunzipSync(await readFile(file)));
  return plain;
}

/** The built commands, beside the build of this file. */
const BIN = join(__dirname, '../../bin');
const MOCK = join(BIN, 'animal-store-mock.js');
const SUITE = join(BIN, 'animal-store-conformance.js');
/** To start, and to write reports. */
const GRACE_MS = 120_000;

interface Started {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  stdout(): string;
  stderr(): string;
}

function start(script: string, args: readonly string[]): Started {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  return { child, closed: once(child, 'close'), stdout: () => written.stdout, stderr: () => written.stderr };
}

/** Where the mock listens; undefined where it has ended instead. */
async function addressOf({ child, closed, stdout }: Started): Promise<string | undefined> {
  const told = (): string | undefined => /mocked at (\S+)/.exec(stdout())?.[1];
  while (told() === undefined && child.exitCode === null && child.signalCode === null)
    await Promise.race([closed, child.stdout === null ? closed : once(child.stdout, 'data')]);
  return told();
}

async function summaryOf(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => undefined);
  const report = text === undefined ? undefined : parseJson(text);
  if (!isObject(report)) return undefined;
  const count = (name: string): number => {
    const list = own(report, name);
    return Array.isArray(list) ? list.length : 0;
  };
  const counts = ['violations', 'warnings', 'inconclusive'].map((name) => `${count(name)} ${name}`);
  return `${counts.join(', ')}; ${String(own(report, 'requests'))} requests`;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
