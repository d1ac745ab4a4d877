import {
  type Contract,
  createMatcher,
  isObject,
  JsonError,
  parseJson,
  partAt,
  type Resource,
  textOf,
} from '../../openapi/contract';
import { credentialOf, type ListedFinding, type SavedExchange } from '../comparison/saved';
import { type Connection, type Exchange, isSuccess, type Request } from '../exchange/exchange';
import { idOf, recordOf } from '../records/records';
import type { CaseContext, Check } from '../steps/check';
import { operationClause } from '../verdict/verdict';

/** Whether the exchanges of a finding can be sent again as they were. */
export const isSendable = ({ exchanges }: ListedFinding): boolean =>
  exchanges.length > 0 &&
  exchanges.every(
    ({ request, atOnce }) => request.altered !== true && atOnce === undefined && request.credential !== 'limit',
  );

/**
 * Sends the exchanges of a finding again, in their order. What they create has another id than it had: later paths that name
 * the old one name the new one. Oracles and relations judge them as they judge every exchange.
 */
export const resending = (finding: ListedFinding, id: string): Check => ({
  id,
  title: 'What showed a finding is sent again',
  level: 'MUST',
  applies: ({ operation }) => operation.id === finding.operation,
  clause: ({ operation }) => operationClause(operation, 'The operation keeps the contract.'),
  cases: () => [
    { name: 'its exchanges', tier: 1, cost: finding.exchanges.length, run: (context) => sendAll(context, finding) },
  ],
});

async function sendAll(context: CaseContext, { exchanges, connection }: ListedFinding): Promise<readonly []> {
  const over = connection === 'kept' ? context.newConnection() : undefined;
  const ids = new Map<string, string>();
  for (const saved of exchanges) {
    const request = requestOf(saved, ids, context.contract, over);
    if (request === undefined) return [];
    noteId(saved, await context.send(request), ids, context.contract);
  }
  return [];
}

/** Undefined where the contract has no such operation any more. */
function requestOf(
  { request: { method, target, headers, body, credential } }: SavedExchange,
  ids: ReadonlyMap<string, string>,
  { operations }: Contract,
  connection: Connection | undefined,
): Request | undefined {
  const [path = '', ...query] = target.split('?');
  const now = path
    .split('/')
    .map((part) => ids.get(part) ?? part)
    .join('/');
  const found = createMatcher({ prefix: '', operations })(method, now);
  if (found.kind !== 'operation') return undefined;
  return {
    operation: found.operation,
    method,
    target: [now, ...query].join('?'),
    path: found.pathParameters,
    headers,
    body,
    credential: credentialOf(credential),
    ...(connection === undefined ? {} : { connection }),
  };
}

/** Which id a create has given now in the place of the one that it gave then. */
function noteId(saved: SavedExchange, exchange: Exchange, ids: Map<string, string>, { resources }: Contract): void {
  const resource = resources.find(({ operations }) => operations.create === exchange.request.operation);
  if (resource === undefined || !isSuccess(exchange)) return;
  const [was, is] = [savedId(saved, resource), idOf(recordOf(exchange, resource) ?? {}, resource)];
  if (was !== undefined && is !== undefined) ids.set(inPath(was), inPath(is));
}

function savedId({ response }: SavedExchange, resource: Resource): unknown {
  try {
    const value = partAt(parseJson(response?.body ?? ''), resource.shown.create ?? []);
    return isObject(value) ? idOf(value, resource) : undefined;
  } catch (error) {
    // It is none, or only its beginning was kept.
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

const inPath = (id: unknown): string => encodeURIComponent(textOf(id));
