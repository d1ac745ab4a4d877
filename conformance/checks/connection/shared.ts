import { successOf, textOf } from '../../../openapi/contract';
import { type Connection, type Exchange, outcomeOf } from '../../exchange/exchange';
import { idOf, type JsonRecord, sameJson } from '../../records/records';
import { type CaseContext, type Check, casesOf, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, narrowQuery, rarestChoices, readRecord, tryToCreate } from '../../steps/records';
import { fail, missing, operationClause, PASS, skip, type Verdict } from '../../verdict/verdict';

/** Records are of the server, not of a connection. */
export const connectionShared: Check = {
  id: 'connection.shared',
  isShownByFew: true,
  title: 'A record created over one connection can be read over every other',
  level: 'MUST',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.idProperty !== undefined &&
    (purpose.resource.operations.read ?? purpose.resource.operations.list) !== undefined,
  clause: ({ operation }) => operationClause(operation, 'A created record can be read and listed from then on.'),
  cases: () => casesOf({ 'over one that has asked before, and over a fresh one': run }),
};

async function run(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const own = over(context, context.newConnection());
  const other = over(context, context.newConnection());
  const fresh = over(context, 'fresh');
  const choices = rarestChoices(context);
  const query = narrowQuery(resource, choices);

  // So that a connection is found out that goes on showing what it has shown before.
  await requestWholeList(other, resource, query);
  const { exchange: created, id } = await createRecord(own, choices);

  /** Whether the other connection shows the record as its own does; nothing where that can't be said. */
  const compare = async (how: 'listed' | 'read', by: CaseContext): Promise<readonly Verdict[]> => {
    const look = (at: CaseContext): Promise<Look> =>
      how === 'listed' ? lookIntoList(at, query, id) : lookAtRecord(at, id);
    const { exchange, isThere } = await look(by);
    if (exchange === undefined || isThere === undefined) return [];
    if (isThere) return [PASS];
    if ((await look(own)).isThere !== true) return [skip('over its own connection it is not there either')];
    // It may have come to the lists between the two.
    if ((await look(by)).isThere !== false) return [skip('it was there a little later')];
    return [
      fail({
        expected: `the record ${textOf(id)}, as over the connection that created it`,
        actual: how === 'listed' ? 'a list without it' : outcomeOf(exchange),
        exchanges: [created, exchange],
        key: how,
        topic: missing(resource, id),
      }),
    ];
  };
  const verdicts = [
    ...(await compare('listed', other)),
    ...(await compare('read', other)),
    ...(await compare('read', fresh)),
  ];
  // The relation of ids judges whether connections count apart.
  await tryToCreate(fresh);
  const [first = skip('the replies show nothing to judge')] = verdicts;
  return verdicts.find(({ outcome }) => outcome === 'fail') ?? first;
}

/** A context whose requests go over this connection, also those of steps. */
const over = (context: CaseContext, connection: Connection): CaseContext => ({
  ...context,
  send: (request) => context.send({ connection, ...request }),
});

/** Whether a record was shown; undefined where an exchange does not tell. */
interface Look {
  readonly exchange?: Exchange;
  readonly isThere?: boolean;
}

async function lookAtRecord(context: CaseContext, id: unknown): Promise<Look> {
  const seen = await readRecord(context, resourceOf(context), id);
  if (seen === undefined) return {};
  const { exchange } = seen;
  const status = exchange.response?.status;
  const isThere = status === successOf(exchange.request.operation)?.status;
  return isThere || status === 404 ? { exchange, isThere } : {};
}

async function lookIntoList(context: CaseContext, query: JsonRecord, id: unknown): Promise<Look> {
  const resource = resourceOf(context);
  const listed = await requestWholeList(context, resource, query);
  if (listed?.listing === undefined) return {};
  const { exchange, listing } = listed;
  const isThere = listing.records.some((record) => sameJson(idOf(record, resource), id));
  return isThere || listing.isWhole ? { exchange, isThere } : {};
}
