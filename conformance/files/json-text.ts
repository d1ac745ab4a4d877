import { stringifyJson } from '../../openapi/contract';
import { withoutUnseen } from '../../openapi/program/printable';

/** The text of a JSON file. JSON lets characters stand as they are that a terminal would obey, or not show. */
export const jsonText = (value: unknown): string => `${withoutUnseen(stringifyJson(value, 2), escaped)}\n`;

/** The same as a part of a text, in one line. */
export const jsonLine = (value: unknown): string => withoutUnseen(stringifyJson(value), escaped);

/** RFC 8259 §7: beyond 16 bits as the two halves of a surrogate pair. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
