/** The document, or something that must agree with it, can't be used. Its message is made to be shown as it is. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param source  file, URL or `-` as the user named it
   * @param pointer JSON pointer to the place, e.g. `/paths/~1things/get`; empty for the whole
   * @param problem what was found and what was expected
   * @param remedy  what to do about it
   * @param more    what else was found, each as a line of its own
   */
  constructor(
    readonly source: string,
    readonly pointer: string,
    readonly problem: string,
    readonly remedy: string,
    readonly more: readonly string[] = [],
  ) {
    super(`${source}${pointer === '' ? '' : `#${pointer}`}: ${problem} ${remedy}`);
  }
}
