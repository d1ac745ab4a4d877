import fc, { type Arbitrary } from 'fast-check';
import type { Subject } from '../subject';
import { hiddenKey } from './hidden-key';
import { MOST } from './path';
import { anyText, longText } from './texts';

/** A text that a header may have: its bytes are visible, or spaces and tabs within. */
export const headerText = (): Arbitrary<string> =>
  fc.oneof(anyText(2000), longText(MOST)).map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').trim());

/** Headers that the mock looks at, and some that it does not. */
const NAMES = [
  ...[
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Origin',
    'Cookie',
    'Prefer',
    'Content-Type',
    'Referer',
    'User-Agent',
  ],
  ...[
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
  ],
  ...[
    'Range',
    'X-Forwarded-For',
    'X-Forwarded-Uri',
    'Forwarded',
    'X-HTTP-Method-Override',
    'Last-Event-ID',
    'Via',
    'Host',
  ],
  ...[
    'X-Api-Key',
    'X-A',
    '__proto__',
    'constructor',
    'Authorization',
    'Proxy-Authorization',
    'Connection',
    'Keep-Alive',
  ],
];

const PREFERENCES = [
  'code=404',
  'code=500',
  'code=503',
  'code=200',
  'code=999',
  'code=',
  'example=x',
  'code="404"',
  'code=404, example=x',
  'wait=1',
  ';;;,,,',
  'code=404;a=b',
  'CODE=404',
];

/** A header that the mock looks at, or not, with any value. */
export const header = ({ keys }: Subject): Arbitrary<readonly [string, string]> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(...keys.shared).map((key): [string, string] => [key.replaceAll(/[/=]/g, ''), 'a']),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom(...NAMES.filter((name) => name !== 'Connection' && name !== 'Host')),
        headerText(),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom(...NAMES.filter((name) => name !== 'Connection')),
        hiddenKey([keys.token, ...keys.shared]),
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...PREFERENCES).map((value): [string, string] => ['Prefer', value]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('close', 'keep-alive', 'x', 'Keep-Alive, X-A')
        .map((value): [string, string] => ['Connection', value]),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('null', 'http://evil.example', 'file://', 'http://127.0.0.1')
        .map((value): [string, string] => ['Origin', value]),
    },
  );
