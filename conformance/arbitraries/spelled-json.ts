import { stringifyJson } from '../../openapi/contract';

/** A way to write JSON that means the same to every reader (RFC 8259), and another media type for it. */
export interface Style {
  readonly what: string;
  /** Writes one member of an object; left out: as usual. */
  readonly member?: (name: string, value: unknown) => string;
  /** Puts members together. */
  readonly object?: (members: readonly string[]) => string;
  /** What is appended to the media type. */
  readonly parameter?: string;
}

export const STYLES: readonly Style[] = [
  { what: 'white space around everything', object: (members) => `\r\n\t {\n ${members.join(' ,\t')} \r\n}\n` },
  { what: 'escaped characters in texts', member: (name, value) => `${JSON.stringify(name)}:${escapedText(value)}` },
  { what: 'escaped characters in names', member: (name, value) => `${escapedText(name)}:${stringifyJson(value)}` },
  { what: 'its members in another order', object: (members) => `{${members.toReversed().join()}}` },
  { what: 'a charset', parameter: ';charset=utf-8' },
];

/** All of them at once. */
export const EVERY_STYLE: Style = {
  what: 'white space, escaped characters, another order and a charset',
  member: (name, value) => `${escapedText(name)} : ${escapedText(value)}`,
  object: (members) => `\r\n\t {\n ${members.toReversed().join(' ,\t')} \r\n}\n`,
  parameter: ';charset=utf-8',
};

/** An object in a style. */
export function written(
  body: Readonly<Record<string, unknown>>,
  { member = usualMember, object = usualObject }: Style,
): string {
  return object(Object.entries(body).map(([name, value]) => member(name, value)));
}

const usualMember = (name: string, value: unknown): string => `${JSON.stringify(name)}:${stringifyJson(value)}`;
const usualObject = (members: readonly string[]): string => `{${members.join()}}`;

/** JSON in which the first character of a text is escaped. */
function escapedText(value: unknown): string {
  if (typeof value !== 'string' || value === '') return stringifyJson(value);
  return `"${escaped(value.slice(0, 1))}${JSON.stringify(value.slice(1)).slice(1)}`;
}

/** A text in ASCII, each UTF-16 unit escaped: two for a character beyond the Basic Multilingual Plane. */
export const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
