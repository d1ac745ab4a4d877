import { createMock, type Mock, type MockOptions, startMock } from '../index';

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
