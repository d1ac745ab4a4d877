/** As a credential that is of one record alone, what belongs to others is asked for. */
import {
  documents,
  isObject,
  type Operation,
  own,
  propertiesOf,
  type Resource,
  requirementOf,
  templateNames,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { namesOf } from '../../exchange/keys/keys';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import { createdIn, idOf, type JsonRecord, keyOf, recordOf, recordsOf, referredBy } from '../../records/records';
import { bodyNaming, knownRecordBody } from '../../requests/bodies/record-in-body';
import { referencesIn } from '../../requests/bodies/references';
import { toRequest } from '../../requests/request';
import { type Case, type CaseContext, type CaseOptions, inRole } from '../../steps/check';
import { longestPage } from '../../steps/lists';
import { readyFor } from '../../steps/paths/paths';
import { createRecord, madeIn } from '../../steps/records';
import { ownerOf } from '../../steps/ways/owners';
import { walkTo } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isKnownWay } from './alternatives';
import { type Bound, boundWays } from './bound-words';

/**
 * The ways, other than that of all other requests, by which an operation is open to whom one record belongs; none where it documents no
 * refusal of what belongs to others.
 */
export function boundTo({ contract, operation, purpose }: Subject): readonly Bound[] {
  const first = namesOf(requirementOf(operation));
  const refusals = purpose?.role === 'create' ? [403, 404, 422] : [403, 404];
  if (purpose?.role !== 'list' && !refusals.some((status) => documents(operation, status))) return [];
  return boundWays(contract).filter(
    ({ way }) => namesOf(way) !== first && operation.security.some((one) => namesOf(one) === namesOf(way)),
  );
}

export const boundCases = (subject: Subject, { schemes = [], mainScheme }: CaseOptions): readonly Case[] =>
  boundTo(subject)
    .filter(({ way }) => isKnownWay(way, schemes, mainScheme))
    .map((bound) => ({
      name: `by ${namesOf(bound.way)}, which is of one of ${bound.owner.name}`,
      tier: 1,
      run: (context) => askFor(context, bound),
    }));

async function askFor(context: CaseContext, bound: Bound): Promise<Verdict> {
  const { contract, operation, purpose } = context.subject;
  const isOfAll = !operation.path.includes('{');
  if (purpose?.role === 'list' && isOfAll) return askForList(context, bound, purpose.resource);
  if (isOfAll) return makeForOther(context, bound);
  const body = memberedBodyOf(operation) && knownRecordBody(context, context.subject, {}).body;
  const ask = (path: JsonRecord) => send(context, bound, operation, { path, body });
  const host = purpose === undefined ? ownerOf(contract, operation) : undefined;
  const exchange = replied(
    host === undefined
      ? await ask(await pathToOthers(context, bound))
      : await readyFor(context, host, async (path) => {
          const ready = context.known.collection(host).records.get(keyOf(own(path, host.idParameter?.name ?? '')));
          if (ready === undefined || !(await isOthers(context, bound, ready.latest, host))) throw nothingKnown();
          return ask(path);
        }),
  );
  // What is left out of lists may be left out of one below it, too.
  const isEmpty = purpose?.role === 'list' && recordsOf(exchange, purpose.resource)?.length === 0;
  if (!isSuccess(exchange) || isEmpty || (await isThere(context, exchange))) return PASS;
  return fail({
    expected: `a refusal, since it is of another one of ${bound.owner.name} than ${namesOf(bound.way)}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: `done by ${namesOf(bound.way)}`,
    topic: { wanted: 404 },
  });
}

/** Whether what was deleted, as its reply says, is there all the same: who may not know of it may be told that it is gone. */
async function isThere(context: CaseContext, { request: { path } }: Exchange): Promise<boolean> {
  const { purpose } = context.subject;
  const { read } = purpose?.resource.operations ?? {};
  return purpose?.role === 'delete' && read !== undefined && isSuccess(await context.send(toRequest(read, { path })));
}

const nothingKnown = (): CannotJudge => new CannotJudge(skip('nothing is known that belongs to another one'));

function send(
  context: CaseContext,
  { way }: Bound,
  operation: Operation,
  parts: Parameters<typeof toRequest>[1],
): Promise<Exchange> {
  return context.send({ ...toRequest(operation, parts), credential: { by: namesOf(way), way } });
}

/** A list shows records of one alone. */
async function askForList(context: CaseContext, bound: Bound, resource: Resource): Promise<Verdict> {
  const { exchange, owners } = await listOwners(context, bound, resource, context.subject.operation);
  replied(exchange);
  const isOther = owners.length === 1 && (await isAnother(context, bound, owners[0]));
  if (owners.length < 2 && !isOther) return PASS;
  return fail({
    expected: `records of the one of ${bound.owner.name} alone whose credential it is`,
    actual: `records of ${owners.slice(0, 2).map(brief).join(' and ')}`,
    exchanges: [exchange],
    key: `listed by ${namesOf(bound.way)}`,
  });
}

/** Those to whom the records of a list belong that a credential is shown, each once. */
async function listOwners(context: CaseContext, bound: Bound, resource: Resource, list: Operation) {
  const exchange = await send(context, bound, list, { query: longestPage(resource) });
  const records = isSuccess(exchange) ? (recordsOf(exchange, resource) ?? []) : [];
  const all = records.flatMap((record) => whose(context, bound, record, resource) ?? []);
  return { exchange, owners: [...new Map(all.map((owner) => [keyOf(owner), owner])).values()] };
}

/** Nothing is made for another one. */
async function makeForOther(context: CaseContext, bound: Bound): Promise<Verdict> {
  const { subject } = context;
  const resource = subject.purpose?.resource;
  const named = referencesIn(subject).find((one) => one.resource === bound.owner);
  const other = resource && named && (await anotherOf(context, bound));
  const body = other === undefined ? undefined : bodyNaming(context, named?.steps ?? [], other);
  if (resource === undefined || body === undefined) throw nothingKnown();
  const exchange = replied(await send(context, bound, subject.operation, { body }));
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const owner = record && whose(context, bound, record, resource);
  if (owner === undefined || keyOf(owner) !== keyOf(other)) return PASS;
  return fail({
    expected: `no record of ${brief(other)}, which is another one of ${bound.owner.name} than ${namesOf(bound.way)}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: `made by ${namesOf(bound.way)}`,
  });
}

/** Of a record: the id of the one that it belongs to, which it names, or another one that it names. */
function whose(
  { contract, known }: Pick<CaseContext, 'contract' | 'known'>,
  { owner }: Pick<Bound, 'owner'>,
  record: JsonRecord,
  resource: Resource,
  depth = 0,
): unknown {
  if (resource === owner) return idOf(record, owner);
  const members = propertiesOf(resource.schema);
  const named = Object.entries(record).flatMap(([name, value]) => {
    const to = referredBy(contract, name, members.get(name)?.schema ?? {});
    const id = isObject(value) && to !== undefined ? idOf(value, to) : value;
    return to === undefined || to === resource || !['string', 'number'].includes(typeof id) ? [] : [{ to, id }];
  });
  const itself = new Map(named.flatMap(({ to, id }) => (to === owner ? [[keyOf(id), id] as const] : [])));
  // Of two it may belong to either.
  if (itself.size > 0 || depth === MOST_ABOVE) return itself.size === 1 ? [...itself.values()][0] : undefined;
  for (const { to, id } of named) {
    const above = known.collection(to).records.get(keyOf(id))?.latest;
    const found = above && whose({ contract, known }, { owner }, above, to, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A refund is of a payment, that of an order, and that of a customer. */
const MOST_ABOVE = 2;

const isOthers = async (
  context: CaseContext,
  bound: Bound,
  record: JsonRecord,
  resource: Resource,
): Promise<boolean> => {
  const owner = whose(context, bound, record, resource);
  return owner !== undefined && (await isAnother(context, bound, owner));
};

/** Whether an id is that of another one than the credential's: not the only one of which it sees anything, else one that the run has made. */
async function isAnother(context: CaseContext, bound: Bound, id: unknown): Promise<boolean> {
  const seen = await seenBy(context, bound);
  if (seen !== undefined) return keyOf(seen) !== keyOf(id);
  return createdIn(context.known.collection(bound.owner)).some((one) => keyOf(one.id) === keyOf(id));
}

/** The only one that the lists tell of that a credential sees; looked up once. */
async function seenBy(context: CaseContext, bound: Bound): Promise<unknown> {
  const { boundTo: looked } = context.notes;
  const name = namesOf(bound.way);
  if (!looked.has(name)) looked.set(name, await lookUp(context, bound));
  return looked.get(name);
}

async function lookUp(context: CaseContext, bound: Bound): Promise<unknown> {
  const lists = context.contract.resources.flatMap((resource) => {
    const { list } = resource.operations;
    const isOpen = list?.security.some((one) => namesOf(one) === namesOf(bound.way)) === true;
    return list === undefined || !isOpen || list.path.includes('{') ? [] : [{ resource, list }];
  });
  for (const { resource, list } of lists.slice(0, MOST_LISTS)) {
    const { owners } = await listOwners(context, bound, resource, list);
    if (owners.length === 1) return owners[0];
  }
  return undefined;
}

const MOST_LISTS = 4;

/** The id of another one than the credential's. */
async function anotherOf(context: CaseContext, bound: Bound): Promise<unknown> {
  const { owner } = bound;
  const made = createdIn(context.known.collection(owner)).at(-1)?.id;
  if (made !== undefined) return made;
  if (owner.operations.create !== undefined) return (await createRecord(inRole(context, owner, 'create'))).id;
  for (const { id } of context.known.collection(owner).records.values())
    if (await isAnother(context, bound, id)) return id;
  return undefined;
}

/** The path of an operation to what belongs to another one; what is changed there the run has made. @throws CannotJudge */
async function pathToOthers(context: CaseContext, bound: Bound): Promise<JsonRecord> {
  const { contract, known, subject } = context;
  const { path, method } = subject.operation;
  const [top] = contract.resources.filter(
    ({ itemPath, collectionPath }) =>
      itemPath !== undefined && !collectionPath.includes('{') && `${path}/`.startsWith(`${itemPath}/`),
  );
  const name = top?.idParameter?.name;
  if (top === undefined || name === undefined) throw nothingKnown();
  const isOwn = method !== 'GET';
  const found: unknown[] = [];
  for (const one of [...known.collection(top).records.values()].toReversed())
    if (found.length === 0 && (one.isCreated || !isOwn) && (await isOthers(context, bound, one.latest, top)))
      found.push(one.id);
  const id = found[0] ?? (await makeOthers(context, bound, top));
  const inner = templateNames(path).filter((one) => one !== name);
  if (inner.length === 0) return { [name]: id };
  // Of what lies in it one has to be known.
  const nested = subject.purpose?.resource;
  const there = nested && [...known.collection(nested, { [name]: id }).records.values()].at(-1);
  if (inner.length > 1 || there === undefined || nested?.idParameter?.name !== inner[0]) throw nothingKnown();
  return { [name]: id, [inner[0] ?? '']: there.id };
}

/** Makes a record that belongs to another one. @throws CannotJudge where none can be made */
async function makeOthers(context: CaseContext, bound: Bound, resource: Resource): Promise<unknown> {
  const { create } = resource.operations;
  const there = inRole(context, resource, 'create');
  if (create === undefined) throw nothingKnown();
  if (create.path.includes('{')) {
    const { id, record } = await walkTo(there, resource);
    if (await isOthers(context, bound, record, resource)) return id;
    throw nothingKnown();
  }
  if (resource === bound.owner) return (await createRecord(there)).id;
  const named = referencesIn(there.subject).find((one) => one.resource === bound.owner);
  const other = named && (await anotherOf(context, bound));
  const body = named && other !== undefined ? bodyNaming(there, named.steps, other) : undefined;
  const made = body && madeIn(await context.send(toRequest(create, { body })), resource);
  if (made === undefined) throw nothingKnown();
  return made.id;
}
