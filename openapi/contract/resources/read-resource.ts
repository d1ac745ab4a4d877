import { findFilters } from '../lists/filters';
import { findPageSize, findPaging } from '../lists/paging';
import type { Operation, Parameter } from '../model/operation';
import type { Resource, Role, Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import {
  type BodyPart,
  findList,
  findRecord,
  findSameRecord,
  isOpen,
  isSearch,
  listedIn,
  type RecordHints,
  saysCreates,
  schemaOfBody,
  schemaOfReply,
} from '../records/record-place';
import { plain } from '../records/spelling';
import { schemaAt } from '../records/steps';
import { isRecord, itemsOf, propertiesOf, typesOf } from '../schema/properties';
import { lastTemplateOf, lastWordOf } from './collection-paths';
import type { IdHints } from './id-conventions';
import { findIdProperty, findOtherKeys, readIdChoice } from './identity';

/** The operation of a method at the collection, or at its items. */
export type Lookup = (method: string, isItem: boolean) => Operation | undefined;

/** The resource of a collection and its items; undefined where no operation shows or takes a record of it. */
export function readResource(collectionPath: string, itemPath: string | undefined, at: Lookup): Resource | undefined {
  const resourceName = lastWordOf(collectionPath) ?? collectionPath;
  const [list, sent, read, put] = [at('GET', false), at('POST', false), at('GET', true), at('PUT', true)];
  const post = sent && isSearch(sent) ? undefined : sent;
  const idHints: IdHints = { resourceName, idParameter: findIdParameter(itemPath, at), create: post };
  const { idParameter } = idHints;
  const hints = recordHints(idHints, schemaOfReply(list));

  const recordIn = (operation: Operation | undefined): BodyPart | undefined => {
    const body = schemaOfReply(operation);
    return body && findRecord(body, hints);
  };
  const listed = schemaOfReply(list);
  const found = recordIn(read);
  const readAt = found && isOfOthers(found.schema, listed, hints) ? undefined : found;
  const record = readAt && namedRecord(readAt.schema, listed, hints);
  const listAt = listed && (findList(listed, record, hints) ?? untypedList(listed, record));
  const posted = listAt !== undefined || itemPath !== undefined ? post : undefined;
  const described = posted?.body === undefined ? undefined : posted;
  const schema = record ?? listAt?.schema ?? recordIn(described)?.schema ?? recordIn(put)?.schema;
  if (schema === undefined) return undefined;
  const create = described ?? (isShownIn(posted, schema, hints) ? posted : undefined);

  const id = findIdProperty(schema, idHints);
  const usual = findUsualChanges({ schema, idProperty: id?.name, hints }, at);
  const written = (operation: Operation | undefined): Operation | undefined =>
    isAbout(operation, schema, hints) ? operation : undefined;
  const operations = withoutGaps({
    list: listAt && list,
    create: written(create),
    read: readAt && read,
    ...usual,
    ...withoutGaps({ replace: written(put), patch: written(at('PATCH', true)), delete: at('DELETE', true) }),
  });
  const known = withoutGaps({ list: listAt?.steps, read: readAt?.steps });
  const shown = {
    ...stepsOf(operations, schemaOfReply, (body) => findSameRecord(body, schema, hints)?.steps),
    ...known,
  };
  const taken = stepsOf(operations, schemaOfBody, (body) => findSameRecord(body, schema, hints)?.steps ?? []);
  const sentIn = schemaOfBody(operations.create);
  const listsByKey = listAt?.isByKey === true;
  const pageSize = findPageSize(schema, operations.list);
  return {
    name: resourceName,
    storedIn: resourceName,
    collectionPath,
    itemPath,
    operations,
    schema,
    idProperty: id?.name,
    idParameter,
    ...readIdChoice(schema, sentIn && schemaAt(sentIn, taken.create ?? []), id?.name, idHints),
    otherKeys: findOtherKeys(schema, idHints, id?.name),
    shown,
    listsByKey,
    taken,
    // Of a create that describes no body it is not known what clients send.
    isSure: id?.isSure !== false && create === described && isPlainlyShown(operations, shown, schema),
    guessed: [...rolesIn(usual), ...(listsByKey ? (['list'] as const) : [])],
    ...findFilters(schema, operations.list),
    pageSize,
    paging: findPaging(schema, operations.list, listAt?.steps ?? [], resourceName, pageSize),
  };
}

function findIdParameter(itemPath: string | undefined, at: Lookup): Parameter | undefined {
  const template = itemPath === undefined ? undefined : lastTemplateOf(itemPath);
  return ['GET', 'PUT', 'PATCH', 'DELETE', 'POST']
    .flatMap((method) => at(method, true)?.parameters ?? [])
    .find(({ in: place, name }) => place === 'path' && name === template);
}

function recordHints(idHints: IdHints, listed: Schema | undefined): RecordHints {
  const { resourceName, idParameter } = idHints;
  const hasId: RecordHints['hasId'] = (schema, exactly = false) => {
    const found = idParameter === undefined ? undefined : findIdProperty(schema, idHints);
    return found?.isSure === true && (!exactly || plain(found.name) === plain(idParameter?.name ?? ''));
  };
  const mayHaveId = (schema: Schema): boolean => findIdProperty(schema, idHints) !== undefined;
  const hints = { resourceName, alike: [], hasId, mayHaveId, hasItems: idParameter !== undefined };
  return { ...hints, alike: listedIn(listed, hints) };
}

/**
 * Whether what is read at an item's path is something else than what the list has, which has the id: `/tags/{label}` with all that is
 * tagged so.
 */
function isOfOthers(shown: Schema, listed: Schema | undefined, hints: RecordHints): boolean {
  const record = listed && findList(listed, undefined, hints)?.schema;
  const isApart =
    record !== undefined && [...propertiesOf(record).keys()].every((name) => !propertiesOf(shown).has(name));
  return isApart && isRecord(shown) && hints.hasId(record, true);
}

/** What a record is that is read: where that names no member, what stands in the list, or in an array that it may be. */
function namedRecord(shown: Schema, listed: Schema | undefined, hints: RecordHints): Schema {
  if (isRecord(shown)) return shown;
  const inList = listed && findList(listed, undefined, hints)?.schema;
  return [itemsOf(shown), inList].find(isRecord) ?? shown;
}

/** A list that may be anything, of records that may be, too. */
const untypedList = (listed: Schema, record: Schema | undefined): BodyPart | undefined =>
  record !== undefined && [listed, record].every((one) => typesOf(one).length === 0 && isOpen(one))
    ? { steps: [], schema: record }
    : undefined;

/** Whether an operation may write the record: not where its body names properties, none of the record's, nor does its reply. */
function isAbout(operation: Operation | undefined, schema: Schema, hints: RecordHints): boolean {
  const [body, reply] = [schemaOfBody(operation), schemaOfReply(operation)];
  if (!isRecord(schema)) return true;
  if (body === undefined || propertiesOf(body).size === 0) return true;
  return [body, reply].some((one) => one !== undefined && findSameRecord(one, schema, hints) !== undefined);
}

/** Whether an operation says that something new has come of it, and shows it as a record. */
function isShownIn(operation: Operation | undefined, schema: Schema, hints: RecordHints): boolean {
  if (operation === undefined) return false;
  const isNew = operation.replies.some(({ status }) => status === 201) || saysCreates(operation);
  const reply = isNew ? schemaOfReply(operation) : undefined;
  return reply !== undefined && findSameRecord(reply, schema, hints) !== undefined;
}

type Operations = Resource['operations'];

// The keys of an object of roles are roles.
const rolesIn = (byRole: Readonly<Partial<Record<Role, unknown>>>): readonly Role[] => Object.keys(byRole) as Role[];

/** For each role but `list` and `read` the steps to the record in one of its bodies, where it has one. */
function stepsOf(
  operations: Operations,
  bodyOf: (operation: Operation | undefined) => Schema | undefined,
  find: (body: Schema) => Steps | undefined,
): Readonly<Partial<Record<Role, Steps>>> {
  const changes = rolesIn(operations).filter((role) => role !== 'list' && role !== 'read');
  return withoutGaps(
    Object.fromEntries(
      changes.map((role) => {
        const body = bodyOf(operations[role]);
        return [role, body && find(body)];
      }),
    ),
  );
}

/** Whether each reply that wraps the record shows the very schema of the record. */
function isPlainlyShown(operations: Operations, shown: Resource['shown'], schema: Schema): boolean {
  return rolesIn(operations).every((role) => {
    const [steps, body] = [shown[role], schemaOfReply(operations[role])];
    if (role === 'list' || steps === undefined || steps.length === 0 || body === undefined) return true;
    return schemaAt(body, steps) === schema;
  });
}

function withoutGaps<T>(byRole: Readonly<Record<string, T | undefined>>): Readonly<Partial<Record<Role, T>>> {
  return Object.fromEntries(Object.entries(byRole).filter(([, value]) => value !== undefined));
}

/** A record, as far as it is known. */
interface Known {
  readonly schema: Schema;
  readonly idProperty: string | undefined;
  readonly hints: RecordHints;
}

/**
 * Operations that usually change a record where no other does: a POST to an item that takes and shows the record patches it; a PUT or a
 * PATCH to the collection, whose body has the id, replaces or patches the record of that id.
 */
function findUsualChanges(known: Known, at: Lookup): Operations {
  const [put, patch, post] = [at('PUT', false), at('PATCH', false), at('POST', true)];
  const replaced = at('PUT', true) === undefined && hasIdIn(known, put) ? { replace: put } : {};
  if (at('PATCH', true) !== undefined) return replaced;
  if (isUpdate(known, post)) return { ...replaced, patch: post };
  return hasIdIn(known, patch) ? { ...replaced, patch } : replaced;
}

function hasIdIn({ schema, idProperty, hints }: Known, operation: Operation | undefined): operation is Operation {
  const body = schemaOfBody(operation);
  const place = body && findSameRecord(body, schema, hints);
  const id = place && idProperty !== undefined ? propertiesOf(place.schema).get(idProperty) : undefined;
  // What is `readOnly` no client sends.
  return id?.readOnly === false;
}

function isUpdate({ schema, idProperty, hints }: Known, operation: Operation | undefined): operation is Operation {
  if (operation !== undefined && saysCreates(operation)) return false;
  const [body, reply] = [schemaOfBody(operation), schemaOfReply(operation)];
  const sent = body && findSameRecord(body, schema, hints);
  const shown = reply && findSameRecord(reply, schema, hints);
  if (sent === undefined || shown === undefined || idProperty === undefined) return false;
  const names = [...propertiesOf(sent.schema).keys()];
  const properties = propertiesOf(schema);
  return (
    propertiesOf(shown.schema).has(idProperty) &&
    names.filter((name) => properties.has(name)).length * 2 >= names.length
  );
}
