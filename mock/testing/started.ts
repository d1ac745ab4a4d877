import { type AnimalStore, type Api, type StartedMock, type StartOptions, startMock } from '../index';

const started: Pick<StartedMock, 'close'>[] = [];
// Also if a test fails half-way: an open mock would go on.
afterAll(() => Promise.all(started.map((mock) => mock.close())));

/** Starts a mock for one test; it is closed after the tests of the file. */
export async function startOwn<A extends Api = AnimalStore>(options: StartOptions): Promise<StartedMock<A>> {
  const mock = await startMock<Api>(options);
  started.push(mock);
  // The cast is true as far as the test knows its document and keys.
  return mock as StartedMock<A>;
}
