import { findChromium } from '../../tools/bench/chromium';
import {
  type ConnectedMock,
  createMock,
  type Mock,
  type MockOptions,
  type RemoteSessionClient,
  type SessionClient,
  startMock,
} from '../index';
import { hasRedis, startRedis } from '../world/redis/testing/redis-server';
import { bridgeToPage } from './page';

/** What a mock here and one elsewhere have in common: what its clock does has to be waited for. */
export interface AdaptedMock extends Omit<ConnectedMock, 'clock' | 'session'> {
  readonly clock: Mock['clock'] | ConnectedMock['clock'];
  session(): Promise<SessionClient | RemoteSessionClient>;
}

/** A mock behind one of its adapters, and how to send requests to it. */
export interface Adapted {
  readonly mock: AdaptedMock;
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
  const baseUrl = `http://localhost${mock.prefix}`;
  return { mock: { ...mock, baseUrl }, baseUrl, ask: mock.fetch, close: async () => {} };
}

async function inPage(options: MockOptions = {}): Promise<Adapted> {
  const { mock, close } = await bridgeToPage(options);
  return { mock, baseUrl: mock.baseUrl, ask: fetch, close };
}

/** For `describe.each`: the mock behaves the same behind each adapter. */
const ADAPTERS: readonly (readonly [name: string, adapt: Adapter])[] = [
  ['over a socket', overSocket],
  ['without one', withoutSocket],
];

/** In a page browsers themselves say some headers, such as `Origin` and cookies: tests that set these are not for it. */
export const IN_A_PAGE = 'in a page';

/** The same, and in a page of Chromium, where there is one. */
export const ALL_ADAPTERS = [...ADAPTERS, ...(findChromium() === undefined ? [] : [[IN_A_PAGE, inPage] as const])];

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
