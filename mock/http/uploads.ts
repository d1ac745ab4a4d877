import { essence, isJson } from '../../openapi/contract';
import { boundaryOf, MultipartError, parseMultipart } from './multipart';

/** What a request says of a file that it brings. */
export interface Upload {
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  /** In bytes. */
  readonly size: number;
}

/**
 * Finds the files of a body: those of a form that have a name, or the body itself where it is no form, JSON or text.
 *
 * @returns undefined for a body that can have none
 */
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
    // Such a body is refused before anybody asks for its files.
    if (error instanceof MultipartError) return [];
    throw error;
  }
}
