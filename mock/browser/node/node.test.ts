import * as crypto from 'node:crypto';
import * as http from 'node:http';
import * as net from 'node:net';
import { StringDecoder as Decoder } from 'node:string_decoder';
import { setTimeout } from 'node:timers/promises';
import * as util from 'node:util';
import fc from 'fast-check';
import { character } from '../../../openapi/program/testing/texts';
import { Buffer as PageBuffer } from './buffer';
import * as pageCrypto from './crypto';
import * as pageHttp from './http';
import * as pageNet from './net';
import { StringDecoder } from './string-decoder';
import { setTimeout as pageSetTimeout, setImmediate } from './timers-promises';
import * as pageUtil from './util';

const fails = (act: () => void): boolean => {
  try {
    act();
    return false;
  } catch {
    return true;
  }
};

describe('what stands for a module of Node in a page does as that', () => {
  test('node:crypto', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sha1', 'sha256'),
        fc.string({ unit: character, maxLength: 200 }),
        (algorithm, text) => {
          for (const encoding of ['hex', 'base64url', 'buffer'] as const) {
            expect(pageCrypto.hash(algorithm, text, encoding)).toEqual(crypto.hash(algorithm, text, encoding));
          }
          const [sum, expected] = [pageCrypto.createHash(algorithm), crypto.createHash(algorithm)];
          expect(sum.update(text).update('more').digest('hex')).toBe(
            expected.update(text).update('more').digest('hex'),
          );
        },
      ),
    );
    const bytes = pageCrypto.randomBytes(32);
    expect(pageCrypto.timingSafeEqual(bytes, Uint8Array.from(bytes))).toBe(true);
    expect(pageCrypto.timingSafeEqual(bytes, pageCrypto.randomBytes(32))).toBe(false);
  });

  test('node:http', () => {
    expect(pageHttp.STATUS_CODES).toEqual(http.STATUS_CODES);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: character }), fc.string()), (text) => {
        expect(fails(() => pageHttp.validateHeaderName(text))).toBe(fails(() => http.validateHeaderName(text)));
        expect(fails(() => pageHttp.validateHeaderValue('a', text))).toBe(
          fails(() => http.validateHeaderValue('a', text)),
        );
      }),
    );
  });

  test('node:net', () => {
    const parts = fc.oneof(
      fc.ipV4(),
      fc.stringMatching(/^[0-9.]{5,12}$/),
      fc.constantFrom('127.0.0.01', '256.1.1.1', ''),
    );
    fc.assert(fc.property(parts, (text) => pageNet.isIPv4(text) === net.isIPv4(text)));
  });

  test('node:util, for JSON', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.oneof(value, fc.constant('same')), (one, given) => {
        const other = given === 'same' ? structuredClone(one) : given;
        expect(pageUtil.isDeepStrictEqual(one, other)).toBe(util.isDeepStrictEqual(one, other));
      }),
    );
    expect(pageUtil.isDeepStrictEqual({ a: [1n, undefined] }, { a: [1n, undefined] })).toBe(true);
    expect(pageUtil.isDeepStrictEqual({ a: undefined }, { b: undefined })).toBe(false);
  });

  test('node:string_decoder', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 20 }), fc.nat(60), (text, cut) => {
        const bytes = Buffer.from(text).subarray(0, cut);
        expect(new StringDecoder().write(bytes)).toBe(new Decoder('utf8').write(bytes));
      }),
    );
  });

  test('node:timers/promises', async () => {
    expect(await pageSetTimeout(1, 'later')).toBe('later');
    expect(await setImmediate('soon')).toBe('soon');
    const signal = AbortSignal.timeout(5);
    const [found, expected] = await Promise.all(
      [pageSetTimeout, setTimeout].map((wait) => wait(60_000, 1, { signal }).catch((error: Error) => error.name)),
    );
    expect(found).toBe(expected);
  });

  test('node:buffer, as far as it is used', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.string({ unit: character }), (bytes, text) => {
        const [found, expected] = [PageBuffer.from(bytes), Buffer.from(bytes)];
        for (const encoding of ['utf8', 'latin1', 'base64', 'utf16le', 'hex'] as const) {
          expect(found.toString(encoding)).toBe(expected.toString(encoding));
          expect(found.toString(encoding, 2, 7)).toBe(expected.toString(encoding, 2, 7));
        }
        for (const encoding of ['utf8', 'base64', 'latin1'] as const) {
          expect([...PageBuffer.from(text, encoding)]).toEqual([...Buffer.from(text, encoding)]);
        }
        expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
        const whole = [PageBuffer.from(text), found, PageBuffer.from('-'), found];
        expect([...PageBuffer.concat(whole)]).toEqual([...Buffer.concat(whole)]);
        for (const from of [0, 1, 9]) {
          expect(PageBuffer.concat(whole).indexOf(found, from)).toBe(Buffer.concat(whole).indexOf(bytes, from));
        }
        const [room, expectedRoom] = [PageBuffer.alloc(7), Buffer.alloc(7)];
        expect([room.write(text), ...room]).toEqual([expectedRoom.write(text), ...expectedRoom]);
        expect(found.equals(bytes)).toBe(true);
        expect(found.subarray(1)).toBeInstanceOf(PageBuffer);
      }),
    );
    expect(PageBuffer.from('12345678').readBigUInt64BE()).toBe(Buffer.from('12345678').readBigUInt64BE());
  });
});
