import { withAdopted } from '../../../conformance/exchange/adopted';
import { withCredentials } from '../../../conformance/options/credentials';
import { flagsOf } from '../../../conformance/options/flags';
import { toRunOptions } from '../../../conformance/options/run-options';
import { loadContract } from '../../../openapi/contract';
import { startApplication } from '../reach/application';
import { type Proving, proofOf } from '../server/prove';
import { depot } from './depot';

/** Requests for a depot: those that the suite takes by itself would do as well. */
export const DEPOT_BUDGET = 2000;

/** Judges a depot that does what a switch says. */
export const atDepot: Proving<string> = async () => {
  const { document } = depot(() => false);
  const loaded = withAdopted(await loadContract(document));
  return async ({ behaviour }, { maxRequests, timeoutMs, maxFailures = Number.POSITIVE_INFINITY }) => {
    const application = depot((name) => name === behaviour);
    const server = await startApplication(application);
    const flags = flagsOf(['--base-url', server.baseUrl, ...application.flags, '--max-requests', `${maxRequests}`]);
    const { contract } = withCredentials(flags, loaded);
    const options = toRunOptions(flags, contract);
    return proofOf(server, contract, { ...options, maxFailures, transport: { ...options.transport, timeoutMs } });
  };
};
