import fc from 'fast-check';
import { growthOf, isLinear } from '../../program/testing/growth';
import { exactInteger, exactNumber, JsonError, parseJson, stringifyJson } from './json';
import { own, partOf, pointerTo, pointerTokens } from './value';

const LARGEST_SAFE = 2n ** 53n - 1n;
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(exactInteger);
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value));

/** Any value that `parseJson` can return. */
const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.string({ unit: 'grapheme' }),
    int64,
    fc.bigInt().map(exactInteger),
    fraction,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('JSON goes in and out without losing a digit', () => {
  test('any int64 round-trips', () => {
    fc.assert(
      fc.property(int64, (value) => {
        expect(parseJson(stringifyJson(value))).toBe(value);
        expect(stringifyJson(value)).toBe(value.toString());
      }),
    );
  });

  test('any value round-trips, also through indented text', () => {
    fc.assert(
      fc.property(jsonValue, fc.constantFrom(undefined, 2), (value, indent) =>
        expect(parseJson(stringifyJson(value, indent))).toStrictEqual(value),
      ),
    );
  });

  test('where no number loses digits, JSON.parse agrees', () => {
    const exact = fc.jsonValue({ depthSize: 'medium' }).filter((value) => !/\d{16}|\de/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(exact, (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toStrictEqual(JSON.parse(text));
        // A long number beside it takes the whole text through the exact reader.
        expect(parseJson(`[${text},1234567890123456]`)).toStrictEqual([JSON.parse(text), 1234567890123456]);
      }),
    );
  });

  test('text that JSON.parse refuses is refused, with or without a long number in it', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', ':', '"', '}', ']', '\\', '\u0001', '.', '-', '01', 'x'))
      .map(([text, at, token]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + token + text.slice(cut + 1);
      })
      .filter((text) => !isJson(text) && !isJson(`[0,${text}]`));
    fc.assert(
      fc.property(broken, (text) => {
        expect(() => parseJson(text)).toThrow(JsonError);
        expect(() => parseJson(`[12345678901234567,${text}]`)).toThrow(JsonError);
      }),
    );
  });
});

describe('a number literal becomes', () => {
  test.each<[string, number | bigint]>([
    ['-0', -0],
    ['0e999999999', 0],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.0', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['1e18', 10n ** 18n],
    ['1e-400', 0],
    ['1e-99999999999999999999', 0],
  ])('%s → %p', (literal, value) => {
    expect(parseJson(literal)).toBe(value);
  });

  test('what an independent computation says, for any decimal and exponent', () => {
    const digits = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }).map((found) => found.join(''));
    const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''));
    fc.assert(
      fc.property(
        fc.constantFrom('', '-'),
        whole,
        fc.option(digits, { nil: '' }),
        fc.integer({ min: -40, max: 40 }),
        (sign, before, after, exponent) => {
          const literal = `${sign}${before}${after === '' ? '' : `.${after}`}e${exponent}`;
          expect(exactNumber(literal)).toBe(computed(sign, BigInt(before + after), exponent - after.length, literal));
        },
      ),
    );
  });

  test('nothing, where it is an integer of more than 100 digits, or beyond what a double reaches', () => {
    for (const sign of ['', '-']) {
      expect(parseJson(sign + '9'.repeat(100))).toBe(BigInt(sign + '9'.repeat(100)));
    }
    expect(() => parseJson(`-${'9'.repeat(101)}`)).toThrow('an integer of more than 100 digits');
    expect(() => parseJson('9'.repeat(100_000))).toThrow('an integer of more than 100 digits');
    expect(() => parseJson('1e999')).toThrow('the number 1e999 is out of range');
    expect(() => parseJson('[1e99999999999]')).toThrow(JsonError);
  });

  test('as near as a double comes, where it is a fraction or written with an exponent', () => {
    expect(parseJson('1.7976931348623157e308')).toBe(Number.MAX_VALUE);
    expect(parseJson(`0.${'3'.repeat(500)}`)).toBe(1 / 3);
    expect(parseJson('1e99')).toBe(10n ** 99n);
  });

  test.each(['1e999', '1e99', '1e300'])('work that is linear in how many there are: %s', (literal) => {
    const growth = growthOf((count) => {
      const text = `[${Array.from({ length: count }, () => literal).join()}]`;
      return () => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonError);
        }
      };
    }, 2000);
    expect(isLinear(growth)).toBe(true);
  });
});

describe('text that is not read tells why', () => {
  test('with line and column', () => {
    expect(() => parseJson('{\n  "a": 1,\n  "b": x\n}')).toThrow(/ at line 3, column 8$/);
    expect(() => parseJson('')).toThrow(JsonError);
  });

  test('where it is nested too deeply', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(stringifyJson(parseJson(nested(200)))).toBe(nested(200));
    expect(() => parseJson(nested(201))).toThrow('nested more than 200 levels deep');
    expect(parseJson(`"${'['.repeat(201)}\\"["`)).toBe(`${'['.repeat(201)}"[`);
  });
});

test('a name that occurs twice takes its last value', () => {
  expect(parseJson('{"a":1,"a":2}')).toStrictEqual({ a: 2 });
  expect(parseJson('{"a":9007199254740993,"a":9007199254740995}')).toStrictEqual({ a: 9007199254740995n });
});

test('__proto__ is a name like any other', () => {
  for (const text of ['{"__proto__":{"a":1}}', '{"__proto__":{"a":9007199254740993}}']) {
    const value = parseJson(text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(stringifyJson(value)).toBe(text);
  }
});

test('only own properties count', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own({}, 'constructor')).toBeUndefined();
  expect(own({}, '__proto__')).toBeUndefined();
  expect(own({ ['__proto__']: 1 }, '__proto__')).toBe(1);
});

test.each([
  ['ab🐈cd', 0, 3, 'ab'],
  ['ab🐈cd', 0, 4, 'ab🐈'],
  ['ab🐈cd', 3, 5, '🐈c'],
  ['ab🐈cd', 2, undefined, '🐈cd'],
  ['🐈', 1, 1, ''],
  ['\ud83d!', 0, 1, '\ud83d'],
  ['abc', 0, 80, 'abc'],
])('a part of %j from %s to %s has no half character: %j', (text, from, to, part) => {
  expect(partOf(text, from, to)).toBe(part);
});

test('a JSON pointer escapes what would break it, and is read as it was made', () => {
  expect(pointerTo('/paths', '/a~b', '~1', 0)).toBe('/paths/~1a~0b/~01/0');
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') })), (tokens) =>
      expect(pointerTokens(pointerTo('', ...tokens))).toEqual(tokens),
    ),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `sign` times `digits` times ten to the `power`: exact as an integer, else what JSON.parse makes of the literal. */
function computed(sign: string, digits: bigint, power: number, literal: string): number | bigint {
  const scale = 10n ** BigInt(Math.abs(power));
  const isInteger = power >= 0 || digits % scale === 0n;
  if (digits === 0n || !isInteger) return Number(literal);
  const magnitude = power >= 0 ? digits * scale : digits / scale;
  const value = sign === '-' ? -magnitude : magnitude;
  return magnitude <= LARGEST_SAFE ? Number(value) : value;
}
