import { CONTROL_DOCUMENT, type Contract, createMatcher, loadContract, type Match } from '../../openapi/contract';

/** The control plane's own document, and what it makes of a method and a path. */
export interface Control {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
}

let control: Promise<Control> | undefined;

/** Read when it is first asked for, once a process: many runs never do. */
export function readControl(): Promise<Control> {
  control ??= loadContract(CONTROL_DOCUMENT).then((contract) => ({ contract, match: createMatcher(contract) }));
  return control;
}
