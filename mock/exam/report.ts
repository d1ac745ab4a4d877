import { renameSync, writeFileSync } from 'node:fs';
import { unspecifiedBehaviours } from '../../openapi/behaviours/unspecified-behaviours';
import { UsageError } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import { type Candidate, type Examined, flagOf, type Reliance, type Run, type Tried } from './examine';

/** So many lines of what failing tests printed last are shown. */
const LINES = 12;

/** How far the exam has come, and what a run is called while it goes on. */
export const nameOf = (run: Run): string => `${run.nth} of ${run.ofAtLeast}  ${titleOf(run)}`;

function titleOf({ kind, candidates, seed }: Run): string {
  const options = candidates.map(({ id, option }) => `${id} ${option}`);
  if (kind === 'plain' || candidates.length === 0) return 'as it is';
  if (kind === 'several') return `seed ${seed}: ${candidates.length} at once`;
  return `${kind === 'again' ? 'again: ' : ''}${options.length > 3 ? `${options.length} of them` : options.join(', ')}`;
}

/** @param tried undefined where it was interrupted */
export const outcomeOf = (tried: Tried | undefined): string =>
  tried === undefined
    ? 'interrupted'
    : `${tried.failure === undefined ? 'passed' : 'FAILED'}  ${(tried.milliseconds / 1000).toFixed(1)} s`;

/** The whole exam in words; of one that was interrupted what was confirmed before. */
export function textOf({ reliances, unsteady, runs, isInterrupted }: Examined): string {
  const groups = together(reliances);
  const found = `The tests rely on ${count(groups.length, 'thing')} that the document leaves open:`;
  if (isInterrupted) {
    const sections = groups.length === 0 ? [] : [found, ...groups.map(sectionOf)];
    return [`Interrupted after ${count(runs, 'run')}.`, ...sections].join('\n\n');
  }
  const head =
    groups.length === 0
      ? `The tests rely on nothing that the document leaves open, as far as ${runs} runs show.`
      : found;
  const doubts = unsteady.map(
    ({ candidates }) => `Failed once and passed when run again, so that nothing is said of it: ${listed(candidates)}`,
  );
  return [head, ...groups.map(sectionOf), ...doubts].join('\n\n');
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

function sectionOf(group: readonly Reliance[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const ids = [...new Set(first.candidates.map(({ id }) => id))];
  const lines = [
    ...ids.map((id) => `  ${id}: ${questionOf(id)}`),
    ...group.flatMap(({ candidates }) => candidates.map((one) => `    fails where ${one.option}: ${meaningOf(one)}`)),
    ...(ids.length > 1 ? ['    and only where all of these come together'] : []),
    `  To see it: npx animal-store-mock ${first.candidates.map(flagOf).join(' ')}`,
    ...lastLines(first.tried.output).map((line) => `    | ${line}`),
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

/** As a terminal may show them. */
export const lastLines = (output: string): readonly string[] =>
  printableLines(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LINES);

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

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
  output,
});
