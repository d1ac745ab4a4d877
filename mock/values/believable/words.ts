import type { Random } from '../../world/stores/clock';
import type { Source } from '../source';

/** What made-up values are put together from. Domains and addresses are those that are kept for examples (RFC 2606, RFC 5737). */

const FIRST_NAMES = [
  ...['Ada', 'Amara', 'Bruno', 'Chen', 'Clara', 'Diego', 'Elif', 'Farah', 'Grace', 'Hugo', 'Ines', 'Jonas'],
  ...['Kofi', 'Lena', 'Mateo', 'Nadia', 'Olga', 'Priya', 'Rosa', 'Samir', 'Tomas', 'Uma', 'Wanda', 'Yuki'],
] as const;

const LAST_NAMES = [
  ...['Adler', 'Bauer', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ivanov', 'Jensen', 'Kim'],
  ...['Lopez', 'Mensah', 'Novak', 'Okafor', 'Patel', 'Rossi', 'Sato', 'Silva', 'Tanaka', 'Usman', 'Weber', 'Yilmaz'],
] as const;

export const ADJECTIVES = [
  ...['Amber', 'Bright', 'Calm', 'Clever', 'Coastal', 'Early', 'Gentle', 'Golden', 'Grand', 'Hidden', 'Lively'],
  ...['Northern', 'Open', 'Quiet', 'Rapid', 'Silver', 'Simple', 'Steady', 'Sunny', 'Swift', 'Urban', 'Wild'],
] as const;

export const NOUNS = [
  ...['Bridge', 'Canyon', 'Cedar', 'Circle', 'Compass', 'Delta', 'Field', 'Garden', 'Harbor', 'Horizon', 'Lantern'],
  ...['Meadow', 'Mountain', 'Orchard', 'Pioneer', 'Prairie', 'River', 'Summit', 'Trail', 'Valley', 'Willow', 'Window'],
] as const;

export const COMPANY_FORMS = ['Ltd', 'Inc', 'GmbH', 'Group', 'Partners', 'Labs'] as const;

export const SENTENCES = [
  'Works as described, and is easy to set up.',
  'Made up by the mock, so that there is something to read.',
  'A short note for whoever looks at this next.',
  'Checked twice, and ready to be used.',
  'Everything that is known so far, in one place.',
  'To be looked at again at the end of the week.',
] as const;

export const COLOURS = [
  { name: 'teal', code: '#0f766e' },
  { name: 'orange', code: '#ea580c' },
  { name: 'indigo', code: '#4338ca' },
  { name: 'crimson', code: '#be123c' },
  { name: 'olive', code: '#4d7c0f' },
] as const;

export const STREETS = [
  'Station Road',
  'Mill Lane',
  'Park Avenue',
  'Harbor Street',
  'Church Hill',
  'Elm Court',
] as const;

/** Cities with what belongs to them, so that the address of a record is of one place. */
const PLACES = [
  {
    ...{ city: 'Berlin', state: 'Berlin', stateCode: 'BE', zip: '10115', country: 'Germany', code: 'DE', code3: 'DEU' },
    ...{ currency: 'EUR', locale: 'de-DE', language: 'de', timezone: 'Europe/Berlin', dial: '+49 30 5550' },
    ...{ latitude: 52.52, longitude: 13.405 },
  },
  {
    ...{
      city: 'Austin',
      state: 'Texas',
      stateCode: 'TX',
      zip: '78701',
      country: 'United States',
      code: 'US',
      code3: 'USA',
    },
    ...{ currency: 'USD', locale: 'en-US', language: 'en', timezone: 'America/Chicago', dial: '+1 512 5550' },
    ...{ latitude: 30.2672, longitude: -97.7431 },
  },
  {
    ...{ city: 'Lyon', state: 'Rhône', stateCode: 'RH', zip: '69001', country: 'France', code: 'FR', code3: 'FRA' },
    ...{ currency: 'EUR', locale: 'fr-FR', language: 'fr', timezone: 'Europe/Paris', dial: '+33 4 5550' },
    ...{ latitude: 45.764, longitude: 4.8357 },
  },
  {
    ...{ city: 'Osaka', state: 'Osaka', stateCode: 'OS', zip: '530-0001', country: 'Japan', code: 'JP', code3: 'JPN' },
    ...{ currency: 'JPY', locale: 'ja-JP', language: 'ja', timezone: 'Asia/Tokyo', dial: '+81 6 5550' },
    ...{ latitude: 34.6937, longitude: 135.5023 },
  },
  {
    ...{
      city: 'Leeds',
      state: 'England',
      stateCode: 'EN',
      zip: 'LS1 4AP',
      country: 'United Kingdom',
      code: 'GB',
      code3: 'GBR',
    },
    ...{ currency: 'GBP', locale: 'en-GB', language: 'en', timezone: 'Europe/London', dial: '+44 113 5550' },
    ...{ latitude: 53.8008, longitude: -1.5491 },
  },
] as const;

/** What the made-up values of one record have in common: its e-mail address is that of its name, its zip code of its city. */
export interface Theme {
  readonly random: Random;
  /** Unix milliseconds: when the record came to be. */
  readonly born: number;
  readonly first: string;
  readonly last: string;
  /** Two words, for whatever has a name and is no person. */
  readonly title: string;
  readonly place: (typeof PLACES)[number];
}

export function themeOf({ random, now }: Source): Theme {
  return {
    random,
    born: now,
    first: pick(FIRST_NAMES, random),
    last: pick(LAST_NAMES, random),
    title: `${pick(ADJECTIVES, random)} ${pick(NOUNS, random)}`,
    place: pick(PLACES, random),
  };
}

/** One of several things. */
export function pick<T>(things: readonly [T, ...T[]] | readonly T[], random: Random): T {
  // There is one at this place: a random number is below 1, and no list is empty that is given here.
  return things[Math.floor(random() * things.length)] as T;
}

/** A whole number between two, both included. */
export const between = (least: number, most: number, random: Random): number =>
  least + Math.floor(random() * (most - least + 1));

/** So many digits of the sixteen, in lower case. */
export const hexOf = (length: number, random: Random): string =>
  Array.from({ length }, () => between(0, 15, random).toString(16)).join('');

/** A name as it stands in addresses: `Amber Field` is `amber-field`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
