import { printableLines } from '../../openapi/program/printable';

/** So many lines are shown at most. */
const LINES = 12;
/** Of one failed test so many lines besides its name. */
const REASON_LINES = 4;
/** Of a line so many characters. */
const WIDTH = 160;
/** So many characters of a line are looked at: data in one line may be long. */
const LOOKED_AT = 1000;

/**
 * How runners begin what they print of a failed test: its name is the first group that matches. Of an output that has
 * several of these forms the first one counts.
 *
 * To add one: a row here, and what the runner prints in `failures.test.ts`.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  vitest: /^ *FAIL +(\S.* (?:> .+|\[ .+))$|^⎯+ (Un\w+ \w*[^s]) ⎯+$/,
  jest: /^ *● (?!Console$)(\S.*)$/,
  playwright: /^ *\d+\) (\S.* › .*?)[ ─]*$/,
  tap: /^ *not ok \d+ (?:- )?(?!.*# (?:TODO|SKIP))(\S.*)$/,
  mocha: /^ *\d+\) (\S.*?):?$/,
  // `node --test`, AVA, uvu.
  mark: /^ *[✖✘✗×] (?!failing tests:)(\S.*?)(?: \([\d.]+ ?m?s\))?$/,
  pytest: /^FAILED (\S+::.*)$/,
  go: /^ *--- FAIL: (\S+)/,
};

/** What ends the reason of a failure: a stack, the code around it or markup; another test, a summary. */
const ENDS_REASON = [
  /^\s*(?:at |❯ |stack:|(?:> *)?\d+ \||\| |\.{3}|<|Ignored nodes:|Call log:)/,
  /^\s*(?:[✓✔√▶ℹ✖⎯]|\d+ (?:tests? )?(?:passing|failing|passed|failed)|FAIL\b)/,
];
/** What TAP has besides the reason; a suite has none but its tests. */
const NO_REASON = /^\s*(?:---$|error: '\d+ subtests? failed'$|(?:duration_ms|location|type|failureType|code|name):)/;

/** A failed test, and the first lines of why. */
interface Failed {
  readonly name: string;
  /** How far it is indented where it is most so. */
  readonly indent: number;
  readonly reason: readonly string[];
}

/**
 * Which tests failed and why, as far as an output says so in the form of a known runner; otherwise the last of the lines
 * that the passing tests did not print.
 *
 * @param passing what the tests print when they pass; empty where they never did
 * @returns a few lines that a terminal may show
 */
export function failureLines(output: string, passing: string): readonly string[] {
  const known = new Set(linesOf(passing).map(withoutFigures));
  const lines = linesOf(output);
  const isNew = (line: string): boolean => !known.has(withoutFigures(line));
  for (const form of Object.values(FORMS)) {
    const failed = failedTests(lines, (line) => (isNew(line) ? nameIn(form, line) : undefined));
    if (failed.length > 0) return told(failed).map(cut);
  }
  const differing = lines.filter(isNew);
  return (differing.length > 0 ? differing : lines).slice(-LINES).map(cut);
}

const linesOf = (output: string): readonly string[] =>
  printableLines(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, LOOKED_AT));

/** Times, ports and ids differ in each run. */
const withoutFigures = (line: string): string => line.replaceAll(/\d+/g, '0');

const nameIn = (form: RegExp, line: string): string | undefined => form.exec(line)?.slice(1).find(Boolean)?.trim();

/** Runners list tests while they run, and report them again with the reason at the end: the last mention counts. */
function failedTests(lines: readonly string[], nameOf: (line: string) => string | undefined): readonly Failed[] {
  const failed = new Map<string, Failed>();
  let reason: readonly string[] = [];
  let isBefore = true;
  // From the end: of names right above one another the reason of the last one is that of all (Vitest).
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const name = nameOf(lines[index] ?? '');
    if (name === undefined) {
      isBefore = true;
      continue;
    }
    if (isBefore) reason = reasonBelow(lines, index + 1);
    isBefore = false;
    const mentioned = failed.get(name) ?? { name, reason, indent: 0 };
    failed.set(name, { ...mentioned, indent: Math.max(mentioned.indent, (lines[index] ?? '').search(/\S/)) });
  }
  const all = [...failed.values()].reverse();
  const explained = all.filter((one) => one.reason.length > 0);
  if (explained.length === 0) return all;
  const texts = explained.flatMap((one) => one.reason).join('\n');
  // A suite is reported as failed, too, further out than its tests; and some runners report a test below its suite.
  const inner = Math.max(...explained.map(({ indent }) => indent));
  return all.filter((one) => explained.includes(one) || (one.indent >= inner && !texts.includes(one.name)));
}

function reasonBelow(lines: readonly string[], from: number): readonly string[] {
  const found: string[] = [];
  for (const line of lines.slice(from)) {
    if (found.length === REASON_LINES || ENDS_REASON.some((end) => end.test(line))) break;
    if (!NO_REASON.test(line)) found.push(line.trim());
  }
  return found;
}

/** Names and reasons: of many tests less of each reason, or the names alone. */
function told(failed: readonly Failed[]): readonly string[] {
  for (let most = REASON_LINES; most > 0; most -= 1) {
    const lines = failed.flatMap(({ name, reason }, index) => {
      const isSame = failed[index + 1]?.reason === reason;
      return [name, ...(isSame ? [] : reason.slice(0, most).map((line) => `  ${line}`))];
    });
    if (lines.length <= LINES) return lines;
  }
  const names = failed.slice(0, LINES).map(({ name }) => name);
  return failed.length > LINES ? [...names, `and ${failed.length - LINES} more`] : names;
}

const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);
