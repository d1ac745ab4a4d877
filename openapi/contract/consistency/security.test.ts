import { contractOf, shippedWith } from '../testing/documents';

const SCHEMES = '/components/securitySchemes';

/** The warnings of a document with these schemes and requirements. */
async function warningsOf(
  schemes: Readonly<Record<string, object>>,
  security: readonly object[],
): Promise<readonly string[]> {
  const changes = { '/openapi': '3.1.0', [SCHEMES]: schemes, '/security': security };
  const { warnings } = await contractOf(shippedWith(changes));
  return warnings.map(({ pointer, problem, remedy }) => `${pointer}: ${problem} ${remedy}`);
}

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const OTHERS_COUNT = 'It counts for nothing: the other schemes alone are asked for.';
const OPEN = 'It counts for nothing, so what asks for nothing else is open to everybody.';

describe('a warning says what of security is not judged, and what is done instead:', () => {
  test('mutual TLS, by itself and beside others', async () => {
    const of = (security: readonly object[]) => warningsOf({ client: { type: 'mutualTLS' }, key: KEY }, security);
    const problem = `${SCHEMES}/client/type: mutual TLS takes place before any request, and is not judged.`;
    expect(await of([{ client: [] }])).toEqual([`${problem} ${OPEN}`]);
    expect(await of([{ client: [], key: [] }])).toEqual([`${problem} ${OTHERS_COUNT}`]);
    expect(await of([{ client: [] }, { key: [] }])).toEqual([`${problem} ${OTHERS_COUNT}`]);
    expect(await of([{ key: [] }])).toEqual([]);
  });

  test('a scheme that nobody describes, wherever it is named', async () => {
    const [warning, ...others] = await warningsOf({ key: KEY }, [{ kay: [] }, { kay: [] }]);
    expect([warning, others]).toEqual([`/security/0/kay: there is no security scheme "kay". ${OPEN}`, []]);
  });

  test('an HTTP scheme of another name, unless a caller is let in otherwise', async () => {
    const schemes = { odd: { type: 'http', scheme: 'Token' }, key: KEY };
    const told = `${SCHEMES}/odd/scheme: how a credential is sent by the scheme "Token" is not known here. A key is sent and taken as it is, in "Authorization: Token <key>".`;
    expect(await warningsOf(schemes, [{ odd: [] }])).toEqual([told]);
    expect(await warningsOf(schemes, [{ odd: [] }, { key: [] }])).toEqual([]);
  });
});
