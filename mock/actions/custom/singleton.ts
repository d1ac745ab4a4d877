import {
  alternativesOf,
  fits,
  isObject,
  jsonMediaType,
  own,
  propertiesOf,
  type Schema,
  type Singleton,
  type SingletonRole,
  successOf,
  templateNames,
} from '../../../openapi/contract';
import { nothingAt } from '../../errors/problems';
import { documentsRefusal } from '../../errors/refusal';
import type { Outcome } from '../../http/reply';
import { collectionName, SINGLETON_ID, SINGLETON_VALUE, storedAs } from '../../resources/collection-names';
import type { Parent } from '../../resources/scope';
import { firstMade } from '../../values/fitting';
import { sample } from '../../values/sample';
import { pick, shape } from '../../values/shape';
import type { StoredRecord } from '../../world/stores/records';
import { checkParents } from '../at-path';
import { checkVersion, withTag } from '../conditional';
import { keepReadOnly, mergePatch } from '../fields';
import type { Task } from '../model';
import { exampleOf, outcomeOf, shownOrExample } from '../success';

type Value = Readonly<Record<string, unknown>>;

/** Shows or changes what has a path of its own. Once deleted it is missing until it is put again, where a 404 is documented. */
export async function actOnSingleton(
  task: Task,
  { singleton, role }: { readonly singleton: Singleton; readonly role: SingletonRole },
  parents: readonly Parent[],
): Promise<Outcome> {
  await checkParents(task, parents);
  const value = await HANDLERS[role](task, singleton);
  const outcome = outcomeOf(task, (media) => {
    const { schema } = media;
    if (schema === undefined || value === undefined) return exampleOf(media, task.source);
    if (schema === singleton.schema) return value;
    return isAlike(schema, singleton.schema)
      ? shownOrExample(media, schema, value, task.source)
      : exampleOf(media, task.source);
  });
  return value === undefined ? outcome : withTag(task, outcome, value);
}

/** Whether a reply shows most of what a singleton has. */
function isAlike(schema: Schema, shown: Schema): boolean {
  const names = [...propertiesOf(schema).keys()];
  const known = propertiesOf(shown);
  return names.length > 0 && names.filter((name) => known.has(name)).length * 2 > names.length;
}

type Handler = (task: Task, singleton: Singleton) => Promise<Value | undefined>;

const read: Handler = async (task, singleton) => (await current(task, singleton)) ?? refuse(task, singleton);

const replace: Handler = async (task, singleton) =>
  (await changed(task, singleton, replacedBy)) ?? put(task, singleton);

const patch: Handler = async (task, singleton) => (await changed(task, singleton, mergedWith)) ?? put(task, singleton);

type Change = (task: Task, singleton: Singleton, before: Value) => Value;

const mergedWith: Change = (task, singleton, before) =>
  fitting(singleton.schema, before, () => mergePatch(before, sentTo(task, singleton), singleton.schema));

const replacedBy: Change = (task, singleton, before) => {
  const { schema } = singleton;
  const sent = sentTo(task, singleton);
  return fitting(
    schema,
    before,
    () => shape(schema, keepReadOnly(schema, before, sent), task.source),
    () => mergePatch(before, sent, schema),
  );
};

/** What is there, changed in one step; undefined where it was deleted. */
async function changed(task: Task, singleton: Singleton, change: Change): Promise<Value | undefined> {
  await current(task, singleton);
  const stored = await task.records.update(collectionOf(task, singleton), SINGLETON_ID, (record) => {
    const before = valueIn(record);
    checkVersion(task, before);
    return { [SINGLETON_VALUE]: change(task, singleton, before) };
  });
  return stored && valueIn(stored);
}

async function put(task: Task, singleton: Singleton): Promise<Value> {
  checkVersion(task, undefined);
  const value = replacedBy(task, singleton, initial(task, singleton));
  await task.records.put(collectionOf(task, singleton), SINGLETON_ID, { [SINGLETON_VALUE]: value });
  return value;
}

const remove: Handler = async (task, singleton) => {
  const before = await current(task, singleton);
  const check = (record: StoredRecord): void => checkVersion(task, valueIn(record));
  const deleted = await task.records.delete(collectionOf(task, singleton), SINGLETON_ID, [], check);
  if (deleted === undefined && documentsNone(task.operation)) refuse(task, singleton);
  return before;
};

const HANDLERS: Readonly<Record<SingletonRole, Handler>> = { read, replace, patch, delete: remove };

/** What is stored; where nothing ever was, what it is from the beginning. Undefined where it was deleted. */
async function current(task: Task, singleton: Singleton): Promise<Value | undefined> {
  const place = collectionOf(task, singleton);
  const make = (): StoredRecord => ({ [SINGLETON_VALUE]: initial(task, singleton) });
  const stored = await task.records.get(place, SINGLETON_ID, [], make);
  if (stored !== undefined) return valueIn(stored);
  return documentsNone(singleton.operations.read) ? undefined : initial(task, singleton);
}

const documentsNone = (operation: Task['operation']): boolean => documentsRefusal(operation, 'notFound');

/** The singleton below each of its parents is stored apart. */
const collectionOf = ({ input }: Task, singleton: Singleton): string =>
  collectionName(
    storedAs(singleton),
    templateNames(singleton.path).map((name) => input.path[name]),
  );

/** Only objects are stored. */
const valueIn = (record: StoredRecord): Value => own(record, SINGLETON_VALUE) as Value;

/** The example of its reply, else made up; as an object, also where the schema has other values first. */
function initial({ source }: Task, { operations, schema }: Singleton): Value {
  const media = jsonMediaType(successOf(operations.read)?.reply.content ?? []);
  const example = media && exampleOf(media, source);
  if (isObject(example) && fits(schema, 'response', example)) return example;
  for (const one of [schema, ...alternativesOf(schema)]) {
    const made = sample(one, source);
    if (isObject(made) && fits(schema, 'response', made)) return made;
  }
  return {};
}

/** What the body sets, in the wrapper that the reply has around it or without one. */
function sentTo({ input: { body } }: Task, { schema }: Singleton): Value {
  if (!isObject(body)) return {};
  const properties = propertiesOf(schema);
  const [wrapper] = properties.values();
  const names = Object.keys(body);
  const isInside = properties.size === 1 && wrapper !== undefined && propertiesOf(wrapper.schema).size > 0;
  if (isInside && !names.includes(wrapper.name)) return objectOf(pick(schema, { [wrapper.name]: body }));
  const [name = ''] = names;
  const inner = names.length === 1 ? own(body, name) : undefined;
  return objectOf(pick(schema, isObject(inner) && !properties.has(name) ? inner : body));
}

const objectOf = (value: unknown): Value => (isObject(value) ? value : {});

/** The first of these values that the contract lets be shown, else what was there before. */
const fitting = (schema: Schema, before: Value, ...attempts: readonly (() => unknown)[]): Value => {
  const objects = attempts.map((attempt) => () => [attempt()].find(isObject));
  return objectOf(firstMade(schema, ...objects, () => before));
};

function refuse({ operation }: Task, { path }: Singleton): never {
  throw nothingAt(path, operation);
}
