import { type StartedMock, type StartOptions, startMock } from '../mock';
import { runHere } from './testing/command';

const started: StartedMock[] = [];
afterAll(() => Promise.all(started.map((mock) => mock.close())));

/** Judges the mock with its clock on the day on which an operation is removed. */
async function judgeMock(options: StartOptions) {
  const mock = await startMock(options);
  started.push(mock);
  mock.clock.set('2030-12-05T00:00:00Z');
  const { code, stdout } = await runHere(['--base-url', mock.baseUrl, '--api-key', 'demo-business', '--quiet']);
  const asked = await mock.requests({ operationId: 'getPet' });
  return { code, summary: stdout.split('\n').slice(0, 3), asked };
}

test.each<[string, StartOptions]>([
  ['that has removed it', {}],
  ['that serves it on', { keepRemoved: true }],
])('on the day of its removal an operation is not judged, at a mock %s', async (_, options) => {
  expect(await judgeMock(options)).toEqual({
    code: 0,
    summary: [
      expect.stringMatching(/^PASS: 0 violations, 0 warnings, 0 inconclusive; \d+ requests/),
      expect.stringContaining('Animal Store API 1.0.0'),
      "Not all was judged: by the server's clock the removal date of getPet (2030-12-05) has come.",
    ],
    asked: [],
  });
});
