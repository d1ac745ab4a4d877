import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { exampleOf } from './example';
import { fileFieldsOf } from './file-fields';
import { itemsOf, memberOf, membersOf, textOf } from './json';
import { kindOf } from './kind';
import type { Example, MediaType } from './model';
import { resolve } from './resolve';

/**
 * The media types of a body, each with an example at least: the document's own, else one made of its schema.
 *
 * @param sent  whether a client sends it; read-only properties are left out of what is made up then
 */
export function contentOf(document: JsonObject, content: Json | undefined, sent: boolean): readonly MediaType[] {
  return membersOf(content).map(([type, value]) => {
    const media = resolve(document, value);
    const given = examplesOf(document, media);
    const made = () => [{ name: 'Example', value: exampleOf(document, media.schema, sent) }];
    const examples = given.length > 0 || media.schema === undefined ? given : made();
    const files = sent && kindOf(type) === 'form' ? fileFieldsOf(document, media.schema) : [];
    return { type, schema: media.schema, examples, files };
  });
}

/** `example` or `examples`, of a media type or a parameter. */
export function examplesOf(document: JsonObject, holder: JsonObject): readonly Example[] {
  if (holder.example !== undefined) return [{ name: 'Example', value: holder.example }];
  // An array is JSON Schema's form, which some documents have here too.
  const listed = itemsOf(holder.examples).map((value, at) => ({ name: `Example ${at + 1}`, value }));
  const named = membersOf(holder.examples).flatMap(([name, one]) => {
    const example = resolve(document, one);
    const value = memberOf(example, 'value');
    return value === undefined ? [] : [{ name: textOf(example.summary) || name, value }];
  });
  return [...listed, ...named];
}
