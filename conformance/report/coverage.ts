import { type Operation, replyFor } from '../../openapi/contract';
import { type Exchange, isOfOperation } from '../exchange/exchange';
import type { ReportContext } from './context';
import { type InputCoverage, inputsOf } from './inputs';

/** What of the contract was exercised, whoever sent the requests. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  readonly constraints: readonly CheckCoverage[];
}

export interface OperationCoverage {
  readonly operation: string;
  readonly requests: number;
  /** The statuses that came, rising. */
  readonly statuses: readonly number[];
  /** Its query parameters that were sent. */
  readonly parameters: readonly string[];
  /** Each documented reply, by its status as the document names it, and how often it came. */
  readonly replies: readonly { readonly status: string; readonly pointer: string; readonly seen: number }[];
  readonly inputs: readonly InputCoverage[];
}

/** How often a check was tried on an operation. */
interface CheckCoverage {
  readonly check: string;
  readonly operation: string;
  /** Cases or, of an oracle, exchanges. */
  readonly cases: number;
}

export function coverageOf({ contract, result }: Pick<ReportContext, 'contract' | 'result'>): Coverage {
  const exchanges = new Map<Operation, Exchange[]>(contract.operations.map((operation) => [operation, []]));
  for (const exchange of result.exchanges) exchanges.get(exchange.request.operation)?.push(exchange);
  return {
    operations: [...exchanges].map(([operation, own]) => ofOperation(operation, own)),
    constraints: result.cells.map(({ check, operation, judged }) => ({ check, operation, cases: judged })),
  };
}

function ofOperation(operation: Operation, exchanges: readonly Exchange[]): OperationCoverage {
  const inputs = inputsOf(
    operation,
    exchanges.map(({ request }) => request),
  );
  const statuses = exchanges.flatMap(({ response }) => response?.status ?? []);
  // The contract says nothing of the replies to HEAD.
  const came = exchanges
    .filter(isOfOperation)
    .map(({ response }) => (response === undefined ? undefined : replyFor(operation, response.status)));
  return {
    operation: operation.id,
    requests: exchanges.length,
    statuses: [...new Set(statuses)].sort((a, b) => a - b),
    parameters: inputs.filter((one) => one.in === 'query' && one.kept + one.broken > 0).map(({ name }) => name),
    replies: operation.replies.map((reply) => ({
      status: String(reply.status),
      pointer: reply.pointer,
      seen: came.filter((one) => one === reply).length,
    })),
    inputs,
  };
}
