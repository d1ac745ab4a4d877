import { documents, own, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { idOf, type JsonRecord, keyOf } from '../../records/records';
import { differenceOf } from '../../rules/relations/compare';
import { type Held, heldOf, sentIn } from '../../rules/relations/held';
import { type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { type Host, hostsOf } from '../../steps/paths/parents';
import { createRecord, type Made, pathTo, readRecord } from '../../steps/records';
import { actionsOn, requestFor } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import { CannotJudge, PASS, skip, type Verdict, Violation } from '../../verdict/verdict';
import { otherValues, sendTo } from './change';

/** What lies below one record is neither shown below another nor changed through it. */
export const belowApart: Check = {
  id: 'below.apart',
  title: 'A nested record is shown below its own parent only',
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
            run: (context) => lookBelowAnother(context, host),
          })),
};

const isMade = ({ resource: { operations, idProperty } }: Host): boolean =>
  operations.create !== undefined && idProperty !== undefined;

/** The ids of the records above, in a path. */
type Place = Readonly<Record<string, unknown>>;

async function lookBelowAnother(context: CaseContext, { resource: above, parameter }: Host): Promise<Verdict> {
  const made = await createRecord(context);
  const other = await createRecord(inRole(context, above, 'create'));
  if (keyOf(other.id) === keyOf(own(made.exchange.request.path, parameter)))
    throw new CannotJudge(skip('the server has made no other record above'));
  const place = { ...made.exchange.request.path, [parameter]: other.id };
  await readThere(context, made, place);
  await listThere(context, made, place);
  await actThere(context, made, place);
  await changeThere(context, made, place);
  return PASS;
}

/** Whether what is shown is the record that was made, as it was made. @param held of it; all without it */
const isAsMade = (resource: Resource, made: Made, record: JsonRecord, shownBy: Exchange, held?: Held): boolean =>
  keyOf(idOf(record, resource)) === keyOf(made.id) &&
  differenceOf(resource, { record: made.record, shownBy: made.exchange }, { record, shownBy }, held) === undefined;

/**
 * Below another record an id may be that of another record: then what is shown differs. A reply to the creation that shows
 * an id alone tells nothing of that.
 */
const isIt = (resource: Resource, made: Made, record: JsonRecord, shownBy: Exchange): boolean =>
  isAsMade(resource, made, record, shownBy) &&
  Object.keys(made.record).some((name) => name !== resource.idProperty && Object.hasOwn(record, name));

async function readThere(context: CaseContext, made: Made, place: Place): Promise<void> {
  const resource = resourceOf(context);
  const { read } = resource.operations;
  // Where no 404 is documented, a server may have a record of any id.
  if (read === undefined || !documents(read, 404)) return;
  const seen = await readRecord(context, resource, made.id, place);
  if (seen?.record === undefined || !isIt(resource, made, seen.record, seen.exchange)) return;
  throw new Violation({
    expected: `no record ${brief(made.id)} there: it lies below another`,
    actual: outcomeOf(seen.exchange),
    exchanges: [made.exchange, seen.exchange],
    key: 'read',
  });
}

async function listThere(context: CaseContext, made: Made, place: Place): Promise<void> {
  const resource = resourceOf(context);
  // A filter may be all that a list goes by.
  const filter = resource.filters.find(({ property }) => isPlain(own(made.record, property)));
  const asked = filter === undefined ? [] : [{ [filter.parameter.name]: own(made.record, filter.property) }];
  for (const query of [{}, ...asked]) await listThereBy(context, made, place, query);
}

const isPlain = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';

async function listThereBy(context: CaseContext, made: Made, place: Place, query: JsonRecord): Promise<void> {
  const resource = resourceOf(context);
  const { exchange, listing } = (await requestWholeList(context, resource, query, place)) ?? {};
  const record = listing?.byKey.get(keyOf(made.id));
  if (exchange === undefined || record === undefined || !isIt(resource, made, record, exchange)) return;
  throw new Violation({
    expected: `a list without the record ${brief(idOf(record, resource))}: it lies below another`,
    actual: 'a list with it',
    exchanges: [made.exchange, exchange],
    key: 'listed',
  });
}

/** An action on the record through another one above it, where the document has a 404 for that: what it has done shows where the record lies. */
async function actThere(context: CaseContext, made: Made, place: Place): Promise<void> {
  const resource = resourceOf(context);
  const action = actionsOn(context, resource).find((one) => documents(one, 404));
  if (action === undefined || resource.operations.read === undefined) return;
  const exchange = await context.send(
    requestFor(context, action, { path: { ...place, ...pathTo(resource, made.id) } }),
  );
  if (!isSuccess(exchange)) return;
  const seen = await readRecord(context, resource, made.id, made.exchange.request.path);
  if (seen?.record === undefined || isAsMade(resource, made, seen.record, seen.exchange)) return;
  throw new Violation({
    expected: `the status 404, and the record ${brief(made.id)} as it was: it lies below another`,
    actual: `${outcomeOf(exchange)}, and ${brief(seen.record)}`,
    exchanges: [made.exchange, exchange, seen.exchange],
    key: 'acted on',
  });
}

/** Whether that is refused or does nothing is the server's choice; the record stays as it is where it lies. */
async function changeThere(context: CaseContext, made: Made, place: Place): Promise<void> {
  const resource = resourceOf(context);
  const { read, patch, replace, delete: remove } = resource.operations;
  const sent: Exchange[] = [];
  // A list may show some of them alone, or from a copy that comes later.
  if (read === undefined && (await seeAtHome(context, made))?.record === undefined) return;
  if (patch !== undefined || replace !== undefined) {
    const changing = inRole(context, resource, patch === undefined ? 'replace' : 'patch');
    const members = Object.entries(otherValues(changing, made.record, 3));
    // One member for a patch; for a replacement all.
    const some = Object.fromEntries(patch === undefined ? members : members.slice(0, 1));
    if (members.length > 0) sent.push(await sendTo(changing, made.id, some, place));
  }
  if (remove !== undefined) sent.push(await sendTo(inRole(context, resource, 'delete'), made.id, undefined, place));
  const seen = sent.length === 0 ? undefined : await seeAtHome(context, made);
  if (seen === undefined) return;
  const { exchange, record, gone } = seen;
  const held = heldOf(resource, sentIn(made.exchange, resource), context.known.collection(resource));
  if (record === undefined ? gone === undefined : isAsMade(resource, made, record, exchange, held)) return;
  const before = { record: made.record, shownBy: made.exchange };
  const differing = record && differenceOf(resource, before, { record, shownBy: exchange }, held)?.name;
  throw new Violation({
    expected: `the record ${brief(made.id)} as it was: it lies below another than it was asked for`,
    actual: record === undefined ? (gone ?? 'none') : brief(record),
    exchanges: [made.exchange, ...sent, exchange],
    key: 'changed',
    topic: differing === undefined ? {} : { member: differing },
  });
}

/** Shows the record where it was made: by its read or, where it has none, by its list. @returns `gone`: what shows that it is not there */
async function seeAtHome(
  context: CaseContext,
  { id, exchange: made }: Made,
): Promise<
  { readonly exchange: Exchange; readonly record: JsonRecord | undefined; readonly gone?: string } | undefined
> {
  const resource = resourceOf(context);
  const { path } = made.request;
  const read = await readRecord(context, resource, id, path);
  if (read !== undefined)
    return { ...read, ...(read.exchange.response?.status === 404 && { gone: outcomeOf(read.exchange) }) };
  const { exchange, listing } = (await requestWholeList(context, resource, {}, path)) ?? {};
  if (exchange === undefined || listing === undefined) return undefined;
  const record = listing.byKey.get(keyOf(id));
  return { exchange, record, ...(listing.isWhole && { gone: 'a list without it' }) };
}
