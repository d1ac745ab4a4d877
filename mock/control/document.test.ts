import { type StartedMock, startMock } from '..';
import { createMock } from '../index';
import { writeFile } from '../testing/edited';

test('where its document can not be read the control plane says so in the envelope, and works as soon as it can', async () => {
  const mock = await createMock();
  const files = jest.requireActual<typeof import('node:fs')>('node:fs');
  const failing = jest.spyOn(files, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  });
  const written = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const refused = await mock.fetch('/__admin/clock');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    {
      code: 'out_of_files',
      message: 'The mock has no file descriptor left to read what it needs. Try again in 1 s.',
      status: 503,
    },
  ]);
  expect(written.mock.calls.join()).toContain('ERROR Error: EMFILE');
  failing.mockRestore();
  written.mockRestore();
  expect((await mock.fetch('/__admin/clock')).status).toBe(200);
});

let mock: StartedMock | undefined;
afterAll(() => mock?.close());

test("a document's own path goes before one of the control plane, whose others are there", async () => {
  const schema = { type: 'object', required: ['mine'], properties: { mine: { type: 'boolean' } } };
  const responses = {
    200: { description: 'Mine', content: { 'application/json': { schema, example: { mine: true } } } },
  };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Another mock', version: '1' },
    paths: { '/__admin/requests': { get: { responses } }, '/{tenant}/clock': { get: { responses } } },
  };
  mock = await startMock({ document: writeFile('json', JSON.stringify(document)), port: 0 });
  const { baseUrl } = mock;
  const show = async (path: string) => (await fetch(`${baseUrl}${path}`)).json();
  expect(await show('/__admin/requests?limit=1')).toEqual({ mine: true });
  expect((await fetch(`${baseUrl}/__admin/requests`, { method: 'PUT' })).status).toBe(405);
  expect(await show('/__admin/clock')).toMatchObject({ frozen: false });
});
