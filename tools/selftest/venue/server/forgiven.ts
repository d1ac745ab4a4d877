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
  'an amount may be a text': ({ keyword, instancePath }) => keyword === 'type' && instancePath === '/amount_cents',
};

const isWithin = ({ instancePath }: ErrorObject): boolean => instancePath.slice(1) !== '';
