import { CONTROL_DOCUMENT, type Contract, createMatcher, loadContract, type Match, once } from '../../openapi/contract';

/** The control plane's own contract, and its matcher. */
export interface Control {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
}

/** Read once, on first use, since many runs never use it. */
export const readControl = once(async (): Promise<Control> => {
  const contract = await loadContract(CONTROL_DOCUMENT);
  return { contract, match: createMatcher(contract) };
});
