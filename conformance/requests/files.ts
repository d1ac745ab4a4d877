/** Files in a form: which members are such, and the file as the value of one. */
import { keywordOf, type Schema } from '../../openapi/contract';

/** A file as a part of a form has it. Bodies are texts, and so is its content. */
interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Whether a text, or each of a list, is a file: in OpenAPI 3.1 it has no format of its own. */
export function isFile(schema: Schema): boolean {
  const one = itemOf(schema);
  return (
    ['binary', 'base64'].includes(String(keywordOf(one, 'format'))) ||
    keywordOf(one, 'contentMediaType') !== undefined ||
    keywordOf(one, 'contentEncoding') !== undefined
  );
}

export function itemOf(schema: Schema): Schema {
  const items = keywordOf(schema, 'items');
  return typeof items === 'object' ? items : schema;
}

/** A file with its name and type as one text, so that it is a value as any other: a data URL (RFC 2397) whose data is not encoded. */
export const fileValue = ({ name, type, text }: SentFile): string =>
  `data:${type};name=${encodeURIComponent(name)},${text}`;

/** The file that a value stands for; undefined for a text that is none but its content. */
export function fileIn(value: string): SentFile | undefined {
  const [, type, name, text] = FILE.exec(value) ?? [];
  return type === undefined || name === undefined || text === undefined
    ? undefined
    : { type, name: decodeURIComponent(name), text };
}

const FILE = /^data:([\w.+-]+\/[\w.+-]+);name=((?:[\w.!~*'()-]|%[\dA-F]{2})+),(.*)$/s;

/** The media type of a file by the ending of its name. */
export function typeOfName(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined) ?? 'application/octet-stream';
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ gif: 'image/gif', jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' },
  ...{ csv: 'text/csv', htm: 'text/html', html: 'text/html', md: 'text/markdown', txt: 'text/plain' },
  ...{ json: 'application/json', jsonl: 'application/jsonl', xml: 'application/xml', zip: 'application/zip' },
  ...{ pdf: 'application/pdf', yaml: 'application/yaml', yml: 'application/yaml' },
};
