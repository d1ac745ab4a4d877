import { objectOrEmpty, stringOrUndefined } from '../json/narrow';
import type { JsonObject } from '../json/object';
import type { Serialization, Style } from '../model/operation';

/**
 * How the values of a parameter, or of a property of a form, are written.
 *
 * @param usual the style where none is named
 */
export function readSerialization(raw: JsonObject, usual: Style): Serialization {
  // Those of OpenAPI 3.0 and 3.1 are all known: its own schema has looked at them.
  const style = (stringOrUndefined(raw.style) ?? usual) as Style;
  const explode = typeof raw.explode === 'boolean' ? raw.explode : style === 'form';
  const [mediaType] = Object.keys(objectOrEmpty(raw.content));
  return {
    style,
    explode,
    separator: separatorOf(style, explode),
    mediaType: stringOrUndefined(raw.contentType) ?? mediaType,
  };
}

/** OpenAPI 3.0.3 §4.7.12.3: an array is repeated (`form`, exploded), or one text split at a character. */
function separatorOf(style: Style, explode: boolean): string | undefined {
  switch (style) {
    case 'form':
    case 'deepObject':
      return explode ? undefined : ',';
    case 'label':
      return explode ? '.' : ',';
    case 'matrix':
      return explode ? ';' : ',';
    default:
      return SEPARATORS[style];
  }
}

const SEPARATORS = { simple: ',', spaceDelimited: ' ', pipeDelimited: '|' } as const;
