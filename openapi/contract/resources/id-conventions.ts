/** Which property a path's parameter means that has the name of none: by description, schema and form, and by what ids are called. */
import type { Operation, Parameter } from '../model/operation';
import type { Schema } from '../model/schema';
import { schemaOfBody } from '../records/record-place';
import { formsOf, plain, wordsOf } from '../records/spelling';
import { isRecord, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { isIdLike, isUsualId, USUAL_IDS, USUAL_KEYS } from './ids';

/** What is known of a resource before its id is. */
export interface IdHints {
  /** The last fixed segment of the collection's path. */
  readonly resourceName: string;
  /** The item path's parameter that asks for the id. */
  readonly idParameter: Parameter | undefined;
  readonly create: Operation | undefined;
}

export type Reasoned = readonly [property: Property, why: string];

/** What conventions say of a parameter that has the name of no property. */
export function* conventionsFor(
  properties: ReadonlyMap<string, Property>,
  { resourceName, create }: IdHints,
  parameter: Parameter,
): Iterable<Reasoned> {
  const candidates = [...properties.values()].filter(isIdLike);
  const wanted = plain(parameter.name);
  const forms = formsOf(resourceName);
  const after = candidates.find(({ name }) => forms.some((form) => form + wanted === plain(name)));
  if (after !== undefined) yield [after, `it is called by resource and parameter`];
  // `{versionExpression}` of `/versions` asks for what a version calls its version; `{comment}` for the id of one that has a comment.
  const [word, ...more] = wordsOf(parameter.name);
  const first =
    more.length === 0 ? undefined : candidates.find(({ name }) => forms.includes(plain(name)) && word === plain(name));
  if (first !== undefined) yield [first, 'it is what records are called, and the parameter begins with that'];
  const described = candidates.filter(({ schema }) =>
    isDescribedAs(String(keywordOf(schema, 'description') ?? ''), parameter),
  );
  if (described[0] !== undefined && described.length === 1) yield [described[0], 'it is described in the same words'];
  // Those of other records may have the very same schema and form.
  const own = candidates.filter(
    ({ name }) => !plain(name).endsWith('id') || isUsualId(name) || forms.includes(stemOf(name)),
  );
  const same = own.filter((property) => property.schema === parameter.schema);
  if (same[0] !== undefined && same.length === 1) yield [same[0], "it has the parameter's very schema"];
  const fitting = candidates.filter((property) => isAskedBy(property, parameter));
  for (const words of saidOf(parameter))
    for (const property of named(fitting, words, resourceName)) yield [property, 'the description says so'];
  const alike = own.filter((property) => hasSameForm(property, parameter));
  if (alike[0] !== undefined && alike.length === 1) yield [alike[0], 'it has the form of the parameter'];
  // A parameter of another name than the resource's and an id's asks for something else, as far as can be seen: `{state}`.
  const isOfResource = forms.includes(wanted);
  if (isOfResource || /^id|id$/.test(wanted)) {
    for (const property of named(fitting, USUAL_IDS, resourceName)) yield [property, 'ids are called so'];
    const ending = own.filter(({ name }) => isOfResource && wordsOf(name).at(-1) === wanted);
    if (ending[0] !== undefined && ending.length === 1) yield [ending[0], `it is a ${wanted}`];
    // What a client may set freely is no id that a path calls so.
    const taken = takenBy(create);
    const keys = fitting.filter((key) => haveCommonType(key, parameter) && (isOfResource || !taken.has(key.name)));
    for (const property of named(keys, USUAL_KEYS, resourceName)) yield [property, 'keys are called so'];
  }
}

/** Whether a text begins with the sentence that describes a parameter; a few words say too little. */
function isDescribedAs(text: string, { description }: Parameter): boolean {
  const [one, other] = [text, description].map((whole) => wordsOf(whole.split(/\.(?:\s|$)/)[0] ?? '').join(' '));
  return one === other && wordsOf(one ?? '').length >= TELLING_WORDS;
}

const TELLING_WORDS = 5;

/** A name without the usual one at its end: `thing` of `thing_id`; empty where there is none. */
export function stemOf(name: string): string {
  const words = wordsOf(name);
  return isUsual(words.at(-1) ?? '') ? words.slice(0, -1).join('') : '';
}

const isUsual = (name: string): boolean => USUAL_IDS.includes(name) || USUAL_KEYS.includes(name);

/** The properties of these names, in the names' order: `no`, and `thing_no` and `no_thing` of a thing. */
export function named(
  properties: readonly Property[],
  names: readonly string[],
  resourceName: string,
): readonly Property[] {
  const forms = formsOf(resourceName);
  return [...names, ...forms.flatMap((form) => names.flatMap((name) => [form + name, name + form]))].flatMap(
    (wanted) => properties.find(({ name }) => plain(name) === wanted) ?? [],
  );
}

/** Where a description goes on to what the thing is that the parameter names. */
const FURTHER = /[.,;:\n]|\b(?:of|for|to|that|which|whose|in|from|by|on|with)\b/i;

export const headOf = ({ description }: Parameter): string => description.split(FURTHER)[0] ?? '';

/** The usual names by which the head of a description calls what a parameter names: those of ids together, each key by itself. */
export function saidOf(parameter: Parameter): readonly (readonly string[])[] {
  const said = wordsOf(headOf(parameter)).filter(isUsual);
  return said.map((word) => (isUsualId(word) ? USUAL_IDS : [word]));
}

/** Whether a path's text may be the value of a property: 7 and "7" are the same id. */
export const isAskedBy = (property: Property, parameter: Parameter | undefined): boolean =>
  parameter === undefined || haveCommonType(property, parameter) || typesOf(parameter.schema).includes('string');

function haveCommonType(property: Property, parameter: Parameter): boolean {
  const [one, other] = [typesOf(property.schema), typesOf(parameter.schema)];
  return one.length === 0 || other.length === 0 || one.some((type) => other.includes(type));
}

/** Whether a property has the pattern, the example, or a telling format of a parameter. */
function hasSameForm({ schema }: Property, { schema: asked, examples }: Parameter): boolean {
  const pattern = keywordOf(asked, 'pattern');
  if (pattern !== undefined && pattern === keywordOf(schema, 'pattern')) return true;
  const format = keywordOf(asked, 'format');
  if (format !== undefined && TELLING.has(format) && format === keywordOf(schema, 'format')) return true;
  const shown = [...examples.map(({ value }) => value), ...examplesIn(asked)];
  return examplesIn(schema).some((example) => String(example).length > 2 && shown.includes(example));
}

const TELLING: ReadonlySet<string> = new Set(['uuid', 'email', 'idn-email', 'hostname', 'ipv4', 'ipv6', 'iri', 'uri']);

const examplesIn = (schema: Schema): readonly unknown[] =>
  [keywordOf(schema, 'example'), ...(keywordOf(schema, 'examples') ?? [])].filter((value) => value !== undefined);

/** What a client sends to create a record, though it be all in one wrapper. */
export function takenBy(create: Operation | undefined): ReadonlyMap<string, Property> {
  const properties = propertiesOf(schemaOfBody(create) ?? {});
  const [only] = properties.values();
  return properties.size === 1 && only !== undefined && isRecord(only.schema) ? propertiesOf(only.schema) : properties;
}

/** Words, cut where one is "or". */
export function alternativesIn(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.indexOf('or');
  return at <= 0 || at === words.length - 1 ? [words] : [words.slice(0, at), ...alternativesIn(words.slice(at + 1))];
}
