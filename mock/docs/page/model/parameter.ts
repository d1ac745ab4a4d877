import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { examplesOf } from './content';
import { membersOf, textOf } from './json';
import type { Parameter, Place } from './model';
import { resolve } from './resolve';

/** OpenAPI 3.0.3 §4.7.12.2. */
const STYLES: Readonly<Record<Place, string>> = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' };

/** §4.7.12.1: the document describes these headers elsewhere, and ignores parameters of their names. */
const ELSEWHERE = ['accept', 'content-type', 'authorization'];

/** The parameters of a path and then of its operation, whose own replace those of the same name and place. */
export function parametersOf(document: JsonObject, listed: readonly Json[]): readonly Parameter[] {
  const read = listed.flatMap((one) => parameterOf(document, resolve(document, one)));
  return [...new Map(read.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
}

function parameterOf(document: JsonObject, raw: JsonObject): readonly Parameter[] {
  const { name, in: place } = raw;
  if (typeof name !== 'string' || !isPlace(place)) return [];
  if (place === 'header' && ELSEWHERE.includes(name.toLowerCase())) return [];
  const [media] = membersOf(raw.content).map(([, value]) => resolve(document, value));
  const style = media === undefined ? textOf(raw.style) || STYLES[place] : 'json';
  return [
    {
      name,
      in: place,
      required: raw.required === true,
      deprecated: raw.deprecated === true,
      description: textOf(raw.description),
      schema: media?.schema ?? raw.schema ?? {},
      example: examplesOf(document, media ?? raw)[0]?.value,
      style,
      explode: typeof raw.explode === 'boolean' ? raw.explode : style === 'form',
    },
  ];
}

const isPlace = (place: Json | undefined): place is Place => typeof place === 'string' && Object.hasOwn(STYLES, place);
