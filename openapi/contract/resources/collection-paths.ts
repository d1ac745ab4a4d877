import type { Resource } from '../model/resource';
import { templateNames } from '../operations/paths';
import { formsOf, plain } from '../records/spelling';
import { propertiesOf } from '../schema/properties';
import { isIdLike, isUsualId } from './ids';

/** The path of a collection, without a slash or a suffix (`.json`) at its end, and whether this is the path of its items. */
export function collectionOf(path: string): { readonly collection: string; readonly isItem: boolean } {
  const bare = bareOf(path);
  const end = bare.lastIndexOf('/');
  const isItem = /^\{[^{}]+\}$/.test(bare.slice(end + 1));
  return { collection: isItem ? bare.slice(0, end) : bare, isItem };
}

/** What a path that lies below an item's calls the parameters of that one, by their names there; undefined where it does not. */
export function namesAbove(path: string, itemPath: string | undefined): ReadonlyMap<string, string> | undefined {
  if (itemPath === undefined || !startsBelow(shapeOf(path), shapeOf(bareOf(itemPath)))) return undefined;
  if (bareOf(path) === bareOf(itemPath)) return undefined;
  const names = templateNames(path);
  return new Map(templateNames(itemPath).map((name, index) => [name, names[index] ?? name]));
}

/** What a path calls the parameter at the end of an item's path that it lies below; undefined where it does not. */
export const itemNameIn = (path: string, itemPath: string | undefined): string | undefined =>
  namesAbove(path, itemPath)?.get(lastTemplateOf(itemPath ?? '') ?? '');

/** A colon, too, leads from an item to what is done with it: `/things/{thingId}:archive`. */
const startsBelow = (path: string, item: string): boolean => path.startsWith(`${item}/`) || path.startsWith(`${item}:`);

export const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');

/** A path without a slash or a suffix at its end: a suffix says how the reply is written, not what it is about. */
export const bareOf = (path: string): string =>
  path.replace(/\/+$/, '').replace(/\.(?:json|xml|ya?ml|csv|html?)$/i, '');

/** The name of the template at the end of an item's path. */
export const lastTemplateOf = (path: string): string | undefined => /\{([^{}]+)\}$/.exec(bareOf(path))?.[1];

/** The last segment of a path that is no template. */
export const lastWordOf = (path: string): string | undefined =>
  bareOf(path)
    .split('/')
    .findLast((segment) => segment !== '' && !segment.includes('{'));

/** A parent in a path, and the property in which the records below it have its id. */
export interface NamedParent {
  /** The template's name. */
  readonly parameter: string;
  readonly property: string;
}

type Below = Pick<Resource, 'collectionPath' | 'schema' | 'idProperty'>;

/**
 * The parents in a path that its records name in a property, so that one collection can hold the records of all. Objects name none
 * (`/repos/{owner}`), nor does the record's own id (`/things/{id}/parts`). Where the records are another resource's, any spelling does.
 */
export function namedParents(resource: Below & Pick<Resource, 'name' | 'storedIn'>): readonly NamedParent[] {
  return resource.storedIn === resource.name ? parentsByName(resource) : parentsSpelled(resource);
}

function parentsByName({ collectionPath, schema, idProperty }: Below): readonly NamedParent[] {
  const properties = propertiesOf(schema);
  return templateNames(collectionPath)
    .filter((name) => {
      const property = properties.get(name);
      return property !== undefined && name !== idProperty && !isUsualId(name) && isIdLike(property);
    })
    .map((name) => ({ parameter: name, property: name }));
}

/** The same with those that are spelled otherwise than the path's template, `thing_id` for `/things/{thing}`: a guess. */
export function parentsSpelled(resource: Below): readonly NamedParent[] {
  const { collectionPath, schema, idProperty } = resource;
  const sure = parentsByName(resource);
  const others = [...propertiesOf(schema).values()].filter(
    (property) => property.name !== idProperty && !isUsualId(property.name) && isIdLike(property),
  );
  // Of a record that nothing else names, such a property may be its own id.
  const hasId = idProperty !== undefined || [...propertiesOf(schema).keys()].some(isUsualId);
  if (!hasId) return sure;
  return templateNames(collectionPath).flatMap((parameter) => {
    const known = sure.find((one) => one.parameter === parameter);
    const spellings = known === undefined ? spellingsOf(parameter, collectionPath) : [];
    const found = spellings
      .map((spelling) => others.find(({ name }) => plain(name) === spelling))
      .find((property) => property !== undefined);
    return known !== undefined ? [known] : found === undefined ? [] : [{ parameter, property: found.name }];
  });
}

/** What records may call the id of the parent that a template stands for, in one spelling. */
function spellingsOf(parameter: string, path: string): readonly string[] {
  const name = plain(parameter);
  const word = lastWordOf(path.slice(0, path.indexOf(`{${parameter}}`))) ?? '';
  const forms = formsOf(word);
  const own = isUsualId(parameter) ? [] : [name];
  // `{slug}` is not what `thing_id` holds.
  const isId = isUsualId(parameter) || name.endsWith('id') || forms.includes(name);
  return [...own, ...forms.map((form) => form + name), ...(isId ? forms.map((form) => `${form}id`) : [])];
}
