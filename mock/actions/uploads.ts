import { fits, isObject, itemsOf, own, plain, propertiesOf, type Schema } from '../../openapi/contract';
import type { Upload } from '../http/multipart';

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
