import { uuidOf, wordsOf } from '../../../openapi/contract';
import { between, COLOURS, COMPANY_FORMS, hexOf, NOUNS, pick, SENTENCES, STREETS, slugOf, type Theme } from './words';

/**
 * What properties are usually called, and what then stands in them. OpenAPI has no word for that: it is a guess, for values
 * that are made up and of which the schema says nothing else. A value from here is used where it fits the schema, and only there.
 */

interface Convention<Value> {
  /** Of a property's name in lower case, its words apart by one space each. */
  readonly name: RegExp;
  /** @param room how many characters the schema has room for */
  readonly make: (theme: Theme, room: number) => Value;
}

const ofPerson = ({ first, last }: Theme): string => `${first} ${last}`;
const hostOf = ({ title }: Theme): string => `${slugOf(title)}.example.com`;
const emailOf = ({ first, last }: Theme): string => `${slugOf(first)}.${slugOf(last)}@example.com`;

/** Of texts. The first that matches counts, so what is more particular stands above. */
const TEXTS: readonly Convention<string>[] = [
  { name: /\be ?mail( address)?$/, make: emailOf },
  { name: /\b(first|given|fore) ?name$/, make: ({ first }) => first },
  { name: /\b(last|family|sur) ?name$/, make: ({ last }) => last },
  { name: /\b(middle ?name|initials?)$/, make: ({ first }) => first.slice(0, 1) },
  { name: /\b(user ?name|login|handle|nick ?name|screen name)$/, make: ({ first, last }) => slugOf(first + last) },
  { name: /\b(full|display|person|contact|author|owner|customer|user|holder) name$/, make: ofPerson },
  { name: /^(author|owner|assignee|contact|customer|recipient|sender|creator|(created|updated) by)$/, make: ofPerson },
  {
    name: /\b(company|organi[sz]ation|employer|brand|vendor|manufacturer)( name)?$/,
    make: ({ title, random }) => `${title} ${pick(COMPANY_FORMS, random)}`,
  },
  { name: /\b(file ?name|file)$/, make: ({ title }) => `${slugOf(title)}.txt` },
  { name: /\b(host|host ?name|domain)( name)?$/, make: hostOf },
  {
    name: /\b(phone|mobile|telephone|fax)( number)?$/,
    make: (theme) => `${theme.place.dial}${between(100, 999, theme.random)}`,
  },
  { name: /\b(city|town|locality)( name)?$/, make: ({ place }) => place.city },
  { name: /\b(state|province|region) code$/, make: ({ place }) => place.stateCode },
  { name: /\b(province|region|state name)$/, make: ({ place }, room) => (room < 4 ? place.stateCode : place.state) },
  {
    name: /\b(tags?|keywords?|labels|(tag|keyword|label) ?(list|names?))$/,
    make: ({ random }) => pick(NOUNS, random).toLowerCase(),
  },
  { name: /\b(country|nation) ?code$|\bcountry iso.*/, make: ({ place }) => place.code },
  { name: /\b(country|nation)( name)?$/, make: countryOf },
  { name: /\b(zip|postal|post) ?code$|\bzip$/, make: ({ place }) => place.zip },
  {
    name: /\b(street|address)( address| line| name|line)? ?1?$/,
    make: ({ random }) => `${between(1, 99, random)} ${pick(STREETS, random)}`,
  },
  { name: /\btime ?zone$/, make: ({ place }) => place.timezone },
  { name: /\b(locale|language tag)$/, make: ({ place }) => place.locale },
  { name: /\b(language|lang)( code)?$/, make: ({ place }) => place.language },
  { name: /\bcurrency( code)?$/, make: ({ place }) => place.currency },
  {
    name: /\b(avatar|image|img|picture|photo|icon|logo|thumbnail|cover)( ur[il]| href)?$/,
    make: ({ title }) => `https://images.example.com/${slugOf(title)}.png`,
  },
  {
    name: /\b(ur[il]|href|link|website|web site|homepage|callback|webhook)$/,
    make: ({ title }) => `https://www.example.com/${slugOf(title)}`,
  },
  { name: /\b(colou?r|hex code)$/, make: ({ random }) => pick(COLOURS, random).code },
  { name: /\b(uuid|guid)$/, make: ({ random }) => uuidOf(random) },
  { name: /\b(password|secret|token|api key|access key)$/, make: ({ random }) => `demo-${hexOf(12, random)}` },
  { name: /\b(hash|digest|checksum|etag|sha|fingerprint|signature)$/, make: ({ random }) => hexOf(32, random) },
  { name: /\b(ip|ip address)$/, make: ({ random }) => `192.0.2.${between(1, 254, random)}` },
  { name: /\buser agent$/, make: () => 'Mozilla/5.0 (example)' },
  { name: /\b(mime|media|content) ?type$/, make: () => 'text/plain' },
  { name: /\b(slug|permalink)$/, make: ({ title }) => slugOf(title) },
  {
    name: /\b(sku|code|reference|ref|serial|number)( number)?$/,
    make: ({ random }) => `${letters(3, random)}-${between(1000, 9999, random)}`,
  },
  { name: /\bversion$/, make: ({ random }) => [1, 9, 9].map((most) => between(1, most, random)).join('.') },
  { name: /\b(iban)$/, make: () => 'DE02120300000000202051' },
  {
    name: /\b(price|amount|total|cost|balance|fee)$/,
    make: ({ random }) => (between(100, 9999, random) / 100).toFixed(2),
  },
  { name: /\b(gender|sex)$/, make: () => 'unspecified' },
  { name: /\b(status|state)$/, make: () => 'active' },
  {
    name: /\b(description|summary|comment|comments|note|notes|body|content|text|message|bio|about|details|excerpt|caption|reason|question|answer|instructions)$/,
    make: ({ random }) => pick(SENTENCES, random),
  },
  { name: /\b(title|name|label|subject|headline|display ?name|topic|heading)$/, make: ({ title }) => title },
];

/** What the table of names says of a name, in the room that there is. */
export const textBy = (words: string, theme: Theme, room = Number.POSITIVE_INFINITY): string | undefined =>
  TEXTS.find(({ name }) => name.test(words))?.make(theme, room);

/** Whether a property's name says what stands in it, as `slug` does and `thingId` does not. */
export const isConventional = (name: string): boolean => TEXTS.some((convention) => convention.name.test(spaced(name)));

/** What is called so has the name of a person. */
export const PEOPLE =
  /\b(people|persons?|users?|members?|customers?|clients?|employees|employee|authors?|contacts?|owners?|admins?|students?|teachers?|patients?|guests?|players?|drivers?|profiles?|me)$/;

/** Of numbers. */
export const NUMBERS: readonly Convention<number>[] = [
  { name: /\b(latitude|lat)$/, make: ({ place }) => place.latitude },
  { name: /\b(longitude|lng|lon|long)$/, make: ({ place }) => place.longitude },
  { name: /\bage$/, make: ({ random }) => between(18, 80, random) },
  { name: /\b(year)$/, make: ({ born }) => new Date(born).getUTCFullYear() },
  { name: /\bmonth$/, make: ({ born }) => new Date(born).getUTCMonth() + 1 },
  { name: /\bday$/, make: ({ born }) => new Date(born).getUTCDate() },
  {
    name: /\b(price|amount|total|cost|balance|fee|subtotal|tax)$/,
    make: ({ random }) => between(100, 9999, random) / 100,
  },
  { name: /\b(percent|percentage|progress)$/, make: ({ random }) => between(0, 100, random) },
  { name: /\b(rating|stars)$/, make: ({ random }) => between(1, 5, random) },
  { name: /\b(quantity|qty|count|size|stock)$/, make: ({ random }) => between(1, 20, random) },
  { name: /\b(width)$/, make: () => 640 },
  { name: /\b(height)$/, make: () => 480 },
  { name: /\bport$/, make: () => 8080 },
  { name: /\b(version|revision|page|index|position|order|rank)$/, make: () => 1 },
];

const HOUR = 3_600_000;

/** How long after a record came to be the time of a property is, in milliseconds: so its times are in order. */
const TIMES: readonly { readonly name: RegExp; readonly after: number }[] = [
  { name: /\b(birth|born|dob|birthday|date of birth)\b/, after: -30 * 365 * 24 * HOUR },
  { name: /\b(updated|modified|changed|edited|last|latest)\b/, after: 2 * HOUR },
  {
    name: /\b(expires?|expiry|expiration|ends?|until|due|to|deadline|renews?|next|arrival|check ?out|closes?|finish|finished|completed)\b/,
    after: 3 * 24 * HOUR,
  },
  { name: /\b(starts?|begins?|from|since|scheduled|departure|check ?in|opens?|started|published)\b/, after: HOUR },
];

/** The time in a property of this name, in Unix milliseconds. */
export function timeFor(name: string, { born }: Theme): number {
  return born + (TIMES.find((one) => one.name.test(name))?.after ?? 0);
}

/** Whether a number of this name is a time, mostly in Unix seconds. */
export const isTimeName = (name: string): boolean =>
  /\b(at|timestamp|created|updated|expires|modified|epoch)$/.test(name);

/** A property's name as people write it: `firstName`, `first_name` and `First-Name` are `first name`. */
export const spaced = (name: string): string => wordsOf(name.slice(0, LONGEST_NAME)).join(' ');

const LONGEST_NAME = 100;

/** Whatever has no room for more than three characters is a code of ISO 3166-1. */
function countryOf({ place }: Theme, room: number): string {
  if (room > 3) return place.country;
  return room === 3 ? place.code3 : place.code;
}

function letters(length: number, random: Theme['random']): string {
  return Array.from({ length }, () => String.fromCharCode(between(65, 90, random))).join('');
}

type Make = (theme: Theme, name: string) => string;

const instantOf: Make = (theme, name) => new Date(timeFor(name, theme)).toISOString();

/** What the table of names says of a name, whatever the property is called. */
const named =
  (name: string): Make =>
  (theme) =>
    textBy(name, theme) ?? '';

/** The name of the property where that says more, such as of an image's address. */
const namedOr =
  (name: string): Make =>
  (theme, own) => {
    const text = named(own)(theme, own);
    return /^https?:/.test(text) ? text : named(name)(theme, own);
  };

/** Texts of the formats of OpenAPI and JSON Schema, and of those that documents use besides. */
export const FORMATS: Readonly<Record<string, Make>> = {
  'date-time': (theme, name) => instantOf(theme, name).replace(/\.\d+/, ''),
  date: (theme, name) => instantOf(theme, name).slice(0, 10),
  time: (theme, name) => instantOf(theme, name).slice(11).replace(/\.\d+/, ''),
  duration: ({ random }) => `PT${between(5, 90, random)}M`,
  uuid: ({ random }) => uuidOf(random),
  email: named('email'),
  'idn-email': named('email'),
  hostname: named('host'),
  'idn-hostname': named('host'),
  ipv4: named('ip'),
  ipv6: ({ random }) => `2001:db8::${between(1, 9999, random)}`,
  uri: namedOr('url'),
  url: namedOr('url'),
  iri: namedOr('url'),
  'uri-reference': (theme) => `/${named('slug')(theme, '')}`,
  'iri-reference': (theme) => `/${named('slug')(theme, '')}`,
  'uri-template': () => 'https://www.example.com/{id}',
  'json-pointer': (theme) => `/${named('slug')(theme, '')}`,
  'relative-json-pointer': () => '0',
  regex: () => '^[a-z]+$',
  byte: (theme) => Buffer.from(theme.title).toString('base64'),
  binary: ({ title }) => title,
  password: ({ random }) => `demo-${hexOf(12, random)}`,
  phone: named('phone'),
};
