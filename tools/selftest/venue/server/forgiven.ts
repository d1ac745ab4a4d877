import type { ErrorObject } from 'ajv/dist/2020';

/** Faults of how bodies are read: what breaks a schema and is taken all the same, by the name of the fault. */
export const FORGIVEN: Readonly<Record<string, (error: ErrorObject, operation: string) => boolean>> = {
  'a body may have members of any name': ({ keyword }) => keyword === 'additionalProperties',
};
