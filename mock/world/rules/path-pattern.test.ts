import fc from 'fast-check';
import { growthOf, isLinear } from '../../../openapi/program/testing/growth';
import { createPathTest } from './patterns';

describe('a pattern of a path', () => {
  it.each<[pattern: string, path: string, matches: boolean]>([
    ['/things/7', '/things/7', true],
    ['/things/7', '/things/77', false],
    ['/things/7', '/things/7/', false],
    ['/things/7', '/api/things/7', true],
    ['/api/things/7', '/api/things/7', true],
    ['/api/things/7', '/things/7', false],
    ['/things', '/apiary/things', false],
    ['/things/*', '/things/7', true],
    ['/things/*', '/things', false],
    ['/things/*', '/things/', false],
    ['/things/*', '/things/7/parts', false],
    ['/things/{thingId}', '/things/7', true],
    ['/things/7*', '/things/7', false],
    ['/things/7*', '/things/71', true],
    ['/*.json', '/a.b.json', true],
    ['/a*b*c', '/axbybzc', true],
    ['/a*b*c', '/axbybz', false],
    ['/things/**', '/things/7/parts', true],
    ['/things/**', '/things', false],
    ['/**/parts', '/things/7/parts', true],
    ['**', '/anything/at/all', true],
    ['/things/a%2Fb', '/things/a%2fb', true],
    ['/things/a/b', '/things/a%2Fb', false],
    ['/things/*', '/things/a%2Fb', true],
    ['/things/é', '/things/%C3%A9', true],
    ['/things/%2A', '/things/*', true],
    ['/things/%2A', '/things/7', false],
    ['/things/%', '/things/%', true],
    ['/things/😀', '/things/%F0%9F%98%80', true],
    ['/*', '/%F0%9F%98%80', true],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(createPathTest(pattern, '/api')(path)).toBe(matches);
  });

  const segment = fc.stringMatching(/^[a-c]{1,5}$/);
  const path = fc.array(segment, { minLength: 1, maxLength: 5 });

  it('matches the path that it was made from, whatever of it is left open', () =>
    fc.assert(
      fc.property(path, fc.nat(), fc.nat(), (segments, place, at) => {
        const chosen = segments[place % segments.length] ?? '';
        const from = at % chosen.length;
        const open = (by: string) => `/${segments.with(place % segments.length, by).join('/')}`;
        const whole = `/${segments.join('/')}`;
        for (const by of ['*', '**', `${chosen.slice(0, from)}*`, `*${chosen.slice(from + 1)}`]) {
          expect(createPathTest(open(by), '')(whole)).toBe(true);
        }
      }),
    ));

  it('says the same as a regular expression', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*]{0,8}$/), fc.stringMatching(/^[ab]{0,12}$/), (pattern, text) => {
        fc.pre(pattern !== '**');
        const expected = new RegExp(`^${pattern.replaceAll('*', '.+')}$`).test(text);
        expect(createPathTest(`/${pattern}`, '')(`/${text}`)).toBe(expected);
      }),
    ));

  it.each([
    ['/*a*a*a*ab', 'a'],
    ['/**/a/a/b', 'a/'],
    ['/**/*a*/**/b', 'a/'],
    ['/things/*', '%2F'],
  ])('%s takes time in proportion to a path of %p', (pattern, piece) => {
    const wanted = createPathTest(pattern, '');
    const growth = growthOf((size) => {
      const long = `/${piece.repeat(size)}`;
      return () => wanted(long);
    }, 2048);
    expect([growth, isLinear(growth)]).toEqual([growth, true]);
  });
});
