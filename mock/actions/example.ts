import {
  documents,
  essence,
  fits,
  isObject,
  itemsOf,
  type MediaType,
  own,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  withPart,
} from '../../openapi/contract';
import type { Upload } from '../http/multipart';
import type { Outcome } from '../http/reply';
import { idPropertyOf, typedAs } from '../resources/record';
import { unlessMissing } from './at-path';
import { type Above, ofParents } from './belonging';
import { NotShowable, settable } from './fields';
import type { Action, Task } from './model';
import { stepsTo, withIdOf } from './shown-id';
import { exampleOf, outcomeOf } from './success';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.source));

/** The same with the files and the fields of a form in the members of their names, as far as the contract lets them be shown. */
export function answerFormAsSent(task: Task, above?: Above): Outcome {
  const { body, bodyType } = task.input;
  const uploads = task.input.uploads?.() ?? [];
  const isForm = FORMS.has(essence(bodyType?.type ?? '')) && isObject(body);
  const exampleFor = (media: MediaType) => ofParents(task, above, media.schema ?? {}, exampleOf(media, task.source));
  if (!isForm && uploads.length === 0) return outcomeOf(task, exampleFor);
  const fields = propertiesOf(bodyType?.schema ?? {});
  return outcomeOf(task, (media) => {
    const { schema = {} } = media;
    const shown = propertiesOf(schema);
    let reply = withUploads(schema, exampleFor(media), uploads);
    for (const [name, value] of isForm ? Object.entries(body) : []) {
      if (!isObject(reply) || !shown.has(name) || isFile(fields.get(name)?.schema)) continue;
      const asSent = { ...reply, [name]: value };
      if (fits(schema, 'response', asSent)) reply = asSent;
    }
    return reply;
  });
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** OpenAPI 3.0.3 §4.7.14.2 and 3.1.0 §4.8.14.3: a file is a binary string, or one of a media type. */
const isFile = (schema: Schema = {}): boolean =>
  schema.format === 'binary' || schema.format === 'byte' || schema.contentMediaType !== undefined;

/** What an action answers or, where the contract does not let that be stored, the example with what was sent, as far as that fits. */
export async function orExample(task: Task, resource: Resource, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof NotShowable)) throw error;
  }
  const steps = stepsTo(resource)(task.operation);
  const { idParameter, idProperty } = resource;
  const asked = idParameter && task.input.path[idParameter.name];
  const inPath = idProperty === undefined ? {} : { [idProperty]: typedAs(idPropertyOf(resource), asked) };
  return outcomeOf(task, (media) => {
    const example = exampleOf(media, task.source);
    const record = partAt(example, steps);
    if (media.schema === undefined || !isObject(record)) return example;
    const asSent = withPart(media.schema, example, steps, { ...record, ...settable(task, resource) });
    const shown = fits(media.schema, 'response', asSent) ? asSent : example;
    return withIdOf(resource, task.operation, inPath, media.schema, shown);
  });
}

/**
 * Where the record of an action is missing, and the document has no 404 for that, the action succeeds as documented: what is
 * to be deleted is gone, and of the others the example is shown.
 */
export const otherwiseExample = (action: Action, task: Task, resource: Resource): Promise<Outcome> =>
  documents(task.operation, 404)
    ? action(task, resource)
    : unlessMissing(
        () => action(task, resource),
        () => answerExample(task),
      );

type Fields = Readonly<Record<string, unknown>>;

/** Names in one spelling, and what members so called say of a file, the likeliest value first. */
type Convention = readonly [names: RegExp, valuesOf: (upload: Upload) => readonly unknown[]];

/** What members of replies are mostly called that describe a file. OpenAPI has no word for that: it is used where it fits. */
const SURE: readonly Convention[] = [
  [/^((original|uploaded|client)?filename|originalname)$/, ({ fileName }) => [fileName]],
  [/^((file)?(content|mime)type|mediatype|mime)$/, ({ type }) => [type]],
  [/^(filesize|bytes|size(in)?bytes|bytesize|contentlength)$/, ({ size }) => [size, String(size)]],
];

/** The same of names that mean a file only where one of the others stands beside them: a text "size" may be that of a shirt. */
const BESIDE: readonly Convention[] = [
  [/^name$/, ({ fileName }) => [fileName]],
  [/^size$/, ({ size }) => [size]],
];

const conventionFor = (conventions: readonly Convention[], name: string): Convention | undefined =>
  conventions.find(([names]) => names.test(plain(name)));

/** What an object of this schema says of the first of the files. */
function fileMembers(schema: Schema, [upload]: readonly Upload[]): Fields {
  const properties = [...propertiesOf(schema).values()];
  if (upload === undefined || !properties.some(({ name }) => conventionFor(SURE, name))) return {};
  return Object.fromEntries(
    properties.flatMap(({ name, schema: property }) => {
      const [, valuesOf] = conventionFor([...SURE, ...BESIDE], name) ?? [];
      const value = valuesOf?.(upload).find((one) => one !== undefined && fits(property, 'response', one));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The same of a new record, whose lists of files have an item for each. */
export function fileMembersOfRecord(schema: Schema, uploads: readonly Upload[]): Fields {
  const lists = [...propertiesOf(schema).values()].flatMap(({ name, schema: property }) => {
    const items = itemsOf(property);
    const members = items === undefined ? [] : uploads.map((upload) => fileMembers(items, [upload]));
    return members.every((one) => Object.keys(one).length === 0) ? [] : [[name, members] as const];
  });
  return { ...Object.fromEntries(lists), ...fileMembers(schema, uploads) };
}

/** Objects deeper than this are about something else. */
const MAX_DEPTH = 3;

/** A reply that describes the files of the request, where the contract lets it: an object the first, an array one in each item. */
function withUploads(schema: Schema, reply: unknown, uploads: readonly Upload[], depth = 0): unknown {
  if (uploads.length === 0 || depth > MAX_DEPTH) return reply;
  const items = itemsOf(schema);
  const changed = isObject(reply)
    ? objectWith(schema, reply, uploads, depth)
    : Array.isArray(reply) && items !== undefined
      ? itemsWith(items, reply, uploads, depth)
      : reply;
  return changed === reply || fits(schema, 'response', changed) ? changed : reply;
}

function objectWith(schema: Schema, reply: Fields, uploads: readonly Upload[], depth: number): Fields {
  const inner = [...propertiesOf(schema).values()].flatMap((property) => {
    const member = own(reply, property.name);
    const changed = withUploads(property.schema, member, uploads, depth + 1);
    return changed === member ? [] : [[property.name, changed] as const];
  });
  const here = fileMembers(schema, uploads);
  return inner.length === 0 && Object.keys(here).length === 0
    ? reply
    : { ...reply, ...Object.fromEntries(inner), ...here };
}

/** Only a list of files has an item for each. */
function itemsWith(
  items: Schema,
  reply: readonly unknown[],
  uploads: readonly Upload[],
  depth: number,
): readonly unknown[] {
  if (Object.keys(fileMembers(items, uploads)).length === 0) return reply;
  return uploads.map((upload, nth) => withUploads(items, reply[nth] ?? reply[0], [upload], depth + 1));
}
