/** Texts by a schema alone: of its format, its pattern and its length. */
import type { Schema } from '../model/schema';
import { drawText, leastPartsOf } from '../pattern/pattern';

/** What texts are made from. */
export interface TextSource {
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Unix milliseconds: the time of an instant. */
  readonly now: number;
}

/** Of a schema that asks for longer texts none is made up that fits it. */
const MAX_LENGTH = 100_000;
/** The same for a pattern that asks for more parts, of which many texts are made. */
const MAX_PATTERN_PARTS = 10_000;

/** Candidates for a flat schema's format, pattern and length, the most expressive first. */
export function* textsOf(schema: Schema, source: TextSource): Iterable<string> {
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const minLength = Math.min(schema.minLength ?? 0, MAX_LENGTH);
  yield* patternTexts(schema, source.random);
  const text = formatText(schema.format, source) ?? 'text';
  yield text.padEnd(minLength, 'x').slice(0, maxLength);
  yield text.padStart(minLength, 'x');
  for (let length = minLength; length <= Math.min(maxLength, minLength + 40); length += 1) {
    for (const letter of ['0', '1', 'a', 'A']) yield letter.repeat(length);
  }
}

/** Texts of a schema's pattern, the plainest first; some may not match, where it looks around. None without a pattern. */
export function* patternTexts(schema: Schema, random: () => number): Iterable<string> {
  const known = plainest(schema);
  if (known === undefined) return;
  const { pattern, plain, stretch } = known;
  yield plain;
  for (const isAhead of [false, true]) yield drawText(pattern, { random: () => 0, stretch, isAhead }) ?? plain;
  yield* drawnTexts(schema, random);
}

/** The plainest text of a schema's pattern, and how many characters it is too short. */
function plainest({ pattern, minLength = 0 }: Schema) {
  if (pattern === undefined || leastPartsOf(pattern) > MAX_PATTERN_PARTS) return undefined;
  const plain = drawText(pattern, { random: () => 0 });
  return plain === undefined ? undefined : { pattern, plain, stretch: Math.max(0, minLength - plain.length) };
}

/** Texts of a schema's pattern, each another one; some may not match, where it looks around. None without a pattern. */
export function* drawnTexts(schema: Schema, random: () => number, most = MOST_DRAWN): Iterable<string> {
  const known = plainest(schema);
  if (known === undefined) return;
  const { pattern, plain, stretch } = known;
  for (let nth = 0, length = 0; nth < most && length < MOST_LENGTH; nth += 1) {
    const text = drawText(pattern, { random, stretch: nth % 4 < 2 ? stretch : 0, isAhead: nth % 2 === 1 }) ?? plain;
    length += text.length;
    yield text;
  }
}

const MOST_DRAWN = 200;
/** Of long texts fewer are drawn: so long are all together. */
const MOST_LENGTH = 1_000_000;

/** A plain text in a format; undefined for a format that says nothing of it. */
export function formatText(format: string | undefined, { random, now }: TextSource): string | undefined {
  if (format === undefined) return undefined;
  const name = format.toLowerCase();
  const instant = new Date(now).toISOString();
  if (Object.hasOwn(OF_TIME, name)) return OF_TIME[name]?.(instant);
  if (name === 'uuid' || name === 'guid' || /^uuid\d$/.test(name)) return uuidOf(random, Number(name.slice(4)) || 4);
  return Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
}

const OF_TIME: Readonly<Record<string, (instant: string) => string>> = {
  'date-time': (instant) => instant,
  datetime: (instant) => instant,
  timestamp: (instant) => instant,
  'iso-date-time': (instant) => instant,
  date: (instant) => instant.slice(0, 10),
  time: (instant) => instant.slice(11),
  'iso-time': (instant) => instant.slice(11),
  'partial-time': (instant) => instant.slice(11, 19),
  'date-time-local': (instant) => instant.slice(0, 19),
  'time-local': (instant) => instant.slice(11, 19),
  'http-date': (instant) => new Date(instant).toUTCString(),
  'unix-time': (instant) => String(Math.floor(Date.parse(instant) / 1000)),
};

const alike = (text: string, ...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));

/**
 * The formats of JSON Schema 2020-12, of OpenAPI's registry, and of those that documents have besides. Addresses are those that are
 * kept for examples (RFC 2606, RFC 5737, RFC 3849).
 */
const TEXTS: Readonly<Record<string, string>> = {
  duration: 'PT1M',
  ...alike('someone@example.com', 'email', 'idn-email'),
  ...alike('www.example.com', 'hostname', 'idn-hostname', 'domain', 'fqdn'),
  ...alike('192.0.2.1', 'ipv4', 'ip', 'ip-address'),
  ipv6: '2001:db8::1',
  ...alike('192.0.2.0/24', 'cidr', 'ipv4-cidr'),
  ...alike('00:00:5e:00:53:01', 'mac', 'mac-address'),
  ...alike('https://www.example.com/', 'uri', 'url', 'iri', 'http-url', 'https-url'),
  ...alike('/', 'uri-reference', 'iri-reference'),
  'uri-template': 'https://www.example.com/{id}',
  'json-pointer': '/text',
  'json-pointer-uri-fragment': '#/text',
  'relative-json-pointer': '0',
  regex: '^[a-z]+$',
  ...alike('dGV4dA==', 'byte', 'base64'),
  base64url: 'dGV4dA',
  ...alike('1', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'integer', 'number'),
  ...alike('1.5', 'decimal', 'decimal128', 'float', 'double'),
  char: 'a',
  ...alike('#336699', 'color', 'colour', 'hex-color', 'color-hex'),
  ...alike('336699', 'hex', 'hexadecimal'),
  password: 'Example-Passw0rd',
  // With a right check digit (ISO/IEC 7812-1, ISO 13616): numbers that are kept for trials.
  'card-number': '4000056655665556',
  iban: 'GB82WEST12345698765432',
  ...alike('+14155550100', 'phone', 'phone-number', 'e164', 'tel'),
  ...alike('text/plain', 'media-range', 'media-type', 'mime-type'),
  json: '{}',
  ...alike('1.0.0', 'semver', 'version'),
  cron: '0 0 * * *',
  ...alike('US', 'iso-3166', 'iso-3166-1', 'country-code'),
  ...alike('USD', 'iso-4217', 'currency'),
  ...alike('UTC', 'timezone', 'time-zone'),
  ...alike('en', 'locale', 'language', 'bcp47'),
  objectid: '507f1f77bcf86cd799439011',
  ulid: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
};

/** A UUID (RFC 9562 §5) of a version, made of random digits. */
export function uuidOf(random: () => number, version = 4): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
  digits[12] = version;
  digits[16] = 8 + ((digits[16] ?? 0) % 4);
  return digits
    .map((digit) => digit.toString(16))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
