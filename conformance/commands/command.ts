/** What the suite's program does: a word of its own, such as `compare`, or none for a run. */
export interface Command {
  /** The first word of the command line. */
  readonly name: string;
  /** A line of `--help`. */
  readonly summary: string;
  /**
   * @param args what stands behind the name
   * @returns the exit code
   * @throws UsageError, ContractError, CannotJudge, CommanderError for what the user can correct
   */
  readonly execute: (args: readonly string[]) => Promise<number>;
}
