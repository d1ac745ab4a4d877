import type { Schema } from '../model/schema';
import { itemsOf, propertiesOf, typesOf } from '../schema/properties';
import type { Bracketed } from './fields';
import { ANYTHING, firstFitting, othersOf, takesArrays, valueOfText } from './text';

/** A value that is told in parts: the texts of a place, or of the places below it. */
interface Place {
  readonly texts: string[];
  /** Undefined where there are none: most places have texts alone. */
  below: Map<string, Place> | undefined;
}

const newPlace = (): Place => ({ texts: [], below: undefined });

/** The value of `name[a]=1&name[b][c]=2` (`deepObject`), with arrays as `name[]=1`, `name[0]=1`, or repeated. */
export function valueOfBrackets(schema: Schema, parts: readonly Bracketed[]): unknown {
  const root = newPlace();
  for (const { steps, texts } of parts) {
    let place = root;
    for (const step of steps) {
      place.below ??= new Map();
      const next = place.below.get(step) ?? newPlace();
      place.below.set(step, next);
      place = next;
    }
    place.texts.push(...texts);
  }
  return valueAt(schema, root);
}

function valueAt(schema: Schema, { texts, below }: Place): unknown {
  if (below === undefined) return valueOfRepeated(schema, texts);
  const places = [...below];
  if (takesArrays(schema) && places.every(([step]) => /^\d*$/.test(step))) {
    const items = itemsOf(schema) ?? ANYTHING;
    return places.flatMap(([step, place]) =>
      step === '' && place.below === undefined
        ? place.texts.map((text) => valueOfText(items, text))
        : [valueAt(items, place)],
    );
  }
  const properties = propertiesOf(schema);
  const others = othersOf(schema);
  return Object.fromEntries(
    places.map(([step, place]) => [step, valueAt(properties.get(step)?.schema ?? others, place)]),
  );
}

/** The value of a name that comes once or several times. */
export function valueOfRepeated(schema: Schema, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  const isOne = texts.length === 1;
  if (!takesArrays(schema)) return isOne ? valueOfText(schema, first) : texts;
  const items = itemsOf(schema) ?? ANYTHING;
  const array = texts.map((text) => valueOfText(items, text));
  // One text may be the array in JSON, or the schema may take another type as well.
  const isWhole = isOne && (first.startsWith('[') || typesOf(schema).some((type) => type !== 'array'));
  return firstFitting(schema, isWhole ? [array, valueOfText(schema, first)] : [array]);
}
