import fc, { type Arbitrary } from 'fast-check';
import { jsonMediaType, stringifyJson } from '../../../openapi/contract';
import { carriedBy, requirementFor, type Subject, validBodies } from '../subject';
import { CHUNKS, ENDS, FRAMINGS, LINES, METHODS, VERSIONS } from './malformed';
import { ownKey, withQuery } from './sent';
import { size } from './texts';

/** A request of which each line may be wrong. */
export function malformedRequest(subject: Subject, attack: string): Arbitrary<Buffer> {
  const { contract } = subject;
  const operations = contract.operations.filter(({ path }) => !path.includes('{'));
  const known = (operations.length === 0 ? contract.operations : operations).map((operation) => {
    const { headers, query } = carriedBy(requirementFor(contract, operation), ownKey(subject, attack));
    const target = withQuery(contract.prefix + operation.path, query);
    const key = headers.map(([name, value]) => `${name}: ${value}`);
    const [valid] = validBodies(operation);
    const media = jsonMediaType(operation.body?.content ?? []);
    const body = media === undefined ? '' : stringifyJson(valid);
    return { method: operation.method, target, key, body, type: `Content-Type: ${media?.type ?? 'application/json'}` };
  });
  const ofOne = ({ method, target, key, body, type }: (typeof known)[number]): Arbitrary<Buffer> => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    return fc
      .record({
        method: rarely(method, METHODS),
        target: targets(target),
        version: rarely('HTTP/1.1', VERSIONS),
        end: rarely('\r\n', ENDS),
        host: rarely<readonly string[]>(['Host: 127.0.0.1'], [[], ['Host: a', 'Host: b']]),
        key: rarely(key, [[]]),
        lines: fc.oneof(
          { weight: 6, arbitrary: fc.constant([]) },
          { weight: 6, arbitrary: fc.array(fc.constantFrom(...LINES), { maxLength: 3 }) },
          { weight: 1, arbitrary: longLine().map((line) => [line]) },
        ),
        framing: fc.oneof(
          { weight: 3, arbitrary: fc.constant<string>(body === '' ? '' : length) },
          { weight: 2, arbitrary: fc.constantFrom(...FRAMINGS) },
        ),
        body: fc.oneof(
          { weight: 2, arbitrary: fc.constant(body) },
          { weight: 1, arbitrary: fc.constantFrom(...CHUNKS) },
        ),
      })
      .map((parts) => {
        const framing = parts.framing === '' ? [] : [parts.framing];
        const start = `${parts.method} ${parts.target} ${parts.version}`;
        const lines = [start, ...parts.host, ...parts.key, ...(body === '' ? [] : [type]), ...parts.lines, ...framing];
        return Buffer.from([...lines, '', parts.body].join(parts.end), 'latin1');
      });
  };
  return fc.oneof(...known.map(ofOne));
}

const rarely = <Value>(usual: Value, others: readonly Value[]): Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const targets = (usual: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...[
          '*',
          '/',
          '',
          '//',
          '/ ',
          '/\t',
          '/\xe9',
          '/\0',
          'x',
          '?',
          '#',
          '/#',
          '127.0.0.1:80',
          'a:443',
          'http://',
          'http://a',
        ],
        ...[
          `http://a${usual}`,
          `https://a:1${usual}`,
          `HTTP://A${usual}`,
          `ftp://a${usual}`,
          `//a${usual}`,
          `${usual} x`,
          `${usual}\\`,
        ],
        ...[
          'http://[::1',
          'http://a:b@c/',
          '/%',
          '/../..',
          '/__admin',
          '/__admin/health',
          'http://a/__admin/health',
          '/\x7f',
        ],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '/a', '/-', '/%', '/?', '/a/'), size(20_000))
        .map(([unit, length]) => unit.repeat(length).slice(0, length)),
    },
  );

const longLine = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('X: ', 'Cookie: ', 'Authorization: Bearer ', 'Accept: ', 'Prefer: ', ''),
      fc.constantFrom('a', '-', ',', ';', '=', ' ', 'a=b;', 'X: y\r\n'),
      size(40_000),
    )
    .map(([name, unit, length]) => name + unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
