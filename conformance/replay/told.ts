import { printable } from '../../openapi/program/printable';
import { createdText } from '../report/created';
import type { ListedFinding } from '../report/saved';
import type { RunResult } from '../verdict/finding';
import { findingName } from '../verdict/finding';
import type { Replayed } from './judge';

/** A finding, and what came of it now. */
export interface Tried {
  readonly finding: ListedFinding;
  readonly replayed: Replayed;
}

/**
 * What came of each, as a terminal may show it, how many came to what, and what was created for it.
 *
 * @param result undefined where nothing was sent
 */
export function replayText(
  tried: readonly Tried[],
  result: RunResult | undefined,
  redact: (text: string) => string,
): string {
  const lines = tried.flatMap(({ finding, replayed }) => {
    const number = finding.number === undefined ? '-' : `${finding.number}.`;
    const head = `${number} ${findingName(finding)}: ${replayed.came}`;
    if (replayed.came === 'gone') return [head];
    if (replayed.came === "can't tell") return [`${head}: ${redact(replayed.why)}`];
    const { finding: now, note } = replayed;
    return [
      `${head}${note === undefined ? '' : `, ${note}`}`,
      `   expected  ${redact(now.expected)}`,
      `   actual    ${redact(now.actual)}`,
    ];
  });
  const [still, gone, open] = [countOf(tried, 'still shows'), countOf(tried, 'gone'), countOf(tried, "can't tell")];
  const summary = `${still} still ${still === 1 ? 'shows' : 'show'}, ${gone} gone, ${open} can't be told; ${result?.requests ?? 0} requests`;
  const created = result === undefined ? [] : createdText(result).map(redact);
  return `${[...lines, summary, ...created].map(printable).join('\n')}\n`;
}

export const countOf = (tried: readonly Tried[], came: Replayed['came']): number =>
  tried.filter(({ replayed }) => replayed.came === came).length;
