import { CONTROL_DOCUMENT, type Contract, contractFrom, createMatcher, type Match, once } from '../../openapi/contract';
import { packageText } from '../pages/pages';

/** Where the control plane's document lies, from the package's root. */
export const CONTROL_PATH = 'openapi/control.yaml';

/** The control plane's own contract, and its matcher. */
export interface Control {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
}

/** Parsed once, on first use, since many runs never use it. */
export const readControl = once(async (): Promise<Control> => {
  const contract = await contractFrom(CONTROL_DOCUMENT, packageText(CONTROL_PATH));
  return { contract, match: createMatcher(contract) };
});
