import type { Resource } from '../model/resource';
import { templateNames } from '../paths/template';
import { propertiesOf } from '../schema/properties';
import { isIdLike, isUsualId } from './id-property';

/**
 * The parents in a path that its records name in a property, so that one collection can hold the records of all. What holds
 * no id names none (`/repos/{owner}` of a record whose `owner` is an object), nor does the record's own id, whatever the path
 * calls the parent's (`/things/{id}/parts` of parts with an `id`).
 */
export function namedParents({ collectionPath, schema, idProperty }: NamedParents): readonly string[] {
  const properties = propertiesOf(schema);
  return templateNames(collectionPath).filter((name) => {
    const property = properties.get(name);
    return property !== undefined && name !== idProperty && !isUsualId(name) && isIdLike(property);
  });
}

type NamedParents = Pick<Resource, 'collectionPath' | 'schema' | 'idProperty'>;
