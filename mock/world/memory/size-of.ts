const HEADER = 16;
/** A slot of an object with what its shape, and the room that V8 leaves for further members, take. */
const MEMBER = 24;
/** A number that is no small integer, and a `bigint` of 64 bits. */
const NUMBER = 24;

/**
 * About how many bytes a JSON value takes in V8's heap. It is asked about every record that is stored, and so makes no text
 * and no list.
 */
export function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return sizeOfText(value);
    case 'number':
      return Number.isInteger(value) ? 0 : NUMBER;
    case 'bigint':
      return NUMBER;
    case 'object':
      return value === null ? 0 : sizeOfParts(value);
    default:
      return 0;
  }
}

function sizeOfParts(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 8 + sizeOf(item), 2 * HEADER);
  let size = 3 * HEADER;
  // The cast is true: these are the names of its own members, since JSON makes plain objects.
  for (const name in value) size += MEMBER + name.length + sizeOf((value as Readonly<Record<string, unknown>>)[name]);
  return size;
}

/** Texts of up to so many characters count as if each took two bytes, which costs less than a look at them. */
const SHORT = 12;

/**
 * A text takes a byte for each character where all are below U+0100, and else two. One that a parser has put together
 * piece by piece is a tree of many times that, until somebody looks into it, as is done here.
 */
export function sizeOfText(text: string): number {
  const { length } = text;
  return HEADER + (length <= SHORT || WIDE.test(text) ? 2 * length : length);
}

const WIDE = /[^\0-\xff]/;
