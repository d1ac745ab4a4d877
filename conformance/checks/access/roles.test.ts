import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { judgedMock } from '../../testing/judged-mock';

test('a key that may only read, and that no operation knows, is told to be unknown, and accuses nobody', async () => {
  const flags = ['--api-key', 'demo-business', '--read-only-key', 'another', '--checks', 'roles'];
  const { found, cells } = await judgedMock(SHIPPED_DOCUMENT, flags);
  expect(found).toEqual([]);
  expect(cells.flatMap(({ reasons }) => reasons)).toContainEqual(
    expect.stringContaining('the read-only key is unknown to the server (401)'),
  );
});
