import { arrayOrEmpty, objectOrEmpty, stringOrUndefined } from '../json/narrow';
import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Parameter, ParameterLocation, Style } from '../model/operation';
import type { Example } from '../model/schema';
import { readExamples, readSchema } from './content';
import { readSerialization } from './serialization';

/** What carries a message says these of it, whatever a client wants (RFC 9110 §7.2, §7.6.1, §8.6; RFC 9112 §6). */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'host', 'expect']);

/** The path's parameters and the operation's own, which replace those of the same name and place; not those that are part of HTTP. */
export function readParameters(
  item: JsonObject,
  raw: JsonObject,
  itemPointer: string,
  pointer: string,
): readonly Parameter[] {
  const all = new Map<string, Parameter>();
  const read = (parameters: unknown, at: string): void => {
    for (const [index, parameter] of arrayOrEmpty(parameters).entries()) {
      const raw = objectOrEmpty(parameter);
      if (!isNamed(raw)) continue;
      const parsed = readParameter(raw, pointerTo(at, 'parameters', index));
      if (parsed.in === 'header' && FRAMING.has(parsed.name.toLowerCase())) continue;
      all.set(`${parsed.in} ${parsed.name}`, parsed);
    }
  };
  read(item.parameters, itemPointer);
  read(raw.parameters, pointer);
  return [...all.values()];
}

/** Whether it has a name and a place; one that a fault of the document has left empty has none. */
const isNamed = (raw: JsonObject): boolean =>
  typeof raw.name === 'string' && typeof raw.in === 'string' && Object.hasOwn(STYLES, raw.in);

function readParameter(raw: JsonObject, pointer: string): Parameter {
  const schema = readSchema(raw);
  const place = raw.in as ParameterLocation;
  return {
    name: stringOrUndefined(raw.name) ?? '',
    in: place,
    required: raw.required === true,
    schema,
    ...readSerialization(raw, STYLES[place]),
    allowsEmpty: raw.allowEmptyValue === true,
    examples: examplesOf(raw, pointer),
    pointer,
  };
}

/** Those of a parameter with `content` stand below that. */
function examplesOf(raw: JsonObject, pointer: string): readonly Example[] {
  const [entry] = Object.entries(objectOrEmpty(raw.content));
  if (entry === undefined) return readExamples(raw, pointer);
  const [type, media] = entry;
  return readExamples(objectOrEmpty(media), pointerTo(pointer, 'content', type));
}

/** The style where none is named (OpenAPI 3.0.3 §4.7.12.2). */
const STYLES: Readonly<Record<ParameterLocation, Style>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};
