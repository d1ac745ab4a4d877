import { CONTROL_DOCUMENT, type Contract, createMatcher, loadContract, type Match, once } from '../../openapi/contract';

/** The control plane's own document, and what it makes of a method and a path. */
export interface Control {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
}

/** Read when it is first asked for, once a process: many runs never do. */
export const readControl = once(async (): Promise<Control> => {
  const contract = await loadContract(CONTROL_DOCUMENT);
  return { contract, match: createMatcher(contract) };
});
