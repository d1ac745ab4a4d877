import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../../../openapi/contract';
import { type Subject, validTexts } from '../subject';
import { encoded } from './encoded';
import { hiddenKey } from './hidden-key';
import { anyText } from './texts';

/** Most characters of one value; Node takes 16 kB of head. */
export const MOST = 12_000;

/** The operation's path with any values, or another one near by. */
export function pathOf({ contract, keys }: Subject, { path, parameters }: Operation): Arbitrary<string> {
  const segments = path.split('/').slice(1);
  const made = segments.map((segment): Arbitrary<string> => {
    const parameter = parameters.find((one) => one.in === 'path' && segment.includes(`{${one.name}}`));
    const value = parameter === undefined ? undefined : textOf(parameter);
    return value === undefined ? fc.constant(segment) : value.map((text) => segment.replace(/\{[^}]*\}/g, () => text));
  });
  const plain = fc.tuple(...made).map((parts) => `${contract.prefix}/${parts.join('/')}`);
  const stray = fc.oneof(encoded(anyText(MOST)), encoded(hiddenKey(keys.shared)));
  return fc
    .oneof(
      { weight: 8, arbitrary: plain },
      { weight: 2, arbitrary: fc.tuple(plain, fc.constantFrom(...DETOURS)).map(([whole, detour]) => detour(whole)) },
      { weight: 1, arbitrary: fc.tuple(plain, stray).map(([whole, part]) => `${whole}/${part}`) },
      { weight: 1, arbitrary: stray.map((part) => `${contract.prefix}/${part}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('/', contract.prefix, `${contract.prefix}/`, '/docs', '/openapi.json', '//', '*'),
      },
    )
    .map((whole) => (whole === '*' ? '/*' : whole));
}

/** Other ways to write a path, and paths beside it. */
const DETOURS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}/${'a/'.repeat(1500)}`,
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://other.example:99999${path}`,
  (path) => `http:${path}`,
  (path) => `${path}#x`,
  (path) => `${path}\\`,
];

/** The text of a value, often valid. */
export const textOf = (parameter: Parameter): Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: encoded(fc.constantFrom(...validTexts(parameter), '1', '2')) },
    { weight: 3, arbitrary: encoded(anyText(MOST)) },
  );
