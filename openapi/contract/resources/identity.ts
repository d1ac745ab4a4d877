/** Which part of a record the last parameter of its path asks for: a ranking, the likeliest first, each with its reason. */
import type { Parameter } from '../model/operation';
import type { IdChoice, Resource, Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { isOpen } from '../records/record-place';
import { formsOf, isNamedLike, isWrapperName, plain, wordsOf } from '../records/spelling';
import { allowsMore, type Property, propertiesOf } from '../schema/properties';
import { lastWordOf } from './collection-paths';
import {
  alternativesIn,
  conventionsFor,
  headOf,
  type IdHints,
  isAskedBy,
  named,
  type Reasoned,
  saidOf,
  stemOf,
  takenBy,
} from './id-conventions';
import { findAssigned, type IdProperty, isIdLike, isUsualId, USUAL_IDS, USUAL_KEYS } from './ids';

/** A part of a record that a path's parameter may ask for. */
export interface IdentityCandidate {
  /** The way to it in the record: one name, unless it stands in a member that is an object (`metadata`, `name`). */
  readonly at: Steps;
  /** What speaks for it, as a sentence says it after "since". */
  readonly why: string;
}

/** A property that there is reason to go by. */
interface Identity {
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
  const stem = stemOf(parameter?.name ?? '');
  const whole = fitting.find(({ name }) => stem !== '' && plain(name) === stem);
  if (whole !== undefined) add(`${parameter?.name} may be its`, whole.name);
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

/**
 * Who chooses the id of a new record, and by which property of what create takes: the very one of the record or, where records show no
 * id, what the item's path may well ask for.
 */
export function readIdChoice(
  record: Schema,
  taken: Schema | undefined,
  idProperty: string | undefined,
  hints: IdHints,
): { readonly idChoice: IdChoice; readonly idSentAs: string | undefined } {
  const inBody = taken === undefined || idProperty !== undefined ? [] : [...identitiesOf(taken, hints)];
  // A login that is sent to begin a session is not its id.
  const isName = ({ property, isSure }: Identity): boolean =>
    isSure || isUsualId(property) || NAMES.has(plain(property));
  const name = idProperty ?? inBody.find(isName)?.property;
  // What may have any member has the id that its client gives it.
  if (name !== undefined && taken !== undefined && isOpen(taken) && isOpen(record))
    return { idChoice: 'either', idSentAs: name };
  const properties = taken === undefined ? undefined : propertiesOf(taken);
  // `branch_name` is the name of a branch.
  const sent =
    name === undefined || properties === undefined
      ? undefined
      : (properties.get(name) ??
        (NAMES.has(plain(name)) ? named([...properties.values()], [name], hints.resourceName)[0] : undefined));
  if (name === undefined || sent === undefined || sent.readOnly || propertiesOf(record).get(name)?.readOnly === true)
    return { idChoice: 'service', idSentAs: undefined };
  return { idChoice: sent.required ? 'client' : 'either', idSentAs: sent.name };
}

const NAMES: ReadonlySet<string> = new Set(['name', 'key', 'code', 'slug']);

/** The properties besides the id by which a parameter takes a record, as its name or its description says: "ID or name". */
export function findOtherKeys(schema: Schema, hints: IdHints, idProperty: string | undefined): readonly string[] {
  const { idParameter: parameter, resourceName } = hints;
  if (parameter === undefined || idProperty === undefined) return [];
  const properties = propertiesOf(schema);
  const names = namesOf(parameter);
  const byName = names.length < 2 ? [] : names.map((name) => findNamed(properties, hints, name));
  const fitting = [...properties.values()].filter((property) => isIdLike(property) && isAskedBy(property, parameter));
  const isEither = alternativesIn(wordsOf(headOf(parameter))).length > 1;
  const said = isEither ? saidOf(parameter).map((words) => named(fitting, words, resourceName)[0]?.name) : [];
  const found = [...byName, ...said, ...takenBesides(fitting, parameter)].filter(
    (name): name is string => name !== undefined && name !== idProperty,
  );
  return [...new Set(found)];
}

/** What a description says that a parameter takes besides: "Also accepts the email address or contact_id". */
function takenBesides(properties: readonly Property[], { description }: Parameter): readonly string[] {
  const [, besides = ''] =
    /\b(?:also|alternatively|instead),? (?:\w+ ){0,3}?(?:accepts?|takes?|used?|passe?d?|given?)\b([^.]*)/i.exec(
      description,
    ) ?? [];
  const said = ` ${wordsOf(besides).join(' ')} `;
  const placeOf = (name: string): number => said.indexOf(` ${wordsOf(name).join(' ')} `);
  const found = properties.map(({ name }) => name).filter((name) => placeOf(name) >= 0);
  return found.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The properties that a parameter may well ask for, the likeliest first: those of which the document says so before all others. */
function* identitiesOf(schema: Schema, hints: IdHints): Iterable<Identity> {
  const { idParameter: parameter, create } = hints;
  if (parameter === undefined) return;
  const properties = propertiesOf(schema);
  const linked = (create?.replies ?? [])
    .flatMap((reply) => reply.links)
    .map((link) => /^\$response\.body#\/([^/]+)$/.exec(link.parameters[parameter.name] ?? '')?.[1])
    .find((name) => name !== undefined && properties.has(name));
  if (linked !== undefined) yield { property: linked, isSure: true, why: 'a link leads from it to the path' };
  const conventional = () => conventionsFor(properties, hints, parameter);
  for (const name of namesOf(parameter)) {
    const property = findNamed(properties, hints, name);
    if (property === undefined || isText(property, hints, conventional)) continue;
    yield { property, isSure: true, why: `the path calls it ${parameter.name}` };
  }
  for (const [{ name }, why] of conventional()) yield { property: name, isSure: false, why };
  const why = 'records may have more members than are named';
  if (isUsualId(parameter.name) && (allowsMore(schema) || properties.size === 0))
    yield { property: parameter.name, isSure: false, why };
  else if (properties.size === 0 && isOfRecord(parameter, hints))
    yield { property: isId(parameter.name) ? 'id' : parameter.name, isSure: false, why };
}

/** The names that a parameter goes by: both of `nameOrId`, that of an id first. */
function namesOf({ name }: Parameter): readonly string[] {
  const names = alternativesIn(wordsOf(name)).map((words) => words.join('_'));
  return names.length < 2 ? [name] : names.toSorted((one, other) => Number(isId(other)) - Number(isId(one)));
}

/** Whether a parameter is called as ids and natural keys are, or as ids of the resource. */
const isOfRecord = ({ name }: Parameter, { resourceName }: IdHints): boolean =>
  NAMES.has(plain(name)) || (isId(name) && isNamedLike(stemOf(name), resourceName));

/** Whether a name is one of ids, or ends as they do: `thing_id`. */
const isId = (name: string): boolean => isUsualId(wordsOf(name).at(-1) ?? '');

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
