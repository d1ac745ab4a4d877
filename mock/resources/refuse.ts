import type { ContractError } from '../../openapi/contract';

/** Called with each thing that does not fit. It may throw; where it does not, what does not fit is left out. */
export type Refuse = (error: ContractError) => void;
