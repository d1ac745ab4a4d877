import { arrayOrEmpty, objectOrEmpty, stringOrUndefined } from '../json/narrow';
import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Parameter, ParameterLocation } from '../model/operation';
import { readExamples, readSchema } from './content';

/** The path's parameters and the operation's own, which replace those of the same name and place. */
export function readParameters(
  item: JsonObject,
  raw: JsonObject,
  itemPointer: string,
  pointer: string,
): readonly Parameter[] {
  const all = new Map<string, Parameter>();
  const read = (parameters: unknown, at: string): void => {
    for (const [index, parameter] of arrayOrEmpty(parameters).entries()) {
      const parsed = readParameter(objectOrEmpty(parameter), pointerTo(at, 'parameters', index));
      all.set(`${parsed.in} ${parsed.name}`, parsed);
    }
  };
  read(item.parameters, itemPointer);
  read(raw.parameters, pointer);
  return [...all.values()];
}

function readParameter(raw: JsonObject, pointer: string): Parameter {
  const schema = readSchema(raw);
  return {
    name: stringOrUndefined(raw.name) ?? '',
    in: raw.in as ParameterLocation,
    required: raw.required === true,
    schema,
    separator: separatorOf(raw),
    examples: readExamples(raw, pointer),
    pointer,
  };
}

/** OpenAPI 3.0.3 §4.7.12.3: a query array is repeated (`form`, exploded) or one text split at a character. */
function separatorOf(raw: JsonObject): string | undefined {
  if (raw.style === 'spaceDelimited') return ' ';
  if (raw.style === 'pipeDelimited') return '|';
  if (raw.in === 'query' || raw.in === 'cookie') return raw.explode === false ? ',' : undefined;
  return ',';
}
