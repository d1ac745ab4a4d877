import type { Draft, Place } from './draft';
import { bareExample } from './examples';
import type { Kind } from './kinds';
import { invalidPlace, parameterSchema } from './parameters';
import { pathWithoutSlash } from './paths';
import { invalidStatus, schemaOfReply } from './replies';
import { schemaMends } from './schema';
import { securityScheme } from './security';

/** What is done to objects of a kind before their fields are looked at: what authors mean who write something else. */
export const LEFTOVERS: Readonly<Partial<Record<Kind, readonly ((draft: Draft, place: Place) => void)[]>>> = {
  document: [pathWithoutSlash],
  parameter: [parameterSchema, invalidPlace],
  header: [parameterSchema],
  operation: [invalidStatus],
  response: [schemaOfReply],
  example: [bareExample],
  schema: schemaMends,
  'security scheme': [securityScheme],
};
