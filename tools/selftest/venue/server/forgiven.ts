import type { ErrorObject } from 'ajv/dist/2020';

/** Faults of how bodies are read: what breaks a schema and is taken all the same, by the name of the fault. */
export const FORGIVEN: Readonly<Record<string, (error: ErrorObject, operation: string) => boolean>> = {
  'a body may have members of any name': ({ keyword }) => keyword === 'additionalProperties',
  'an object within a body may have members of any name': (error) =>
    error.keyword === 'additionalProperties' && isWithin(error),
  'an object within a body may lack members': (error) => error.keyword === 'required' && isWithin(error),
  'numbers within items are not bounded': ({ keyword, instancePath }) =>
    ['minimum', 'maximum'].includes(keyword) && instancePath.includes('/0/'),
  'patterns within objects are not looked at': (error) => error.keyword === 'pattern' && isWithin(error),
  'patterns are not looked at': ({ keyword }) => keyword === 'pattern',
  'formats are not looked at': ({ keyword }) => keyword === 'format',
  'texts are of any length': ({ keyword }) => ['minLength', 'maxLength'].includes(keyword),
  'lists are of any length': ({ keyword }) => keyword === 'maxItems',
  'an item may come twice': ({ keyword }) => keyword === 'uniqueItems',
  'a patch may be empty': ({ keyword }) => keyword === 'minProperties',
  'any method of payment is taken': ({ instancePath }) => instancePath.startsWith('/method'),
  'a flag may be a text': ({ keyword, params }) => keyword === 'type' && String(params.type) === 'boolean',
  'the address of a layout is not looked at': ({ keyword, instancePath }) =>
    keyword === 'format' && instancePath === '/contact',
  'chairs may be counted by halves': (error) => isInTables(error, 'type'),
  'a pattern in a branch is not looked at': (error) => isInTables(error, 'pattern'),
  'an item of a branch may lack members': (error) => isInTables(error, 'required'),
  'an item of a branch may have others': (error) => isInTables(error, 'additionalProperties'),
  'a mark may come twice': (error) => isInTables(error, 'uniqueItems'),
  'a table has any marks': (error) => isInTables(error, 'maxItems'),
  'a replacement may lack members': ({ keyword }, operation) => keyword === 'required' && operation === 'putLayout',
  'what is deeper may have members of any name': ({ keyword, instancePath }) =>
    keyword === 'additionalProperties' && instancePath === '/settings/sound',
  'a step is not looked at': ({ keyword }) => keyword === 'multipleOf',
  'a patch of a layout may be empty': ({ keyword }, operation) =>
    keyword === 'minProperties' && operation === 'changeLayout',
  'a title of a replacement is of any length': ({ keyword, instancePath }, operation) =>
    keyword === 'maxLength' && instancePath === '/title' && operation === 'putLayout',
  'an opening may be no time': ({ keyword, instancePath }) => keyword === 'format' && instancePath === '/opens_at',
  'a contact may be null': ({ keyword, instancePath, data }) =>
    data === null && ['type', 'format'].includes(keyword) && instancePath === '/contact',
  'a volume is not bounded': ({ keyword, instancePath }) =>
    ['minimum', 'maximum'].includes(keyword) && instancePath === '/settings/sound/volume',
  'anything of the house may be archived': ({ keyword, instancePath, data }) =>
    keyword === 'enum' && instancePath === '/kind' && ['rooms', 'passes', 'closures', 'bills'].includes(String(data)),
  'a currency may be any of Europe': ({ keyword, data }) =>
    keyword === 'enum' && ['CHF', 'GBP', 'SEK'].includes(String(data)),
  'a flag may be a word': ({ keyword, params, data }) =>
    keyword === 'type' && String(params.type) === 'boolean' && ['yes', 'no', 'on', 'off'].includes(String(data)),
  'a pattern may lack its beginning': ({ keyword, params, data }) =>
    keyword === 'pattern' &&
    [...'#+/-AZaz09'].some((sign) => new RegExp(String(params.pattern), 'u').test(`${sign}${data}`)),
  'an amount may be a text': ({ keyword, instancePath }) => keyword === 'type' && instancePath === '/amount_cents',
};

const isWithin = ({ instancePath }: ErrorObject): boolean => instancePath.slice(1) !== '';

/** In a table of a plan; what is wrong by the other branch alone goes with it. */
const isInTables = ({ keyword, instancePath, schemaPath }: ErrorObject, wanted: string): boolean =>
  instancePath.startsWith('/plan') &&
  (keyword === 'oneOf' ||
    schemaPath.includes('RowPlan') ||
    (keyword === wanted && instancePath.startsWith('/plan/tables/')));
