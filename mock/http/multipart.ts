import { essence, isJson } from '../../openapi/contract';

/** One part of a form. */
export interface Part {
  readonly name: string;
  /** Of a file (RFC 7578 §4.2); a text has none. */
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** What makes a body no form: a sentence without a full stop. */
export class MultipartError extends Error {}

/** The name and value of one header of a part stand on one line, which is no longer than this. */
const LONGEST_HEADERS = 16_384;

/** The boundary that a `Content-Type` names (RFC 2046 §5.1.1); undefined where it names none. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), in linear time. The body is complete and bounded, so that no parser of
 * streams is needed.
 *
 * @throws MultipartError where it does not keep to the format
 */
export function parseMultipart(body: Buffer, boundary: string): readonly Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const first = delimiter.subarray(2);
  const parts: Part[] = [];
  // The first one may stand at the very beginning, without a line before it.
  let at = body.subarray(0, first.length).equals(first) ? first.length : endOf(body, delimiter, 0);
  if (at < 0) throw new MultipartError(`the boundary "${boundary}" is not in it`);
  while (!isAt(body, '--', at)) {
    const line = endOf(body, NEWLINE, at);
    if (line < 0 || body.toString('latin1', at, line).trim() !== '')
      throw new MultipartError('a boundary is not followed by a new line');
    const next = body.indexOf(delimiter, line - 2);
    if (next < 0) throw new MultipartError('the last boundary is missing');
    parts.push(partOf(body, line, next));
    at = next + delimiter.length;
  }
  return parts;
}

const NEWLINE = Buffer.from('\r\n');

/** Where a mark ends that is looked for from somewhere on; -1 where it is not found. */
function endOf(body: Buffer, mark: Buffer, from: number): number {
  const found = body.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

const isAt = (body: Buffer, text: string, at: number): boolean =>
  body.toString('latin1', at, at + text.length) === text;

/** @param from where its headers begin, @param to where its value ends */
function partOf(body: Buffer, from: number, to: number): Part {
  const part = body.subarray(from, Math.max(from, to));
  const end = part.subarray(0, LONGEST_HEADERS).indexOf('\r\n\r\n');
  if (end < 0) throw new MultipartError('the headers of a part do not end');
  const headers = part.toString('utf8', 0, end).split('\r\n');
  const disposition = valueIn(headers, 'content-disposition');
  const name = parameterIn(disposition, NAME);
  if (name === undefined) throw new MultipartError('a part has no name in its Content-Disposition');
  const fileName = parameterIn(disposition, FILE_NAME);
  return { name, fileName, type: valueIn(headers, 'content-type'), bytes: part.subarray(end + 4) };
}

// Their values are in quotes, of which those within may be escaped; where none of them ends it, up to the first; or tokens.
const NAME = /;\s*name=(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:;|$))|"([^"]*)"|([^\s;"]+))/i;
const FILE_NAME = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:;|$))|"([^"]*)"|([^\s;"]+))/i;

/** The value of the first header of a name, which is in small letters. */
function valueIn(headers: readonly string[], name: string): string | undefined {
  const header = headers.find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return header?.slice(name.length + 1).trim();
}

/**
 * A text of a disposition; browsers write a quote in it as `%22` and a backslash as it is (WHATWG HTML, multipart/form-data),
 * others escape a quote, and then backslashes, too.
 */
function parameterIn(disposition: string | undefined, parameter: RegExp): string | undefined {
  const [, escaped, literal, plain] = parameter.exec(disposition ?? '') ?? [];
  const quoted = escaped?.includes('\\"') === true ? escaped.replaceAll(/\\(["\\])/g, '$1') : (escaped ?? literal);
  return quoted?.replaceAll('%22', '"') ?? plain;
}

/** What a request says of a file that it brings. */
export interface Upload {
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  /** In bytes. */
  readonly size: number;
}

/** Finds the files of a body: those of a form that have a name, or the body itself. Undefined for JSON, text and plain forms. */
export function uploadsOf(contentType: string, bytes: Buffer): (() => readonly Upload[]) | undefined {
  const type = essence(contentType);
  if (isJson(contentType) || type === 'application/x-www-form-urlencoded' || type.startsWith('text/')) return undefined;
  return type === 'multipart/form-data'
    ? () => filesIn(contentType, bytes)
    : () => [{ fileName: undefined, type, size: bytes.length }];
}

function filesIn(contentType: string, bytes: Buffer): readonly Upload[] {
  try {
    return parseMultipart(bytes, boundaryOf(contentType) ?? '')
      .filter(({ fileName }) => fileName !== undefined && fileName !== '')
      .map(({ fileName, type, bytes: { length } }) => ({ fileName, type, size: length }));
  } catch (error) {
    // Such a body is refused before its files are asked for.
    if (error instanceof MultipartError) return [];
    throw error;
  }
}
