import {
  alternativesOf,
  fits,
  isObject,
  itemsOf,
  keywordOf,
  own,
  type Property,
  propertiesOf,
  type Schema,
  standInsOf,
} from '../../openapi/contract';
import { branchesWith } from './branches';
import { fullValue, plainValue } from './plain';
import { type Broken, isOfType } from './wrong-values';

type Values = (property: Pick<Property, 'schema'>) => readonly Broken[];

/** Objects within objects are broken so deep. */
const DEEPEST = 3;
/** Branches of one union that are tried. */
const MOST_BRANCHES = 3;

/**
 * What can be wrong within a member: a value of an object in it, of an item, of a branch of a union, of a map. Each is a whole
 * value for the member, made of one that it has, or else of one that its schema allows.
 *
 * @param valuesFor what breaks the schema of a value by itself
 */
export function brokenWithin(
  { name, schema }: Pick<Property, 'name' | 'schema'>,
  value: unknown,
  valuesFor: Values,
  depth = DEEPEST,
): readonly Broken[] {
  if (depth === 0) return [];
  const items = itemsOf(schema);
  if (items !== undefined) {
    const all = Array.isArray(value) ? value : [];
    const [first = plainValue(items, name), ...rest] = all;
    const own = propertiesOf(items).size > 0 ? [] : valuesFor({ schema: items }).filter(({ isTelling }) => isTelling);
    const wrong = [...own, ...brokenWithin({ name: '', schema: items }, first, valuesFor, depth)];
    return wrong.map((one) => ({
      ...one,
      what: `item ${one.what}`,
      value: [one.value, ...rest],
      kind: innerKind(one.kind),
    }));
  }
  const forms = branchesWith(schema, name).slice(0, MOST_BRANCHES);
  return forms.flatMap(({ branch, value: least }, nth) => {
    const isOne = forms.length === 1;
    const base =
      isObject(value) && (isOne || fits(branch, 'request', value)) ? value : isOne ? fullValue(schema) : least;
    if (!isObject(base) || !fits(schema, 'request', base)) return [];
    const named = isOne ? '' : `of branch ${nth + 1} `;
    const ofOthers = forms.flatMap((other) =>
      other.branch === branch ? [] : [...propertiesOf(other.branch).values()],
    );
    return [...brokenObjects(branch, base, valuesFor, depth), ...ofAnother(branch, base, ofOthers)]
      .filter((one) => !fits(schema, 'request', one.value))
      .map((one) => ({ ...one, what: `${named}${one.what}` }));
  });
}

/** A branch that names all its members, with one that others have. */
function ofAnother(
  branch: Schema,
  base: Readonly<Record<string, unknown>>,
  ofOthers: readonly Property[],
): readonly Broken[] {
  const own = propertiesOf(branch);
  const other = ofOthers.find(({ name, readOnly }) => !own.has(name) && !readOnly);
  if (other === undefined || !isClosed(branch)) return [];
  const value = { ...base, [other.name]: plainValue(other.schema, other.name) };
  return [{ what: `.${other.name} of another branch added`, value, isTelling: true, kind: 'inner added of another' }];
}

function brokenObjects(
  schema: Schema,
  base: Readonly<Record<string, unknown>>,
  valuesFor: Values,
  depth: number,
): readonly Broken[] {
  const properties = [...propertiesOf(schema).values()].filter(({ readOnly }) => !readOnly);
  // What looks at the type of one member of an object looks at that of all.
  const tried = new Set<string>();
  const isNews = (one: Broken): boolean => {
    const [of = ''] = isOfType(one) ? one.kind.split(':') : [];
    if (!one.isTelling || tried.has(of)) return false;
    if (of !== '') tried.add(of);
    return true;
  };
  const withValue = (name: string, one: Broken): Broken => ({
    ...one,
    what: `.${name} ${one.what}`,
    value: { ...base, [name]: one.value },
    kind: innerKind(one.kind),
  });
  const missing = properties
    .filter(({ name, required }) => required && !Object.hasOwn(standInsOf(schema), name))
    .map(({ name }): Broken => {
      const { [name]: _, ...value } = base;
      return { what: `.${name} missing`, value, isTelling: true, kind: 'inner missing' };
    });
  const more = keywordOf(schema, 'additionalProperties');
  const ofMap =
    properties.length === 0 && isObject(more) ? valuesFor({ schema: more }).filter(({ isTelling }) => isTelling) : [];
  return [
    ...missing,
    ...properties.flatMap((property) =>
      [
        ...valuesFor(property).filter(isNews),
        ...brokenWithin(property, own(base, property.name), valuesFor, depth - 1),
      ].map((one) => withValue(property.name, one)),
    ),
    ...ofMap.map((one) => withValue(Object.keys(base)[0] ?? 'any', one)),
    ...misnamed(schema, base, valuesFor),
    ...(isClosed(schema)
      ? [{ what: `.${UNNAMED} added`, value: { ...base, [UNNAMED]: 'x' }, isTelling: true, kind: 'inner added' }]
      : []),
  ];
}

/** A member of a map by a name that the map may not have. */
function misnamed(schema: Schema, base: Readonly<Record<string, unknown>>, valuesFor: Values): readonly Broken[] {
  const names = keywordOf(schema, 'propertyNames');
  if (!isObject(names)) return [];
  const more = keywordOf(schema, 'additionalProperties');
  const value = Object.values(base)[0] ?? plainValue(isObject(more) ? more : { type: 'string' }, 'any');
  return valuesFor({ schema: { ...names, type: 'string' } }).flatMap(({ what, value: name, isTelling }) =>
    typeof name === 'string' && isTelling
      ? [
          {
            what: `.${name.slice(0, 20)} as a name ${what}`,
            value: { ...base, [name]: value },
            isTelling,
            kind: 'inner name',
          },
        ]
      : [],
  );
}

/** What looks at a member of the body may not look into it, nor deeper. */
const innerKind = (kind: string): string => (kind.startsWith('inner inner ') ? kind : `inner ${kind}`);

/** A member that no schema names. */
export const UNNAMED = 'undocumentedMember';

/** Whether a schema says that there are no members but those that it names. */
export const isClosed = (schema: Schema): boolean =>
  alternativesOf(schema).every((flat) => flat.additionalProperties === false || flat.unevaluatedProperties === false);
