import type { Resource } from '../model/resource';
import { templateNames } from '../paths/template';
import { propertiesOf } from '../schema/properties';
import { isIdLike, isUsualId } from './id-property';
import { lastWordOf } from './path-place';
import { formsOf, plain } from './spelling';

/** A parent in a path, and the property in which the records below it have its id. */
export interface NamedParent {
  /** The template's name. */
  readonly parameter: string;
  readonly property: string;
}

type Below = Pick<Resource, 'collectionPath' | 'schema' | 'idProperty'>;

/**
 * The parents in a path that its records name in a property, so that one collection can hold the records of all. What holds
 * no id names none (`/repos/{owner}` of a record whose `owner` is an object), nor does the record's own id, whatever the path
 * calls the parent's (`/things/{id}/parts` of parts with an `id`). Where the records are another resource's, any spelling does.
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

/**
 * The same with those whose property is spelled otherwise than the path's template: `thing_id` or `thingId` for
 * `/things/{id}`, `/things/{thing}` and `/things/{thing-id}`. OpenAPI has no word for that: it is a guess.
 */
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
