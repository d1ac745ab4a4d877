import { documents, type Operation, type Resource, successOf } from '../../../openapi/contract';
import { type Exchange, outcomeOf } from '../../exchange/exchange';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { wrapped } from '../../requests/valid';
import { differenceOf } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { type Host, hostsOf } from '../../steps/paths';
import type { Made } from '../../steps/records';
import { createRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, PASS, type Verdict } from '../../verdict/verdict';
import { otherValues } from './change';

/** What lies below one record is neither shown below another nor changed through it. */
export const belowApart: Check = {
  id: 'below.apart',
  title: 'What lies below one record is not shown below another',
  level: 'MUST',
  applies: ({ contract, purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.idProperty !== undefined &&
    hostsOf(contract, purpose.resource).some(isMade),
  clause: ({ operation }) => ({
    sentence: 'A path below a record leads to what lies below that record alone.',
    pointer: operation.pointer,
  }),
  cases: ({ contract, purpose }) =>
    purpose === undefined
      ? []
      : hostsOf(contract, purpose.resource)
          .filter(isMade)
          .map((host) => ({
            name: `another of ${host.resource.name}`,
            tier: 1,
            run: (context) => judge(context, host),
          })),
};

const isMade = ({ resource: { operations, idProperty } }: Host): boolean =>
  operations.create !== undefined && idProperty !== undefined;

async function judge(context: CaseContext, { resource: above, parameter }: Host): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { create } = above.operations;
  if (resource === undefined || create === undefined) return PASS;
  const made = await createRecord(context);
  const subject = { ...context.subject, operation: create, purpose: { resource: above, role: 'create' as const } };
  const other = await createRecord({ ...context, subject });
  const place = { ...made.exchange.request.path, [parameter]: idOf(other.record, above) };
  return (
    (await judgeRead(context, resource, made, place)) ??
    (await judgeList(context, resource, made, place)) ??
    (await judgeChanges(context, resource, made, place)) ??
    PASS
  );
}

type Place = Readonly<Record<string, unknown>>;

/** Whether what is shown is the record that was made, as it was made. */
const isAsMade = (resource: Resource, made: Made, record: JsonRecord, shownBy: Exchange): boolean =>
  keyOf(idOf(record, resource)) === keyOf(idOf(made.record, resource)) &&
  differenceOf(resource, { record: made.record, shownBy: made.exchange }, { record, shownBy }) === undefined;

/**
 * Below another record an id may be that of another record: then what is shown differs. A reply to the creation that shows
 * an id alone tells nothing of that.
 */
const isIt = (resource: Resource, made: Made, record: JsonRecord, shownBy: Exchange): boolean =>
  isAsMade(resource, made, record, shownBy) &&
  Object.keys(made.record).some((name) => name !== resource.idProperty && Object.hasOwn(record, name));

async function judgeRead(
  { send }: CaseContext,
  resource: Resource,
  made: Made,
  place: Place,
): Promise<Verdict | undefined> {
  const { read } = resource.operations;
  // Where no 404 is documented, a server may have a record of any id.
  if (read === undefined || !documents(read, 404)) return undefined;
  const id = idOf(made.record, resource);
  const exchange = await send(toRequest(read, { path: { ...place, [resource.idParameter?.name ?? '']: id } }));
  const record = exchange.response?.status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  if (record === undefined || !isIt(resource, made, record, exchange)) return undefined;
  return fail({
    expected: `no record ${brief(id)} there: it lies below another`,
    actual: outcomeOf(exchange),
    exchanges: [made.exchange, exchange],
    key: 'read',
  });
}

async function judgeList(
  context: CaseContext,
  resource: Resource,
  made: Made,
  place: Place,
): Promise<Verdict | undefined> {
  const { exchange, listing } = (await requestWholeList(context, resource, {}, place)) ?? {};
  const record = listing?.byKey.get(keyOf(idOf(made.record, resource)));
  if (exchange === undefined || record === undefined || !isIt(resource, made, record, exchange)) return undefined;
  return fail({
    expected: `a list without the record ${brief(idOf(record, resource))}: it lies below another`,
    actual: 'a list with it',
    exchanges: [made.exchange, exchange],
    key: 'listed',
  });
}

/** Whether that is refused or does nothing is the server's choice; the record stays as it is where it lies. */
async function judgeChanges(
  context: CaseContext,
  resource: Resource,
  made: Made,
  place: Place,
): Promise<Verdict | undefined> {
  const { send } = context;
  const { read, patch, replace, delete: remove } = resource.operations;
  if (read === undefined) return undefined;
  const id = { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const sent: Exchange[] = [];
  const change = patch ?? replace;
  const body = change && otherBody(context, change, made.record, change === patch);
  if (change !== undefined && body !== undefined)
    sent.push(await send(toRequest(change, { path: { ...place, ...id }, body })));
  if (remove !== undefined) sent.push(await send(toRequest(remove, { path: { ...place, ...id } })));
  if (sent.length === 0) return undefined;
  const exchange = await send(toRequest(read, { path: { ...made.exchange.request.path, ...id } }));
  const { status = 500 } = exchange.response ?? {};
  const record = status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  if (record === undefined ? status !== 404 : isAsMade(resource, made, record, exchange)) return undefined;
  return fail({
    expected: `the record ${brief(Object.values(id)[0])} as it was: it lies below another than it was asked for`,
    actual: record === undefined ? outcomeOf(exchange) : brief(record),
    exchanges: [made.exchange, ...sent, exchange],
    key: 'changed',
  });
}

/** One member for a patch; for a replacement all. */
function otherBody(
  context: CaseContext,
  operation: Operation,
  record: JsonRecord,
  isPatch: boolean,
): JsonRecord | undefined {
  const subject = { ...context.subject, operation };
  const members = Object.entries(otherValues(subject, record, 3));
  if (members.length === 0) return undefined;
  return wrapped(context, subject, Object.fromEntries(isPatch ? members.slice(0, 1) : members));
}
