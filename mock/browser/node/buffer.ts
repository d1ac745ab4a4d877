type Encoding = 'utf8' | 'latin1' | 'base64' | 'hex' | 'utf16le';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** As Node decodes it: the lower bytes up to the first `=`, in either alphabet of RFC 4648, and over all other characters. */
function* bytesOfBase64(text: string): Generator<number> {
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = String.fromCharCode(text.charCodeAt(at) & 0xff);
    if (character === '=') return;
    const value = ALPHABET.indexOf(character === '-' ? '+' : character === '_' ? '/' : character);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    yield (bits >> count) & 0xff;
  }
}

const WRITE: Readonly<Record<string, (text: string) => Iterable<number>>> = {
  utf8: (text) => new TextEncoder().encode(text),
  latin1: (text) => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
  base64: bytesOfBase64,
};

/** So many at once are the arguments of one call. */
const AT_ONCE = 2 ** 13;

function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return text;
}

const READ: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  utf8: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  latin1: latin1Of,
  base64: (bytes) => btoa(latin1Of(bytes)),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  utf16le(bytes) {
    let text = '';
    // A half at the end is none.
    for (let at = 0; at + 1 < bytes.length; at += 2)
      text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
    return text;
  },
};

/** `Buffer` of Node, as far as the mock uses it; what it has not is none of a `Uint8Array` either, and a test of the page fails. */
class PageBuffer extends Uint8Array {
  /** Node takes smaller ones out of a larger one; here each has its own. */
  static get poolSize(): number {
    return 8192;
  }

  static override from(
    given: string | ArrayLike<number> | Iterable<number> | ArrayBufferLike,
    encoding: unknown = 'utf8',
    length?: number,
  ): PageBuffer {
    if (typeof given === 'string') return new PageBuffer(WRITE[String(encoding)]?.(given) ?? []);
    if (!(given instanceof ArrayBuffer)) return new PageBuffer(given as ArrayLike<number>);
    return new PageBuffer(given, typeof encoding === 'number' ? encoding : 0, length);
  }

  static alloc(length: number): PageBuffer {
    return new PageBuffer(length);
  }

  static allocUnsafe(length: number): PageBuffer {
    return new PageBuffer(length);
  }

  static concat(list: readonly Uint8Array[], total = list.reduce((sum, { length }) => sum + length, 0)): PageBuffer {
    const whole = new PageBuffer(total);
    let at = 0;
    for (const part of list) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  static byteLength(given: string | Uint8Array): number {
    return typeof given === 'string' ? new TextEncoder().encode(given).length : given.length;
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    return READ[encoding](this.subarray(start, end));
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, index) => byte === other[index]);
  }

  override indexOf(given: number | string | Uint8Array, from = 0): number {
    if (typeof given === 'number') return super.indexOf(given, from);
    const mark = PageBuffer.from(given);
    const [first] = mark;
    if (first === undefined) return Math.min(from, this.length);
    for (let at = super.indexOf(first, from); at >= 0; at = super.indexOf(first, at + 1)) {
      if (mark.every((byte, index) => byte === this[at + index])) return at;
    }
    return -1;
  }

  /** As many whole characters as there is room for. @returns how many bytes they are */
  write(text: string): number {
    return new TextEncoder().encodeInto(text, this).written;
  }

  copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, end);
    target.set(part, at);
    return part.length;
  }

  readBigUInt64BE(): bigint {
    return new DataView(this.buffer, this.byteOffset).getBigUint64(0);
  }
}

export { PageBuffer as Buffer };
