import { createMock } from '../index';

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
