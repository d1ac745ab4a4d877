import { renameSync, writeFileSync } from 'node:fs';
import { unspecifiedBehaviours } from '../../openapi/behaviours/unspecified-behaviours';
import { UsageError } from '../../openapi/program/failure';
import type { Candidate, Examined, Reliance, Run, Tried } from './examine';
import { failureLines } from './failures';
import { type ExamLine, lineAtPort, lineToSee, lineWithoutMock } from './tests-command';

/** How far the exam is, and what a run is called while it goes on. What makes sure of a failure does not count. */
export function nameOf(run: Run): string {
  const most = `${run.of} of ${run.of}`;
  const place = run.nth === undefined ? '' : `${run.nth} of ${run.of}`;
  return `${place.padStart(most.length)}  ${titleOf(run)}`;
}

function titleOf({ kind, candidates, seed }: Run): string {
  const options = candidates.map(({ id, option }) => `${id} ${option}`);
  if (kind === 'several') return `seed ${seed}${candidates.length > 1 ? `: ${candidates.length} at once` : ''}`;
  // With a seed it narrows down what was varied at once.
  const why = kind === 'again' ? `${seed === undefined ? 'again' : 'only'}: ` : '';
  if (candidates.length === 0) return `${why}as it is`;
  return `${why}${options.length > 3 ? `${options.length} of them` : options.join(', ')}`;
}

export function outcomeOf(outcome: Tried | 'skipped' | 'interrupted'): string {
  if (outcome === 'interrupted') return outcome;
  if (outcome === 'skipped') return 'skipped: nothing is left to vary together';
  return `${outcome.failure === undefined ? 'passed' : 'FAILED'}  ${(outcome.milliseconds / 1000).toFixed(1)} s`;
}

/** How long the rest takes, by the first run. */
export function estimateOf({ of }: Run, { milliseconds }: Tried): string {
  const toCome = of - 1;
  if (toCome === 0) return 'No other run follows.';
  const runs = toCome === 1 ? '1 more run' : `${toCome} more runs`;
  return `${runs}, about ${duration(toCome * milliseconds)}. Where the tests fail, further runs make sure of it.`;
}

/** In the unit that a person would take. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** The whole exam in words; of one that was interrupted what was confirmed before. */
export function textOf({ plain, reliances, unsteady, runs, isInterrupted }: Examined, line: ExamLine): string {
  const groups = together(reliances);
  const sections = groups.map((group) => sectionOf(group, plain?.output ?? '', line));
  const found = `The tests rely on ${count(groups.length, 'thing')} that the document leaves open:`;
  if (isInterrupted) {
    const confirmed = groups.length === 0 ? [] : [found, ...sections];
    return [`Interrupted after ${count(runs, 'run')}.`, ...confirmed].join('\n\n');
  }
  const head =
    groups.length === 0
      ? `The tests rely on nothing that the document leaves open, as far as ${runs} runs show.`
      : found;
  const doubts = unsteady.map(
    ({ candidates }) => `Failed once and passed when run again, so that nothing is said of it: ${listed(candidates)}`,
  );
  return [head, ...sections, ...doubts].join('\n\n');
}

/** Of a behaviour that fails by itself under several options, all at once. */
function together(reliances: readonly Reliance[]): readonly (readonly Reliance[])[] {
  const groups = new Map<string, Reliance[]>();
  for (const one of reliances) {
    const [first, ...others] = one.candidates;
    const name = others.length === 0 ? (first?.id ?? '') : listed(one.candidates);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

function sectionOf(group: readonly Reliance[], passing: string, line: ExamLine): string {
  const [first] = group;
  if (first === undefined) return '';
  const ids = [...new Set(first.candidates.map(({ id }) => id))];
  const lines = [
    ...ids.map((id) => `  ${id}: ${questionOf(id)}`),
    ...group.flatMap(({ candidates }) => candidates.map((one) => `    fails where ${one.option}: ${meaningOf(one)}`)),
    ...(ids.length > 1 ? ['    and only where all of these come together'] : []),
    ...failureLines(first.tried.output, passing).map((line) => `    | ${line}`),
    `  To see it: ${lineToSee(line, first.candidates)}`,
  ];
  return lines.join('\n');
}

const questionOf = (id: string): string => unspecifiedBehaviours().find((one) => one.id === id)?.question ?? '';

const meaningOf = ({ id, option }: Candidate): string =>
  unspecifiedBehaviours()
    .find((one) => one.id === id)
    ?.options.find((one) => one.id === option)?.means ?? '';

const listed = (candidates: readonly Candidate[]): string =>
  candidates.map(({ id, option }) => `${id}=${option}`).join(', ');

/** What to do where nothing can be learnt from the tests; behind it what failed, where they print that. */
export function remedyOf(tried: Tried, line: ExamLine): readonly string[] {
  const failed = tried.failure === undefined ? [] : failureLines(tried.output, '').map((text) => `  | ${text}`);
  const toSee = tried.failure === undefined ? [] : [`To see it: ${lineToSee(line, [])}`];
  return [...failed, ...toSee, ...(tried.used.requests + tried.used.ownMocks === 0 ? waysTo(line) : itsOptions(line))];
}

const itsOptions = (line: ExamLine): readonly string[] => [
  'Tests that find a mock in MOCK start none of their own. If theirs has options, give the exam the same (--fixtures, …);',
  `options of sessions stay in the tests. Or let them start it: ${lineWithoutMock(line)}`,
];

const waysTo = (line: ExamLine): readonly string[] => [
  'What leads tests to a mock that is examined, by how they find theirs:',
  '  by variables     ANIMAL_STORE_BASE_URL, ANIMAL_STORE_API_KEY (all keys by name, as JSON: ANIMAL_STORE_API_KEYS)',
  '  by MOCK          the fixtures for Vitest and Playwright; connectMock, globalSetup, Vite as in docs/testing.md',
  '  they start it    startMock(), createMock() or the command, by ANIMAL_STORE_CHOICES: without choices of their own',
  `  a fixed address  ${lineAtPort(line, 4010)}`,
  'The exam sets these variables; what runs in between (a task runner, a container) has to pass them on.',
];

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Characters of what a run printed. */
const MOST_IN_REPORT = 2 ** 16;

/**
 * Writes what was found as JSON: `{runs, interrupted, reliesOn, unsteady, plain}`. Each of the two lists has `{choices: {id: option}, seed?,
 * failure, seconds, output}`, where the choices can be given to a mock as they stand there.
 *
 * @throws UsageError where the file can't be written
 */
export function writeReport(file: string, { plain, reliances, unsteady, runs, isInterrupted }: Examined): void {
  const report = {
    runs,
    interrupted: isInterrupted,
    reliesOn: reliances.map(relianceOf),
    unsteady: unsteady.map(relianceOf),
    plain: plain === undefined ? null : triedOf(plain),
  };
  try {
    // A reader meanwhile has the report of before, or this one.
    writeFileSync(`${file}.new`, `${JSON.stringify(report, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new UsageError(`--report ${file} can't be written: ${error instanceof Error ? error.message : error}.`);
  }
}

const relianceOf = ({ candidates, tried, seed }: Reliance): object => ({
  choices: Object.fromEntries(candidates.map(({ id, option }: Candidate) => [id, option])),
  ...(seed === undefined ? {} : { seed }),
  ...triedOf(tried),
});

const triedOf = ({ failure, milliseconds, output }: Tried): object => ({
  failure: failure ?? null,
  seconds: Math.round(milliseconds) / 1000,
  output: output.slice(-MOST_IN_REPORT),
});
