import {
  documents,
  essence,
  fits,
  isObject,
  itemsOf,
  own,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  roleOf,
  type Schema,
  withPart,
} from '../../openapi/contract';
import type { Upload } from '../http/multipart';
import type { Outcome } from '../http/reply';
import { unlessMissing } from './at-path';
import { NotShowable, settable } from './fields';
import type { Action, Task } from './model';
import { exampleOf, outcomeOf } from './success';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.source));

/**
 * The same, with what it tells of files that came with the request, and with the fields of a form in the members of their
 * names, as far as the contract lets both be shown.
 */
export function answerFormAsSent(task: Task): Outcome {
  const { body, bodyType } = task.input;
  const uploads = task.input.uploads?.() ?? [];
  const isForm = FORMS.has(essence(bodyType?.type ?? '')) && isObject(body);
  if (!isForm && uploads.length === 0) return answerExample(task);
  const fields = propertiesOf(bodyType?.schema ?? {});
  return outcomeOf(task, (media) => {
    const { schema = {} } = media;
    const shown = propertiesOf(schema);
    let reply = withUploads(schema, exampleOf(media, task.source), uploads);
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

/** The example of a reply, whose record has what the request sets, as far as the contract lets both be shown. */
export function answerExampleAsSent(task: Task, resource: Resource): Outcome {
  const role = roleOf(resource, task.operation);
  const steps = (role && resource.shown[role]) ?? [];
  return outcomeOf(task, (media) => {
    const example = exampleOf(media, task.source);
    const record = partAt(example, steps);
    if (media.schema === undefined || !isObject(record)) return example;
    const asSent = withPart(media.schema, example, steps, { ...record, ...settable(task, resource) });
    return fits(media.schema, 'response', asSent) ? asSent : example;
  });
}

/** What an action answers or, where the contract does not let that be stored, an example with what was sent. */
export async function orExample(task: Task, resource: Resource, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotShowable) return answerExampleAsSent(task, resource);
    throw error;
  }
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

/** What a member tells of a file, the likeliest value first. */
type Telling = (upload: Upload) => readonly unknown[];

const FILE_NAME: Telling = ({ fileName }) => [fileName];
const TYPE: Telling = ({ type }) => [type];
const BYTES: Telling = ({ size }) => [size, String(size)];
/** A text of that name may be another size, such as that of a shirt. */
const SIZE: Telling = ({ size }) => [size];

const each = (telling: Telling, ...names: readonly string[]) => names.map((name) => [name, telling] as const);

/**
 * What members of replies are mostly called that tell something of a file which came with the request, in one spelling.
 * OpenAPI has no word for that: it is a guess, and used where the value fits the member's schema.
 */
const SURE: ReadonlyMap<string, Telling> = new Map([
  ...each(FILE_NAME, 'filename', 'originalfilename', 'originalname', 'uploadedfilename', 'clientfilename'),
  ...each(TYPE, 'contenttype', 'mimetype', 'mediatype', 'filecontenttype', 'filemimetype', 'mime'),
  ...each(BYTES, 'filesize', 'bytes', 'sizebytes', 'sizeinbytes', 'bytesize', 'contentlength'),
]);

/** The same of names that mean a file only where one of the others stands beside them. */
const BESIDE: ReadonlyMap<string, Telling> = new Map([...each(FILE_NAME, 'name'), ...each(SIZE, 'size')]);

/** What an object of this schema tells of the first of the files. */
export function toldOf(schema: Schema, [upload]: readonly Upload[]): Fields {
  if (upload === undefined) return {};
  const properties = [...propertiesOf(schema).values()];
  const isOfFile = properties.some(({ name }) => SURE.has(plain(name)));
  if (!isOfFile) return {};
  return Object.fromEntries(
    properties.flatMap((property) => {
      const name = plain(property.name);
      const values = (SURE.get(name) ?? BESIDE.get(name))?.(upload) ?? [];
      const told = values.find((value) => value !== undefined && fits(property.schema, 'response', value));
      return told === undefined ? [] : [[property.name, told]];
    }),
  );
}

/** The same of a new record, whose lists of files have an item for each. */
export function toldInRecord(schema: Schema, uploads: readonly Upload[]): Fields {
  const lists = [...propertiesOf(schema).values()].flatMap(({ name, schema: property }) => {
    const items = itemsOf(property);
    const told = items === undefined ? [] : uploads.map((upload) => toldOf(items, [upload]));
    return told.every((one) => Object.keys(one).length === 0) ? [] : [[name, told] as const];
  });
  return { ...Object.fromEntries(lists), ...toldOf(schema, uploads) };
}

/** Objects deeper than this are about something else. */
const MAX_DEPTH = 3;

/**
 * A reply that tells of the files that came with the request: an object of the first, an array with an item for each. Where
 * the contract does not let that be shown, it is as it was.
 */
export function withUploads(schema: Schema, reply: unknown, uploads: readonly Upload[], depth = 0): unknown {
  if (uploads.length === 0 || depth > MAX_DEPTH) return reply;
  const items = itemsOf(schema);
  const told = isObject(reply)
    ? objectWith(schema, reply, uploads, depth)
    : Array.isArray(reply) && items !== undefined
      ? itemsWith(items, reply, uploads, depth)
      : reply;
  return told === reply || fits(schema, 'response', told) ? told : reply;
}

function objectWith(schema: Schema, reply: Fields, uploads: readonly Upload[], depth: number): Fields {
  const inner = [...propertiesOf(schema).values()].flatMap((property) => {
    const member = own(reply, property.name);
    const told = withUploads(property.schema, member, uploads, depth + 1);
    return told === member ? [] : [[property.name, told] as const];
  });
  const here = toldOf(schema, uploads);
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
  const [first] = reply;
  if (Object.keys(toldOf(items, uploads)).length === 0) return reply;
  return uploads.map((upload, nth) => withUploads(items, reply[nth] ?? first, [upload], depth + 1));
}
