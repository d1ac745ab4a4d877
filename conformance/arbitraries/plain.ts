import {
  fits,
  formatText,
  isObject,
  keywordOf,
  leastValue,
  memoized,
  memoizedByText,
  ownTypesOf,
  propertiesOf,
  type Schema,
  typesOf,
  type ValueSource,
  wordsOf,
} from '../../openapi/contract';

/** An ordinary word, where any text does. */
export const PLAIN = 'example';

/** The instant of all plain values, the same in each run. It is past, as most that a server knows of are. */
const NOW = 1_736_942_400_000; // 2025-01-15T12:00:00Z

const DAY = 86_400_000;
const YEAR = 365 * DAY;

/** When it is by what a property of an instant is called: what ends does so after it began, and what expires has not. */
const TIMES: readonly (readonly [RegExp, number])[] = [
  [/\b(birth|born|birthday|dob)\b/, NOW - 35 * YEAR],
  [/\b(expires?|expiry|expiration|deadline|due|scheduled?)\b/, NOW + 10 * YEAR],
  [/\b(ends?|until|to|finish(ed)?|completed|check ?out)\b/, NOW + DAY],
];

/** What stands in a text of this name, which has no other rule: what a server reads there, and refuses a mere word for. */
const BY_NAME: readonly (readonly [name: RegExp, format: string])[] = [
  [/\be ?mail( address)?$/, 'email'],
  [/\b(ur[il]|href|link|website|homepage|webhook|callback|endpoint)$/, 'uri'],
  [/\b(host|host ?name|domain)( name)?$/, 'hostname'],
  [/\bip( address)?$/, 'ipv4'],
  [/\b(uuid|guid)$/, 'uuid'],
  [/\b(phone|mobile|telephone|fax)( number)?$/, 'phone'],
  [/( at|\btimestamp|\bdate ?time|\binstant)$/, 'date-time'],
  [/\b(date|day|birthday|dob)$/, 'date'],
  [/\bcolou?r$/, 'color'],
  [/\b(language|lang|locale)( code)?$/, 'language'],
  [/\bcurrency( code)?$/, 'currency'],
  [/\bcountry( code)?$/, 'country-code'],
  [/\b(time ?zone|tz)$/, 'timezone'],
  [/\bversion$/, 'version'],
  [/\bcron( expression)?$/, 'cron'],
  [/\b(mime|media|content) ?type$/, 'mime-type'],
  [/\bpassword$/, 'password'],
  [/\bcard number$|\bpan$/, 'card-number'],
  [/\biban$/, 'iban'],
];

/** Always 0, for the plainest value. */
const LEAST_SOURCE: ValueSource = { random: () => 0, now: NOW, plain: plainFor };
/** With an item in each list of objects: servers mostly make nothing of an empty one. */
const SOURCE: ValueSource = { ...LEAST_SOURCE, isFilled: true };

/**
 * The plainest value of a schema, which a real server likely takes: what the document itself gives, then what is usual in a property
 * of this name, then the least; required members alone. Undefined where none is found; null only where there is nothing else.
 */
export const plainValue = (schema: Schema, name = ''): unknown => plainValues(schema)(name);

const plainValues = memoized((schema: Schema) => memoizedByText((name) => fitting(schema, SOURCE, name)));

/** The same with no item in a list that may be empty. */
export const emptyValue = (schema: Schema): unknown => fitting(schema, LEAST_SOURCE, '');

/** The same with optional members, too, down to the third level; undefined where none is found. */
export const fullValue = (schema: Schema): unknown => fitting(schema, FULL_SOURCE, '');

const FULL_SOURCE: ValueSource = { ...SOURCE, fullTo: 3 };

/**
 * A map with a value under each of two names, which are in both cases and have more than letters where the schema has room for that,
 * and of which one is a number beside a text; undefined where it is none, or names its members.
 *
 * @param value of its first member, where the schema has room for that
 * @param names the best first
 */
export function mapOf(schema: Schema, value?: unknown, names: readonly MapNames[] = MAP_NAMES): unknown {
  const more = keywordOf(schema, 'additionalProperties');
  const values = more === undefined || more === true ? {} : more;
  const isMap = typesOf(schema).includes('object') && propertiesOf(schema).size === 0 && isObject(values);
  if (!isMap) return undefined;
  const plain = plainValue(values as Schema) ?? PLAIN;
  const [other = plain] = [7, true].filter(
    (one) => typeof plain === 'string' && fits(values as Schema, 'request', one),
  );
  const wholes = names.flatMap(([first, second]) =>
    [value, plain].flatMap((one) => [other, plain].map((next) => ({ [first]: one ?? plain, [second]: next }))),
  );
  return wholes.find((whole) => fits(schema, 'request', whole));
}

type MapNames = readonly [first: string, second: string];

const MAP_NAMES: readonly MapNames[] = [
  ['costCenter', 'Batch_no-2'],
  ['costCenter', 'batchNo'],
  ['cost_center', 'batch_no'],
  ['first', 'second'],
];

function fitting(schema: Schema, source: ValueSource, name: string): unknown {
  const value = leastValue(schema, 'request', source, name);
  return fits(schema, 'request', value) ? value : undefined;
}

/** A plain value for a flat schema: of what is no text as well, since the least is 0, which often stands for nothing. */
function plainFor(flat: Schema, name: string): unknown {
  const types = ownTypesOf(flat);
  const isAny = types.length === 0 && flat.properties === undefined && flat.items === undefined;
  const type = isAny ? 'string' : types.find((one) => one !== 'null');
  const words = wordsOf(name.slice(0, LONGEST_NAME)).join(' ');
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return numberFor(flat, words);
  return type === 'string' ? textFor(flat, words) : undefined;
}

const LONGEST_NAME = 100;

function numberFor({ maximum }: Schema, words: string): number {
  if (isTime(words)) return instantOf(words) / 1000;
  if (!/\bexp(?:ir(?:y|es|ation))? year$/.test(words)) return 1;
  const year = new Date(NOW + 10 * YEAR).getUTCFullYear();
  return Number(maximum ?? year) < 100 ? year % 100 : year;
}

/** Whether a number of this name is an instant, mostly in Unix seconds. */
const isTime = (words: string): boolean => /( at|\btimestamp)$/.test(words);

const instantOf = (words: string): number => TIMES.find(([name]) => name.test(words))?.[1] ?? NOW;

function textFor({ format, pattern = '', minLength = 0, maxLength }: Schema, words: string): string | undefined {
  const source = { random: () => 0, now: instantOf(words) };
  // So many digits have the numbers of cards alone.
  if (/\bnumber$/.test(words) && /\{1[2-6],19\}/.test(pattern)) return formatText('card-number', source);
  const byName = format === 'binary' ? undefined : BY_NAME.find(([name]) => name.test(words))?.[1];
  // Fractions of a second are not read everywhere.
  const text = (formatText(format, source) ?? formatText(byName, source))?.replace('.000Z', 'Z');
  const room = maxLength ?? Number.POSITIVE_INFINITY;
  if (text !== undefined && text.length >= minLength && text.length <= room) return text;
  return PLAIN.padEnd(Math.min(minLength, MOST_LETTERS), 'x').slice(0, room);
}

const MOST_LETTERS = 100_000;
