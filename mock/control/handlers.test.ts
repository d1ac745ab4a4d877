import { CONTROL_DOCUMENT, type Contract, loadContract, type Operation } from '../../openapi/contract';
import { HANDLERS } from './handlers';

const SESSION = '/sessions/{sessionId}';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(CONTROL_DOCUMENT);
});

const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(`${SESSION}/`, '/')}`;
const operationAt = (method: string, path: string): Operation | undefined =>
  contract.operations.find((operation) => operation.method === method && operation.path === path);

test('every operation of the document has a handler, and every handler an operation', () => {
  expect(Object.keys(HANDLERS).sort()).toEqual([...new Set(contract.operations.map(nameOf))].sort());
});

test('every path of the default world exists for a session too, and a session has no others', () => {
  const pathsOf = (operations: readonly Operation[]) =>
    operations.map(({ method, path }) => `${method} ${path}`).sort();
  // Whether the process is ready is no matter of a world.
  const outside = contract.operations.filter(({ path }) => !/^\/(sessions|health\/)/.test(path));
  const below = contract.operations.filter(({ path }) => path.startsWith(`${SESSION}/`));
  expect(pathsOf(below)).toEqual(
    pathsOf(outside.map((operation) => ({ ...operation, path: `${SESSION}${operation.path}` }))),
  );
});

test("both take and reply the same, except for the session's id and its 404", () => {
  const twins = contract.operations.flatMap((outside) => {
    const below = operationAt(outside.method, `${SESSION}${outside.path}`);
    return below === undefined || outside.path.startsWith('/sessions') ? [] : [{ outside, below }];
  });
  expect(twins.length).toBeGreaterThan(15);
  for (const { outside, below } of twins) {
    expect(below.parameters.filter(({ name }) => name !== 'sessionId').map(withoutPlace)).toEqual(
      outside.parameters.map(withoutPlace),
    );
    expect(below.parameters.map(({ name }) => name)).toContain('sessionId');
    expect(withoutPlace(below.body)).toEqual(withoutPlace(outside.body));
    const isOfSession = ({ status }: Operation['replies'][number]) =>
      status !== 404 || outside.replies.some((reply) => reply.status === 404);
    expect(below.replies.filter(isOfSession).map(withoutPlace)).toEqual(outside.replies.map(withoutPlace));
    expect(below.replies.map(({ status }) => status)).toContain(404);
    expect(below.summary).toBe(outside.summary);
    expect(below.security).toEqual(outside.security);
  }
});

/** Without the pointers into the document, which differ for the two paths. */
function withoutPlace(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part ?? null, (name, value: unknown) => (name === 'pointer' ? undefined : value)));
}
