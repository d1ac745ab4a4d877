import { MAX_DEPTH, MAX_VALUES } from './limits';

/** A document goes beyond one of its bounds. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';

  /**
   * @param problem of the document, without a full stop: `has more than …`
   * @param remedy what to do about it
   */
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
  }
}

export const tooManyValues = (): TooMuch =>
  new TooMuch(
    `has more than ${MAX_VALUES} values, with those that aliases repeat`,
    'Leave something out, or refer to it by $ref.',
  );

export const tooDeep = (): TooMuch =>
  new TooMuch(`is nested more than ${MAX_DEPTH} levels deep, aliases followed`, 'Make it flatter.');
