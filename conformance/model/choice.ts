/** Which checks and oracles a run is about. */
export interface Choice {
  /** Ids or prefixes of ids (`list`, `list.filter`); empty: all. */
  readonly checks: readonly string[];
  readonly excludedChecks: readonly string[];
}

export function isChosen(id: string, { checks, excludedChecks }: Choice): boolean {
  const matches = (wanted: string) => id === wanted || id.startsWith(`${wanted.replace(/\.$/, '')}.`);
  return (checks.length === 0 || checks.some(matches)) && !excludedChecks.some(matches);
}
