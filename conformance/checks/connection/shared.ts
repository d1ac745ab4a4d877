import { successOf } from '../../../openapi/contract';
import { type Connection, type Exchange, outcomeOf } from '../../exchange/exchange';
import { idOf, type JsonRecord, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, rarestChoices, tryToCreate } from '../../steps/records';
import { fail, missing, operationClause, PASS, skip, type Verdict } from '../../verdict/verdict';

/** Records are of the server, not of a connection. */
export const connectionShared: Check = {
  id: 'connection.shared',
  title: 'What is created over one connection is there over every other',
  level: 'MUST',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.idProperty !== undefined &&
    (purpose.resource.operations.read ?? purpose.resource.operations.list) !== undefined,
  clause: ({ operation }) => operationClause(operation, 'A created record can be read and listed from then on.'),
  cases: () => [{ name: 'over one that has asked before, and over a fresh one', tier: 2, run }],
};

async function run(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return [];
  const own = over(context, context.newConnection());
  const other = over(context, context.newConnection());
  const fresh = over(context, 'fresh');
  const choices = rarestChoices(context);
  const [filter] = resource.filters.filter(({ property }) => choices[property] !== undefined);
  const query = filter === undefined ? {} : { [filter.parameter.name]: choices[filter.property] };

  // So that a connection is found out that goes on showing what it has shown before.
  await requestWholeList(other, resource, query);
  const made = await createRecord(own, choices);
  const id = idOf(made.record, resource);
  const verdicts: (Verdict | undefined)[] = [
    await compare('listed', made.exchange, id, own, other, (by) => isListed(by, query, id)),
    await compare('read', made.exchange, id, own, other, (by) => isRead(by, id)),
    await compare('read', made.exchange, id, own, fresh, (by) => isRead(by, id)),
  ];
  // The relation of ids judges whether connections count apart.
  await tryToCreate(fresh);
  const judged = verdicts.filter((verdict) => verdict !== undefined);
  return judged.find(({ outcome }) => outcome === 'fail') ?? judged[0] ?? skip('the replies show nothing to judge');
}

/** A context whose requests go over this connection, also those of steps. */
const over = (context: CaseContext, connection: Connection): CaseContext => ({
  ...context,
  send: (request) => context.send({ connection, ...request }),
});

/** Whether a record was shown; undefined where an exchange does not tell. */
interface Look {
  readonly exchange: Exchange;
  readonly isThere: boolean | undefined;
}

async function compare(
  how: 'listed' | 'read',
  created: Exchange,
  id: unknown,
  own: CaseContext,
  other: CaseContext,
  look: (by: CaseContext) => Promise<Look | undefined>,
): Promise<Verdict | undefined> {
  const { resource } = own.subject.purpose ?? {};
  const seen = await look(other);
  if (resource === undefined || seen?.isThere === undefined) return undefined;
  if (seen.isThere) return PASS;
  if ((await look(own))?.isThere !== true) return skip('over its own connection it is not there either');
  // It may have come to the lists between the two.
  if ((await look(other))?.isThere !== false) return skip('it was there a little later');
  return fail({
    expected: `the record ${String(id)}, as over the connection that created it`,
    actual: how === 'listed' ? 'a list without it' : outcomeOf(seen.exchange),
    exchanges: [created, seen.exchange],
    key: how,
    topic: missing(resource, id),
  });
}

async function isRead(context: CaseContext, id: unknown): Promise<Look | undefined> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return undefined;
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const { response } = exchange;
  const isFound = response?.status === successOf(read)?.status;
  return { exchange, isThere: isFound || response?.status === 404 ? isFound : undefined };
}

async function isListed(context: CaseContext, query: JsonRecord, id: unknown): Promise<Look | undefined> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return undefined;
  const listed = await requestWholeList(context, resource, query);
  if (listed?.listing === undefined) return undefined;
  const isThere = listed.listing.records.some((record) => sameJson(idOf(record, resource), id));
  return { exchange: listed.exchange, isThere: isThere || listed.listing.isWhole ? isThere : undefined };
}
