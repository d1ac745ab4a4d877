import { type StartedMock, startMock } from '../index';
import { writeFile } from '../testing/edited';

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
