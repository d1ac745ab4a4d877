import type { SessionOptions } from '../../openapi/types/control';
import type { ConnectedMock } from '../client/remote/connect';
import type { RemoteSessionClient } from '../client/remote/world';
import type { StartOptions } from '../setup/options';

/** What a test of its own world uses, and sets by `test.use`. */
export interface MockTestArgs {
  /** A world of this test alone, with the test's title as its name. It ends with the test. */
  readonly session: RemoteSessionClient;
  /** What the session is opened with: `plans`, `fixtures`, `seed`, `timeToLive`, `name`. */
  readonly sessionOptions: SessionOptions;
  /**
   * The name of the session's key that the page's requests carry, whatever key the page sends. Default: the first. False
   * leaves the requests as the page sends them.
   */
  readonly apiKeyName: string | false | undefined;
  /**
   * The base URL that the page knows the API by, such as `https://api.example.test/v1`, or `/api` below Playwright's
   * `baseURL`: requests to it go to the mock. Those to the mock's own base URL do so anyway.
   */
  readonly apiUrl: string | undefined;
}

/** What the tests of a worker share, and the configuration sets. */
export interface MockWorkerArgs {
  /** The mock of this worker, or the one at `mockUrl`. */
  readonly mock: ConnectedMock;
  /** The address of a mock that runs already. Default: the variable `MOCK`; without it each worker starts its own. */
  readonly mockUrl: string | undefined;
  /** The admin token of the mock at `mockUrl`. Default: the variable `ANIMAL_STORE_ADMIN_TOKEN`. */
  readonly mockAdminToken: string | undefined;
  /** Options of the mock that each worker starts. */
  readonly mockOptions: StartOptions;
}
