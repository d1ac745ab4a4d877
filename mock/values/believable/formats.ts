import { randomUuid } from '../../world/rules/random';
import { TEXTS, timeFor } from './conventions';
import { between, hexOf, type Theme } from './theme';

type Make = (theme: Theme, name: string) => string;

const instantOf: Make = (theme, name) => new Date(timeFor(name, theme)).toISOString();

/** What the table of names says of a name, whatever the property is called. */
const named =
  (name: string): Make =>
  (theme) =>
    TEXTS.find((convention) => convention.name.test(name))?.make(theme, Number.POSITIVE_INFINITY) ?? '';

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
  uuid: ({ random }) => randomUuid(random),
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
