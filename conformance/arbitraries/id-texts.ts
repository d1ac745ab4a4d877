/** A text in the place of an id, as it stands in a path, and the one number that a server may take it for. */
export interface IdText {
  readonly what: string;
  readonly text: string;
  /** Undefined where it is no number. */
  readonly value: bigint | undefined;
}

/** A way to write a number that a JSON integer is never written in. A server refuses it, or takes it for that number. */
export interface Spelling {
  readonly what: string;
  readonly write: (id: bigint) => string;
  readonly value: (id: bigint) => bigint;
  /** What another number a careless reader takes it for; undefined where it is the same one, or none. */
  readonly misread?: (id: bigint) => bigint | undefined;
}

export const SPELLINGS: readonly Spelling[] = [
  { what: 'a leading zero', write: (id) => signed(id, `0${magnitude(id)}`), value: same, misread: inOctal },
  { what: 'a plus sign', write: (id) => `+${id}`, value: same },
  { what: 'a fraction of zero', write: (id) => `${id}.0`, value: same },
  { what: 'an exponent', write: (id) => `${id}e1`, value: (id) => id * 10n },
  { what: 'a hexadecimal number', write: (id) => signed(id, `0x${hexadecimal(id)}`), value: same, misread: byDigits },
  { what: 'space around it', write: (id) => `%20${id}%20`, value: same },
  { what: 'a NUL behind it', write: (id) => `${id}%00`, value: same },
];

function same(id: bigint): bigint {
  return id;
}

function inOctal(id: bigint): bigint | undefined {
  return id > 7n && /^[0-7]+$/.test(String(id)) ? BigInt(`0o${id}`) : undefined;
}

function byDigits(id: bigint): bigint | undefined {
  return id > 9n && /^\d+$/.test(hexadecimal(id)) ? BigInt(hexadecimal(id)) : undefined;
}

const signed = (id: bigint, digits: string): string => `${id < 0n ? '-' : ''}${digits}`;
const magnitude = (id: bigint): bigint => (id < 0n ? -id : id);
const hexadecimal = (id: bigint): string => magnitude(id).toString(16);

/** Texts that no record has for an id. */
export const NO_IDS: readonly IdText[] = [
  { what: 'the name __proto__', text: '__proto__', value: undefined },
  { what: 'the name constructor', text: 'constructor', value: undefined },
  { what: 'a percent sign that encodes nothing', text: '%zz', value: undefined },
  { what: 'a byte that is no UTF-8', text: '%ff', value: undefined },
  { what: '2,000 digits', text: '9'.repeat(2000), value: undefined },
];
