import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { membersOf, textOf, textsOf } from './json';
import type { FileField } from './model';
import { flatten } from './schema';

/** The fields of a form that are files (OpenAPI 3.0.3 §4.7.14.2, 3.1.0 §4.8.14.3), or arrays of files. */
export function fileFieldsOf(document: JsonObject, schema: Json | undefined): readonly FileField[] {
  const flat = flatten(document, schema);
  const required = textsOf(flat.required);
  return membersOf(flat.properties).flatMap(([name, property]) => {
    const one = flatten(document, property);
    const isMany = one.items !== undefined;
    if (!isFile(isMany ? flatten(document, one.items) : one)) return [];
    return [{ name, isMany, required: required.includes(name), description: textOf(one.description) }];
  });
}

const isFile = ({ format, contentMediaType, contentEncoding }: JsonObject): boolean =>
  format === 'binary' || format === 'byte' || (contentMediaType !== undefined && contentEncoding === undefined);
