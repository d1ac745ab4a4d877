import { readFileSync } from 'node:fs';
import { packageFile } from '../../package/package-file';
import type { JsonObject } from '../json/object';
import type { Schema } from '../model/schema';

/** The extensions that `openapi/extensions.schema.json` describes. */
export const EXTENSIONS = ['x-plans', 'x-allowance', 'x-error', 'x-deprecation', 'x-expected', 'x-silences'] as const;
type Extension = (typeof EXTENSIONS)[number];

/** Their schemas; `allowances` is a part of the plans'. */
export const DEFINITIONS: Readonly<Record<Extension | 'allowances', Schema>> = JSON.parse(
  readFileSync(packageFile('openapi/extensions.schema.json'), 'utf8'),
).$defs;

/** The value of an extension. `checkExtensions` has made sure that it has the shape that its schema demands. */
export function extensionOf<T>(object: JsonObject, name: Extension): T | undefined {
  return object[name] as T | undefined;
}
