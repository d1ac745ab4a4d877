/** Which part of a record the last parameter of its path asks for: a ranking, the likeliest first, each with its reason. */
import type { Operation, Parameter } from '../model/operation';
import type { Resource, Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { allowsMore, isRecord, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { lastWordOf } from './collection-paths';
import { findAssigned, type IdProperty, isIdLike, isUsualId, USUAL_IDS, USUAL_KEYS } from './ids';
import { schemaOfBody } from './record-place';
import { formsOf, isNamedLike, isWrapperName, plain, wordsOf } from './spelling';

/** A part of a record that a path's parameter may ask for. */
export interface IdentityCandidate {
  /** The way to it in the record: one name, unless it stands in a member that is an object (`metadata`, `name`). */
  readonly at: Steps;
  /** What speaks for it, as a sentence says it after "since". */
  readonly why: string;
}

/** What is known of a resource before its id is. */
export interface IdHints {
  /** The last fixed segment of the collection's path. */
  readonly resourceName: string;
  /** The item path's parameter that asks for the id. */
  readonly idParameter: Parameter | undefined;
  readonly create: Operation | undefined;
}

/** A property that there is reason to go by. */
export interface Identity {
  readonly property: string;
  /** Whether the document says so, rather than a convention. */
  readonly isSure: boolean;
  readonly why: string;
}

/** Nobody sends more requests than that to find out what a path asks for. */
const MOST_CANDIDATES = 6;

/**
 * What a path's parameter may ask for of the records of a resource, the likeliest first: where a server finds none by the first, it may
 * by the next. All but what a resource that `isSure` has first are guesses, and nothing is judged by them.
 *
 * @param parameter that of the item's path, or as a path below it has it
 */
export function identityCandidates(
  { idProperty, schema, operations: { create }, collectionPath }: Resource,
  parameter: Parameter | undefined,
): readonly IdentityCandidate[] {
  const found = new Map<string, IdentityCandidate>();
  const add = (why: string, ...at: Steps): void => {
    if (found.size < MOST_CANDIDATES && !found.has(at.join('/'))) found.set(at.join('/'), { at, why });
  };
  const hints = { resourceName: lastWordOf(collectionPath) ?? '', idParameter: parameter, create };
  const ranked = [...identitiesOf(schema, hints)];
  const known = ranked.find(({ property }) => property === idProperty);
  if (idProperty !== undefined) add(known?.why ?? 'the service fills it in', idProperty);
  for (const { property, why } of ranked) add(why, property);
  const properties = [...propertiesOf(schema).values()];
  const fitting = properties.filter((property) => isIdLike(property) && isAskedBy(property, parameter));
  for (const usual of [USUAL_IDS, USUAL_KEYS])
    for (const { name } of named(fitting, usual, hints.resourceName)) add('such names are usual for it', name);
  for (const { name: outer, schema: member } of properties.filter(({ name }) => mayHoldId(name, hints)))
    for (const { property } of identitiesOf(member, hints)) add(`it stands in ${outer}`, outer, property);
  return [...found.values()];
}

/** Whether an object in a record may be about the record itself: `metadata`, `attributes`, the `card` of `/cards/{card_id}`. */
const mayHoldId = (name: string, { resourceName }: IdHints): boolean =>
  isNamedLike(name, resourceName) || isWrapperName(name) || /^(?:meta(?:data)?|attributes|info)$/.test(plain(name));

/** The property that holds the id: the likeliest that the item's path asks for; without one, what the service alone fills in. */
export function findIdProperty(schema: Schema, hints: IdHints): IdProperty | undefined {
  const { idParameter, create } = hints;
  if (idParameter === undefined) return create && findAssigned(schema, create);
  const [first] = identitiesOf(schema, hints);
  return first && { name: first.property, isSure: first.isSure };
}

/** The properties that a parameter may well ask for, the likeliest first: those of which the document says so before all others. */
export function* identitiesOf(schema: Schema, hints: IdHints): Iterable<Identity> {
  const { idParameter: parameter, create } = hints;
  if (parameter === undefined) return;
  const properties = propertiesOf(schema);
  const linked = (create?.replies ?? [])
    .flatMap((reply) => reply.links)
    .map((link) => /^\$response\.body#\/([^/]+)$/.exec(link.parameters[parameter.name] ?? '')?.[1])
    .find((name) => name !== undefined && properties.has(name));
  if (linked !== undefined) yield { property: linked, isSure: true, why: 'a link leads from it to the path' };
  const conventional = () => conventionsFor(properties, hints, parameter);
  for (const name of namesOf(parameter, create)) {
    const property = findNamed(properties, hints, name);
    if (property === undefined || isText(property, hints, conventional)) continue;
    yield { property, isSure: true, why: `the path calls it ${parameter.name}` };
  }
  for (const [{ name }, why] of conventional()) yield { property: name, isSure: false, why };
  if (isUsualId(parameter.name) && allowsMore(schema))
    yield { property: parameter.name, isSure: false, why: 'records may have more members than are named' };
}

/** The names that a parameter goes by: both of `idOrName`, the one that clients give to new records first. */
function namesOf({ name }: Parameter, create: Operation | undefined): readonly string[] {
  const names = alternativesIn(wordsOf(name)).map((words) => words.join('_'));
  if (names.length < 2) return [name];
  const taken = takenBy(create);
  return names.toSorted((one, other) => Number(taken.has(other)) - Number(taken.has(one)));
}

/** What a client sends to create a record, though it be all in one wrapper. */
function takenBy(create: Operation | undefined): ReadonlyMap<string, Property> {
  const properties = propertiesOf(schemaOfBody(create) ?? {});
  const [only] = properties.values();
  return properties.size === 1 && only !== undefined && isRecord(only.schema) ? propertiesOf(only.schema) : properties;
}

/** Words, cut where one is "or". */
function alternativesIn(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.indexOf('or');
  return at <= 0 || at === words.length - 1 ? [words] : [words.slice(0, at), ...alternativesIn(words.slice(at + 1))];
}

/** Whether a property that is named like parameter and resource is no id but a text of clients: `comment` of `/comments/{comment}`. */
function isText(name: string, { resourceName, create }: IdHints, conventional: () => Iterable<Reasoned>): boolean {
  if (!formsOf(resourceName).includes(plain(name))) return false;
  const [first] = conventional();
  const usual = first?.[0];
  if (usual === undefined || !isUsualId(usual.name)) return false;
  const taken = takenBy(create);
  return taken.has(name) && !taken.has(usual.name);
}

function findNamed(
  properties: ReadonlyMap<string, Property>,
  { resourceName }: IdHints,
  name: string,
): string | undefined {
  const exact = properties.get(name);
  // One with properties of its own is what the path is about, in a wrapper of that name.
  if (exact !== undefined && isIdLike(exact)) return name;
  const wanted = plain(name);
  const words = wordsOf(name);
  const own = formsOf(resourceName);
  // `thingid` in small letters has no words to tell apart.
  const isEnd = (end: string): boolean =>
    wordsOf(end).join() === words.slice(-wordsOf(end).length).join() ||
    own.some((form) => form + plain(end) === wanted);
  const found = [...properties.values()].filter((property) => plain(property.name) !== '' && isIdLike(property));
  const same = found.find((property) => plain(property.name) === wanted);
  const ends = found.filter((property) => isEnd(property.name));
  const longest = ends.toSorted((one, other) => plain(other.name).length - plain(one.name).length)[0];
  return (same ?? ends.find((property) => plain(property.name) === 'id') ?? longest)?.name;
}

type Reasoned = readonly [property: Property, why: string];

/** What conventions say of a parameter that has the name of no property. */
function* conventionsFor(
  properties: ReadonlyMap<string, Property>,
  { resourceName, create }: IdHints,
  parameter: Parameter,
): Iterable<Reasoned> {
  const candidates = [...properties.values()].filter(isIdLike);
  const wanted = plain(parameter.name);
  const forms = formsOf(resourceName);
  const after = candidates.find(({ name }) => forms.some((form) => form + wanted === plain(name)));
  if (after !== undefined) yield [after, `it is called by resource and parameter`];
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
    // What a client may set freely is no id that a path calls so.
    const taken = takenBy(create);
    const keys = fitting.filter((key) => haveCommonType(key, parameter) && (isOfResource || !taken.has(key.name)));
    for (const property of named(keys, USUAL_KEYS, resourceName)) yield [property, 'keys are called so'];
  }
  const stem = stemOf(parameter.name);
  const whole = fitting.find(({ name }) => stem !== '' && plain(name) === stem);
  if (whole !== undefined) yield [whole, `it is what ${parameter.name} is of`];
}

/** A name without the usual one at its end: `thing` of `thing_id`; empty where there is none. */
function stemOf(name: string): string {
  const words = wordsOf(name);
  return isUsual(words.at(-1) ?? '') ? words.slice(0, -1).join('') : '';
}

const isUsual = (name: string): boolean => USUAL_IDS.includes(name) || USUAL_KEYS.includes(name);

/** The properties of these names, in the names' order: `no`, and `thing_no` and `no_thing` of a thing. */
function named(properties: readonly Property[], names: readonly string[], resourceName: string): readonly Property[] {
  const forms = formsOf(resourceName);
  return [...names, ...forms.flatMap((form) => names.flatMap((name) => [form + name, name + form]))].flatMap(
    (wanted) => properties.find(({ name }) => plain(name) === wanted) ?? [],
  );
}

/** Where a description goes on to what the thing is that the parameter names. */
const FURTHER = /[.,;:\n]|\b(?:of|for|to|that|which|whose|in|from|by|on|with)\b/i;

/** The usual names by which the head of a description calls what a parameter names: those of ids together, each key by itself. */
function saidOf({ description }: Parameter): readonly (readonly string[])[] {
  const [head = ''] = description.split(FURTHER);
  const said = wordsOf(head).filter(isUsual);
  return said.map((word) => (isUsualId(word) ? USUAL_IDS : [word]));
}

/** Whether a path's text may be the value of a property: 7 and "7" are the same id. */
const isAskedBy = (property: Property, parameter: Parameter | undefined): boolean =>
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
