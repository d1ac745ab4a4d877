import fc from 'fast-check';
import { parsePrefer, writePreference } from './prefer';

const parsed = (header: string) => Object.fromEntries(parsePrefer(header));

describe('a Prefer header', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    [' , ,', {}],
    ['code=404', { code: '404' }],
    ['Code = 404', { code: '404' }],
    ['code="404"', { code: '404' }],
    ['code=404, example=none', { code: '404', example: 'none' }],
    ['code=404,\texample=none,', { code: '404', example: 'none' }],
    // RFC 7240 §2: only the first instance is considered.
    ['code=404, CODE=500', { code: '404' }],
    // The examples of the RFC.
    ['respond-async, wait=100', { 'respond-async': '', wait: '100' }],
    ['handling=lenient', { handling: 'lenient' }],
    ['return=minimal; foo="some parameter"', { return: 'minimal' }],
    ['foo; some-parameter=""', { foo: '' }],
    ['foo=', { foo: '' }],
    ['foo=""; bar', { foo: '' }],
    ['foo="a, b; c"; d=", code=500", code=404', { foo: 'a, b; c', code: '404' }],
    [String.raw`foo="say \"ah\" \\ \x"`, { foo: String.raw`say "ah" \ x` }],
    // What violates the grammar.
    ['=404, code=500', { code: '500' }],
    ['@, code=500', { code: '500' }],
    ['code=404 example=none', { code: '404 example=none' }],
    ['example=a/b; c=d', { example: 'a/b' }],
    ['example="a" b', { example: '"a" b' }],
    ['example="a, code=404', { example: '"a, code=404' }],
    ['example="a\\', { example: '"a\\' }],
    ['__proto__=1, constructor=2', { ['__proto__']: '1', constructor: '2' }],
  ])('%j is read as %j', (header, preferences) => {
    expect(parsed(header)).toEqual(preferences);
  });

  it('returns any value that was written into it, whatever is around it', () => {
    const value = fc.stringMatching(/^[\t\x20-\x7e]+$/);
    const around = fc.constantFrom('', ' ', 'other', 'return=minimal; a="b, c"', 'x="\\","', 'code="', 'a=b=c');
    fc.assert(
      fc.property(
        value,
        around.filter((text) => !text.startsWith('code')),
        around,
        (text, before, after) => {
          expect(parsePrefer(`${before}, ${writePreference('code', text)} , ${after}`).get('code')).toBe(text);
        },
      ),
    );
  });

  it('can be any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a=,;"\\ \t\né') }), (header) => {
        for (const name of parsePrefer(header).keys()) expect(name).toMatch(/^a+$/);
      }),
    );
  });
});

describe('Preference-Applied', () => {
  it.each([
    ['404', 'code=404'],
    ['a b', 'code="a b"'],
    ['say "ah" \\', String.raw`code="say \"ah\" \\"`],
    // A header can't hold these values, so they are left out.
    ['größe', 'code'],
    ['a\nb', 'code'],
  ])('writes %j as %j', (value, text) => {
    expect(writePreference('code', value)).toBe(text);
  });
});
