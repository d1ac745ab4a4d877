import { withAdopted } from '../../../conformance/exchange/adopted';
import { withCredentials } from '../../../conformance/options/credentials';
import { flagsOf } from '../../../conformance/options/flags';
import { toRunOptions } from '../../../conformance/options/run-options';
import { loadContract } from '../../../openapi/contract';
import { type Proving, proofOf } from '../server/prove';
import { type Application, startApplication } from './application';

/** Judges an application that does what a switch says, as its user would: by what the suite does without options of a ground. */
export const atApplication =
  (made: (does: (name: string) => boolean) => Application): Proving<string> =>
  async () => {
    const { document, flags: own } = made(() => false);
    // One for all of them: what is computed of an operation is kept with it, and orders of credentials make other operations.
    const { contract } = withCredentials(
      flagsOf(['--base-url', 'http://localhost', ...own]),
      withAdopted(await loadContract(document)),
    );
    return async ({ behaviour }, { maxRequests, timeoutMs, maxFailures = Number.POSITIVE_INFINITY, checks = [] }) => {
      const application = made((name) => name === behaviour);
      const server = await startApplication(application);
      const flags = flagsOf(['--base-url', server.baseUrl, ...application.flags, '--max-requests', `${maxRequests}`]);
      const options = toRunOptions(flags, contract);
      return proofOf(server, contract, {
        ...options,
        checks,
        maxFailures,
        transport: { ...options.transport, timeoutMs },
      });
    };
  };
