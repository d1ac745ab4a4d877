import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import config from '../../jest.config';
import { missing } from './report-missing';

const ROOT = join(__dirname, '../..');
const { PATH, CHROMIUM_PATH } = process.env;
afterEach(() => Object.assign(process.env, { PATH, CHROMIUM_PATH: CHROMIUM_PATH ?? '' }));

describe('without what some tests need, a run says in a line each what was left out, and how to get it:', () => {
  test('no redis-server', () => {
    Object.assign(process.env, { PATH: '/nowhere', CHROMIUM_PATH: '/somewhere/chromium' });
    expect(missing()).toEqual([
      'Tests of several replicas are left out: no redis-server 7 was found. `apt-get install redis-server`.',
    ]);
  });

  test('at its end', () => {
    const [project] = config.projects ?? [];
    expect(project).toHaveProperty('globalTeardown', '<rootDir>/mock/testing/report-missing.ts');
  });
});

test('whatever starts a Redis asks first whether there is one', () => {
  const files = readdirSync(join(ROOT, 'mock'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(ROOT, 'mock', path));
  const starting = files
    .filter((path) => path !== __filename)
    .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /\bstart(?:Redis|Cluster|RedisServer)\(/.test(text));
  expect(starting.length).toBeGreaterThan(2);
  expect(starting.filter(({ text }) => !/\bhasRedis\(\)|\bonRedis\(/.test(text)).map(({ path }) => path)).toEqual([]);
});
