import fc, { type Arbitrary } from 'fast-check';
import { malformedRequest } from '../arbitraries/malformed-request';
import { size } from '../arbitraries/texts';
import type { Attempt, Ending } from '../model';
import type { Attack } from './model';

/** Bytes that break the rules of HTTP, or keep them strangely, each on a connection of its own. */
export const raw: Attack = {
  name: 'raw',
  title: 'bytes that are no HTTP, or nearly; connections that end early, or never',
  share: 20,
  phase: 'side by side',
  attempts(subject) {
    const request = malformedRequest(subject, raw.name);
    const bytes = fc.oneof(
      { weight: 8, arbitrary: request },
      { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 5 }).map((all) => Buffer.concat(all)) },
      { weight: 3, arbitrary: fc.tuple(request, damages()).map(([whole, hurt]) => hurt(whole)) },
      { weight: 1, arbitrary: garbage() },
    );
    return fc.tuple(bytes, cuts(), ending()).map(([whole, places, how]) => attempt(whole, places, how));
  },
};

const attempt = (whole: Buffer, places: readonly number[], ending: Ending): Attempt => ({
  parts: apart(whole, places),
  ending,
  request: undefined,
});

const ending = (): Arbitrary<Ending> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant<Ending>('end') },
    { weight: 2, arbitrary: fc.constant<Ending>('leave') },
    { weight: 1, arbitrary: fc.constant<Ending>('hold') },
  );

/** Where the bytes are cut into parts, in thousandths. */
const cuts = (): Arbitrary<readonly number[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }) },
  );

function apart(whole: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = [...new Set(places.map((place) => Math.floor((whole.length * place) / 1000)))].sort(
    (one, other) => one - other,
  );
  return [0, ...at].map((from, place) => whole.subarray(from, at[place])).filter(({ length }) => length > 0);
}

/** Bytes changed, cut off, doubled, or put in front. */
const damages = (): Arbitrary<(whole: Buffer) => Buffer> =>
  fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 1000 }), fc.nat({ max: 255 })).map(([kind, place, byte]) => (whole) => {
    const at = Math.floor((whole.length * place) / 1001);
    const one = Buffer.of(byte);
    const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
    if (kind === 0) return before;
    if (kind === 1) return Buffer.concat([before, one, after.subarray(1)]);
    if (kind === 2) return Buffer.concat([before, one, after]);
    if (kind === 3) return Buffer.concat([before, after.subarray(1)]);
    return Buffer.concat([one, Buffer.from('\r\n'), whole]);
  });

/** The greeting of TLS, the prefaces of other protocols, any bytes. */
const garbage = (): Arbitrary<Buffer> =>
  fc.oneof(
    fc.constantFrom(
      Buffer.from('16030100a5010000a10303', 'hex'),
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from('EHLO a\r\n'),
      Buffer.from('\r\n\r\n\r\n'),
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      Buffer.alloc(0),
    ),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(fc.nat({ max: 255 }), size(70_000)).map(([byte, length]) => Buffer.alloc(length, byte)),
  );
