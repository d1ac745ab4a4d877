import { noticeOfFewerConnections } from './notices';

test('who asks for more connections than files may be open is told how many there are', () => {
  const files = { most: 64, open: 20 };
  expect(noticeOfFewerConnections({ maxConnections: 500 }, files)).toBe(
    "--max-connections 500 is more than the system's limit of open files allows: 28 are taken. Raise that limit " +
      '(`ulimit -n`) before the start.',
  );
  expect(noticeOfFewerConnections({ maxConnections: 28 }, files)).toBeUndefined();
  expect(noticeOfFewerConnections({ maxConnections: 10_000 }, files)).toBeUndefined();
});
