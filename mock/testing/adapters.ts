import { createMock, type Mock, type MockOptions, startMock } from '../index';
import { hasRedis, startRedis } from '../world/redis/testing/redis-server';

/** A mock behind one of its adapters, and how to send requests to it. */
export interface Adapted {
  readonly mock: Mock;
  readonly baseUrl: string;
  readonly ask: typeof fetch;
  close(): Promise<void>;
}

type Adapter = (options?: MockOptions) => Promise<Adapted>;

async function overSocket(options: MockOptions = {}): Promise<Adapted> {
  const mock = await startMock(options);
  return { mock, baseUrl: mock.baseUrl, ask: fetch, close: () => mock.close() };
}

async function withoutSocket(options: MockOptions = {}): Promise<Adapted> {
  const mock = await createMock(options);
  return { mock, baseUrl: `http://localhost${mock.prefix}`, ask: mock.fetch, close: async () => {} };
}

/** For `describe.each`: the mock behaves the same behind each adapter. */
export const ADAPTERS: readonly (readonly [name: string, adapt: Adapter])[] = [
  ['over a socket', overSocket],
  ['without one', withoutSocket],
];

type Served = Pick<Adapted, 'baseUrl' | 'ask' | 'close'>;

/** For `describe.each`: a mock with these options behaves the same behind each adapter, and on each store. */
export const servedEach = (
  options: () => MockOptions,
): readonly (readonly [name: string, serve: () => Promise<Served>])[] => [
  ...ADAPTERS.map(([name, adapt]) => [name, () => adapt(options())] as const),
  ...(hasRedis() ? [['on Redis', () => onRedis(options())] as const] : []),
];

async function onRedis(options: MockOptions): Promise<Served> {
  const server = await startRedis([]);
  const { baseUrl, close } = await startMock({ ...options, store: server.url });
  return { baseUrl, ask: fetch, close: () => close().then(() => server.stop()) };
}
