import type { Serialization } from '../model/operation';
import type { Schema } from '../model/schema';
import { isJson } from '../operations/media-type';
import { itemsOf } from '../schema/properties';
import { objectOfPairs, objectOfRow } from './field';
import { firstFitting, jsonOr, takesArrays, takesObjects, valueOfText } from './text';

/** A parameter that is one text: of a path, a header or a cookie. */
export interface Row extends Serialization {
  readonly name: string;
  readonly schema: Schema;
}

/** The value of such a text. What `label` and `matrix` put in front may be missing: clients forget it. */
export function readRow(row: Row, text: string): unknown {
  const { schema, separator = ',', explode, mediaType } = row;
  if (mediaType !== undefined && isJson(mediaType)) return jsonOr(text);
  const plain = withoutPrefix(row, text);
  const parts = plain.split(separator);
  return firstFitting(schema, [
    ...(takesArrays(schema) ? [parts.map((part) => valueOfText(itemsOf(schema) ?? {}, part))] : []),
    ...(takesObjects(schema) ? [explode ? objectOfPairs(schema, parts.map(pairOf)) : objectOfRow(schema, parts)] : []),
    ...(takesArrays(schema) || takesObjects(schema) ? [jsonOr(text)] : []),
    valueOfText(schema, plain),
  ]);
}

/** `.a.b` (`label`) and `;name=a;name=b` (`matrix`) without what stands before each value (RFC 6570 §3.2.5, §3.2.7). */
function withoutPrefix({ name, style, explode, schema }: Row, text: string): string {
  if (style === 'label') return text.startsWith('.') ? text.slice(1) : text;
  if (style !== 'matrix' || !text.startsWith(';')) return text;
  const plain = text.slice(1);
  if (explode && takesObjects(schema)) return plain;
  const parts = explode ? plain.split(';') : [plain];
  return parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part)).join(';');
}

function pairOf(part: string): readonly [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
