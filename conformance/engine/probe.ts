import type { Contract } from '../../openapi/contract';
import type { Exchange } from '../model/exchange';
import { toRequest } from '../model/request';
import { requiredQuery } from '../model/required-query';
import { isStream, subjectsOf } from '../model/subject';
import { type Governor, OutOfBudget } from './governor';

/** The run could not begin: there is nothing to check, or the target can't be reached, or refuses the key. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}

/**
 * Sends one request that every server has to answer, so that a wrong address or key is reported at once.
 *
 * @returns what came of it; undefined where the contract has no such request
 * @throws CannotJudge
 */
export async function sendProbe(contract: Contract, governor: Governor): Promise<Exchange | undefined> {
  const gettable = subjectsOf(contract).filter(
    ({ operation }) => operation.method === 'GET' && !operation.path.includes('{') && !isStream(operation),
  );
  const subject = gettable.find(({ purpose }) => purpose?.role === 'list') ?? gettable[0];
  if (subject === undefined) return undefined;
  const exchange = await governor
    .send(toRequest(subject.operation, { query: requiredQuery(subject) }), 'probe', false)
    .catch((error: unknown) => {
      if (error instanceof OutOfBudget) throw new CannotJudge(`The server could not be asked: ${error.message}.`);
      throw error;
    });
  if (exchange.failure?.kind === 'unreachable') {
    throw new CannotJudge(
      `The server can't be reached: ${exchange.failure.message}. See --base-url, and --proxy, --ca or --insecure.`,
    );
  }
  if (exchange.response?.status === 401) {
    throw new CannotJudge('The server refuses the key (401). See --api-key, or the variable ANIMAL_STORE_API_KEY.');
  }
  return exchange;
}
