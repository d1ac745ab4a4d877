import type { Contract } from '../../openapi/contract';
import type { Exchange, TransportFailure } from '../exchange/exchange';
import { KEY_VARIABLE } from '../exchange/near-misses';
import { isStream, subjectsOf } from '../exchange/subject';
import { requiredQuery } from '../requests/given';
import { toRequest } from '../requests/request';
import { type Governor, OutOfBudget } from './governor';
import type { RunOptions } from './options';
import { speaksTls } from './speaks-tls';
import { findNothing } from './wrong-prefix';

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
export async function sendProbe(
  contract: Contract,
  governor: Governor,
  { target, transport, given, keys }: Pick<RunOptions, 'target' | 'transport' | 'given' | 'keys'>,
): Promise<Exchange | undefined> {
  const gettable = subjectsOf(contract).filter(
    ({ operation }) => operation.method === 'GET' && !operation.path.includes('{') && !isStream(operation),
  );
  const subject = gettable.find(({ purpose }) => purpose?.role === 'list') ?? gettable[0];
  if (subject === undefined) return undefined;
  const exchange = await governor
    .send(toRequest(subject.operation, { query: requiredQuery(subject, given) }), 'probe', false)
    .catch((error: unknown) => {
      if (error instanceof OutOfBudget) throw new CannotJudge(`The server could not be asked: ${error.message}.`);
      throw error;
    });
  refuseUnreached([exchange]);
  if (isStrange(exchange) && transport.proxy === undefined && (await speaksTls(target.baseUrl, transport.timeoutMs)))
    throw new CannotJudge('The server speaks TLS there. See --base-url: is it https://, not http://?');
  if (exchange.response?.status === 401) {
    const what =
      keys.main !== undefined || Object.keys(keys.named ?? {}).length > 0
        ? 'The server refuses the key (401)'
        : 'The server wants a key (401), and there is none';
    throw new CannotJudge(`${what}. See --api-key, --api-key-command, --credential, or the variable ${KEY_VARIABLE}.`);
  }
  const nothing = await findNothing(contract, exchange, (request) => governor.send(request, 'probe', false));
  if (nothing !== undefined)
    throw new CannotJudge(`Nothing of the API is there: ${nothing}. See --base-url: its path${prefixHint(contract)}.`);
  return exchange;
}

/** What the document says of the path. */
const prefixHint = ({ prefix }: Contract): string =>
  prefix === '' ? ' has to lead to where the paths of the document begin' : ` ends with ${prefix} in the document`;

/**
 * Refuses a run in which nobody was reached, so that there was nobody to judge.
 *
 * @throws CannotJudge
 */
export function refuseUnreached(exchanges: readonly Exchange[]): void {
  const [first] = exchanges.map(({ failure }) => failure);
  if (
    first === undefined ||
    !exchanges.every(({ failure }) => failure !== undefined && UNREACHED.includes(failure.kind))
  )
    return;
  throw new CannotJudge(
    first.kind === 'proxy'
      ? `The proxy opens no connection to the server: ${first.message}. See --proxy.`
      : `The server can't be reached: ${first.message}. See --base-url, and --proxy, --ca or --insecure.`,
  );
}

/** What a server of TLS does with plain HTTP: it hangs up, or sends an alert. */
const isStrange = ({ failure }: Exchange): boolean => failure?.kind === 'closed' || failure?.kind === 'malformed';

const UNREACHED: readonly TransportFailure['kind'][] = ['unreachable', 'proxy'];
