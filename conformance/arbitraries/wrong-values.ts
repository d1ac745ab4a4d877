import {
  distinct,
  drawText,
  exactInteger,
  fits,
  itemsOf,
  keywordOf,
  leastNumber,
  memoized,
  mostNumber,
  type Property,
  type Schema,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { otherChoices, type Vocabulary } from './choices';
import { anotherValue } from './fresh';
import { mapOf } from './plain';
import { longestOf } from './string';

/** A body that breaks one constraint of its schema, and which. */
export interface Broken {
  readonly what: string;
  /** A JSON value. */
  readonly value: unknown;
  /** Whether it is one of those that find most faults. */
  readonly isTelling: boolean;
  /**
   * Which part of a server looks at such things: bodies of one kind mostly find the same. For a value it begins with what it is
   * about, such as its type. What is not telling is of a kind by itself, wherever it stands.
   */
  readonly kind: string;
}

/** A value that may break a schema, and what is wrong with it. */
export type Wrong = readonly [what: string, value: unknown, isTelling?: 'telling'];

export const brokenBy = (kind: string, wrong: readonly Wrong[]): readonly Broken[] =>
  wrong.map(([what, value, telling]) =>
    telling === undefined
      ? { what, value, isTelling: false, kind: `${kind} ${what}` }
      : { what, value, isTelling: true, kind },
  );

/** Values that break the schema of one property. */
export const brokenValues = ({ schema }: Pick<Property, 'schema'>): readonly Broken[] => valuesAgainst(schema);

export const valuesAgainst = memoized((schema: Schema) =>
  against(schema, saysFormat(schema.description) ? [KEPT_FORMATS] : []),
);
/** The same where the document says that formats are looked at. */
export const valuesOfFormats = memoized((schema: Schema) => against(schema, [KEPT_FORMATS]));
/** The same where it says that what does not fit a schema is refused: then a text is that has nothing of its format. */
export const valuesOfSchemas = memoized((schema: Schema) =>
  against(schema, [saysFormat(schema.description) ? KEPT_FORMATS : PLAIN_FORMATS]),
);

/** Whether words promise that a format is looked at: by its keyword alone that is open (OpenAPI 3.0.3 §4.4, JSON Schema Validation §7.2). */
const saysFormat = (text: unknown): boolean =>
  typeof text === 'string' && /\b(?:formats?|valid|well-formed|RFC ?\d{3,5}|ISO ?\d{4,5}(?:-\d)?)\b/i.test(text);

function against(schema: Schema, more: readonly Kind[]): readonly Broken[] {
  const fitting = validatorOf(schema, 'request');
  const type = typesOf(schema).find((one) => one !== 'null') ?? '';
  return [...KINDS, ...more]
    .flatMap(([kind, wrongOf]) => wrongOf(schema).flatMap((one) => brokenBy(`${kind} ${type}: ${one[0]}`, [one])))
    .filter(({ value }) => fitting(value) !== undefined);
}

type Kind = readonly [string, (schema: Schema) => readonly Wrong[]];

const KINDS: readonly Kind[] = [
  ['choice', ofEnum],
  ['type', ofType],
  ['fraction', ofFraction],
  ['format', ofFormat],
  ['bounds', ofBounds],
  ['items', ofItems],
  ['members', ofMembers],
  ['anything', ofAnything],
];

function ofEnum({ enum: values, const: only }: Schema): readonly Wrong[] {
  if (values === undefined)
    return typeof only === 'string' ? [['another than the only one', `${only}x`, 'telling']] : [];
  const none: Wrong = [OUT_OF_CHOICES, otherChoices(values)[0], 'telling'];
  const text = values.find((value) => typeof value === 'string');
  if (text === undefined) return [none];
  return [
    none,
    ['in another case', text.toUpperCase(), 'telling'],
    ['with space around', ` ${text} `],
    // What a careless reader finds in a table of the choices.
    ['its ordinal', 1],
    ['a name of every object', 'constructor'],
  ];
}

const OUT_OF_CHOICES = 'out of its enumeration';

/** The same of which what is out of an enumeration is one that the document names elsewhere, where it names one. */
export const inWordsOf = (vocabulary: Vocabulary, valuesFor: (schema: Schema) => readonly Broken[]) =>
  memoized((schema: Schema) =>
    valuesFor(schema).flatMap((one) =>
      one.what === OUT_OF_CHOICES
        ? otherChoices(schema.enum ?? [], vocabulary).map((value, nth) => ({
            ...one,
            value,
            what: nth === 0 ? one.what : `${one.what}, ${value}`,
          }))
        : [one],
    ),
  );

function ofType(schema: Schema): readonly Wrong[] {
  const types = typesOf(schema);
  if (types.includes('integer'))
    return [
      ['a text of digits', '1', 'telling'],
      ['beyond 64 bits', 2n ** 63n, 'telling'],
      ['below 64 bits', -(2n ** 63n) - 1n],
    ];
  if (types.includes('number')) return [['a text of digits', '1', 'telling']];
  if (types.includes('boolean'))
    return [
      ['a text', 'true', 'telling'],
      ['a word for it', 'yes'],
      ['a number', 1],
    ];
  return types.includes('string') ? [['a number', 12345, 'telling']] : [];
}

/** Of all types this one is part of another: a language that has one type for numbers looks at it by itself. */
function ofFraction(schema: Schema): readonly Wrong[] {
  const [least = 0] = [leastNumber(schema)];
  return typesOf(schema).includes('integer') ? [['a fraction', Math.max(Number(least), 1) + 0.5, 'telling']] : [];
}

/** Whether a body is broken by the type of a value: what looks at that of one member mostly looks at that of all. */
export const isOfType = ({ kind }: Pick<Broken, 'kind'>): boolean => /^(?:inner )*(?:type|anything) /.test(kind);

/** Whether a value of another type stands for one of that type, so that who looks at others may take it: worth a try where it costs no request. */
export const standsForIt = ({ kind }: Pick<Broken, 'kind'>): boolean => /^type boolean: a (?:word|number) /.test(kind);

/** A text that looks like one of its format, for a reader that does not take it apart. */
const AGAINST_FORMAT: Readonly<Record<string, string>> = {
  date: '2021-02-30',
  'date-time': '2021-02-30T25:61:00Z',
  uuid: '00000000-0000-0000-0000-00000000000g',
};

/** The same of formats that a server looks at where words promise it: as a pattern beside the format may want them. */
const KEPT: Readonly<Record<string, string>> = {
  email: 'some one@example org',
  'idn-email': 'some one@example org',
  uri: 'https://example org/a b',
  url: 'https://example org/a b',
  ipv4: '256.1.1.1',
  ipv6: '1::2::3',
  hostname: '-no host-',
  time: '25:61:00Z',
  duration: 'two days',
};

/** A text that nobody takes for one of its format. */
const UNLIKE: Readonly<Record<string, string>> = {
  email: 'no-address',
  'idn-email': 'no-address',
  uri: 'no address',
  url: 'no address',
};

const formatsBy = (texts: Readonly<Record<string, string>>): Kind => [
  'format',
  ({ format = '' }) => (texts[format] === undefined ? [] : [['against its format', texts[format], 'telling']]),
];

const KEPT_FORMATS = formatsBy(KEPT);
const PLAIN_FORMATS = formatsBy(UNLIKE);

function ofFormat({ format = '' }: Schema): readonly Wrong[] {
  const value = AGAINST_FORMAT[format];
  return value === undefined ? [] : [['against its format', value, 'telling']];
}

function ofBounds(schema: Schema): readonly Wrong[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const [least, most] = [leastNumber(schema), mostNumber(schema)];
  const step = keywordOf(schema, 'multipleOf');
  const wrong: readonly (Wrong | false)[] = [
    ...(pattern === undefined ? [] : ofPattern(schema)),
    least !== undefined && ['below its minimum', beyond(least, -1), 'telling'],
    most !== undefined && ['above its maximum', beyond(most, 1), 'telling'],
    minLength > 0 && ['too short', 'xq'.repeat(Math.min(minLength, MOST_LETTERS)).slice(0, minLength - 1), 'telling'],
    maxLength <= MOST_LETTERS && ['too long', longText(schema, maxLength + 1), 'telling'],
    typeof step === 'number' && ['between two steps', besideStep(Number(least ?? 0), step), 'telling'],
  ];
  return wrong.filter((one) => one !== false);
}

/** A text of so many characters that breaks nothing else, where one is found: a server may look at the format or pattern first. */
function longText({ maxLength: _, ...schema }: Schema, length: number): string {
  const filled = (begin: string, letter: string, end: string): string =>
    begin + letter.repeat(Math.max(0, length - begin.length - end.length)) + end;
  const texts = [
    filled('', 'x', ''),
    filled('', 'x', '@example.com'),
    filled('https://www.example.com/', 'x', ''),
    filled('', 'X', ''),
    filled('', '1', ''),
    filled('+', '1', ''),
    filled('A', '1', ''),
  ];
  return texts.find((text) => text.length === length && fits(schema, 'request', text)) ?? filled('', 'x', '');
}

const besideStep = (least: number, step: number): number => Math.ceil(least / step) * step + (step > 1 ? 1 : step / 2);

const MOST_LETTERS = 1e5;

/** The number that is one more or less, exactly. */
const beyond = (bound: number | bigint, way: 1 | -1): number | bigint =>
  typeof bound === 'bigint' ? exactInteger(bound + BigInt(way)) : bound + way;

/** Texts that a pattern does not match, or that it matches in part. */
function ofPattern(schema: Schema): readonly Wrong[] {
  const fitting = anotherValue(schema, [], 1);
  const { pattern = '', ...others } = schema;
  const isAgainst = (text: string): boolean => !fits({ type: 'string', pattern }, 'request', text);
  const near = [...figuresBeyond(fitting, isAgainst), ...nearBy(fitting)].find(
    (text) => isAgainst(text) && fits(others, 'request', text),
  );
  const none: Wrong = ['against its pattern', near ?? '~ none ~', 'telling'];
  if (typeof fitting !== 'string') return [none];
  // A digit more is what a reader of figures cuts.
  const isDigitToo = /\d$/.test(fitting) && !fits(schema, 'request', `${fitting}1`);
  const longest = longestOf(pattern, 1);
  const longer = longest === undefined ? undefined : longest + longest.slice(-1);
  const shorter = [...(drawText(pattern, { random: () => 0 }) ?? '')].slice(0, -1).join('');
  const isOff = (text: string): boolean => isAgainst(text) && fits(others, 'request', text);
  return [
    none,
    ['of its pattern in another case', inAnotherCase(fitting), 'telling'],
    ['of its pattern and more', isDigitToo ? `${fitting}1` : `${fitting}x`, 'telling'],
    ...(longer === undefined || longer.length > MOST_DRAWN || !isOff(longer)
      ? []
      : [['longer than its pattern', longer, 'telling'] as const]),
    // A server may have the other end of a repetition alone.
    ['of its pattern, but for its end', isOff(shorter) ? shorter : [...fitting].slice(0, -1).join(''), 'telling'],
    ['of its pattern, something before it', `x${fitting}`],
  ];
}

const MOST_DRAWN = 100;

/** A text with one of its figures of two digits just beyond those that fit there: `13/29` of a month and a year. */
function figuresBeyond(fitting: unknown, isAgainst: (text: string) => boolean): readonly string[] {
  if (typeof fitting !== 'string') return [];
  return [...fitting.matchAll(/(?<!\d)\d{2}(?!\d)/g)].flatMap(({ index }) => {
    const all = Array.from({ length: 100 }, (_, figure) => {
      const digits = String(figure).padStart(2, '0');
      return `${fitting.slice(0, index)}${digits}${fitting.slice(index + 2)}`;
    });
    const last = all.findLastIndex((text) => !isAgainst(text));
    return all.slice(last + 1, last + 2);
  });
}

/**
 * What a lax server takes for one that fits: of an address that has to be a safe one the same that is not, of a figure in a text the
 * same below nothing, and else the text without its first character, or less and less of its end, or with other signs in it.
 */
function nearBy(fitting: unknown): readonly string[] {
  if (typeof fitting !== 'string') return [];
  const below = /^\d+(?:\.\d+)?$/.test(fitting) ? [`-${fitting}`] : [];
  const letters = [...fitting];
  return [
    fitting.replace(/^https:/, 'http:'),
    ...below,
    letters.slice(1).join(''),
    ...letters.slice(1, MOST_CUT).map((_, nth) => letters.slice(0, -1 - nth).join('')),
    fitting.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    fitting.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => (sign === '_' ? '-' : '_')),
  ].filter((text) => text !== '' && text !== fitting);
}

/** A text is cut by less than so many characters. */
const MOST_CUT = 20;

const inAnotherCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Arrays that are too short, too long, or have an item twice; and one with an item that is none. */
function ofItems(schema: Schema): readonly Wrong[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const { minItems = 0, maxItems, uniqueItems } = schema;
  const plain = [anotherValue(items, [], 1)].filter((item) => item !== undefined);
  const count = Math.min(MOST_ITEMS, Math.max(minItems, maxItems ?? 0)) + 1;
  const some = plain.length < count ? drawnTo(count, items, distinct(items, plain, count, 'request')) : plain;
  const [first] = some;
  const wrong: readonly (Wrong | false)[] = [
    minItems > 0 && ['of too few items', some.slice(0, minItems - 1), 'telling'],
    maxItems !== undefined && ['of too many items', some, 'telling'],
    uniqueItems === true &&
      first !== undefined && ['of an item twice', [first, ...some.slice(0, Math.max(1, minItems - 1))], 'telling'],
    ['of a wrong item', [ofType(items).at(-1)?.[1] ?? null, ...some.slice(1, minItems)], 'telling'],
  ];
  return wrong.filter((one) => one !== false);
}

/** A map with a member more than it may have, each of them good. */
function ofMembers(schema: Schema): readonly Wrong[] {
  const most = keywordOf(schema, 'maxProperties');
  const [[name, value] = []] = Object.entries(mapOf(schema) ?? {});
  if (typeof most !== 'number' || most >= MOST_ITEMS || name === undefined) return [];
  const members = Array.from({ length: most + 1 }, (_, nth) => [`${name}${nth}`, value] as const);
  const map = Object.fromEntries(members);
  return fits({ ...schema, maxProperties: most + 1 }, 'request', map) ? [['of too many members', map, 'telling']] : [];
}

/** More are no body that a server would take. */
const MOST_ITEMS = 1000;

/** As many values of a schema, each once, as can be drawn: variants of one may not fit where it is of letters alone, or of parts. */
function drawnTo(count: number, schema: Schema, found: readonly unknown[]): readonly unknown[] {
  const drawn = [...found];
  for (let seed = 2; drawn.length < count; seed += 1) {
    const value = anotherValue(schema, drawn, seed);
    if (value === undefined) break;
    drawn.push(value);
  }
  return drawn;
}

/** The formats of which no text is empty. */
const FORMED = /^(?:date|date-time|time|uuid|email|uri|ipv4|ipv6|hostname)$/;

function ofAnything(schema: Schema): readonly Wrong[] {
  const hasForm = typesOf(schema).includes('string') && FORMED.test(String(schema.format));
  return [
    ['null', null, 'telling'],
    ['true', true],
    ['an array', []],
    ['an object', {}],
    // Whatever is looked at of a format, this is of none.
    hasForm ? ['an empty text', '', 'telling'] : ['an empty text', ''],
  ];
}
