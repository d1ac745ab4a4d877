import fc from 'fast-check';
import { documents, type Resource, stringifyJson } from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { unlikely } from '../../arbitraries/path-value';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { isKeyRefused, keyRefusalOf } from '../../exchange/refusals';
import { bodyOf, hasMany } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { fetchSomeRecord, longestPage, requestWholeList } from '../../steps/lists';
import { type Breach, CannotJudge, fail, operationClause, skip, type Verdict } from '../../verdict/verdict';
import { type BatchContext, checkAtOnce, type Expect, readsOf, type Sending, sendBatch, served } from './batch';
import { type Bodies, bodiesApart, createForMarks, isMarkedAs } from './bodies';

/** Of requests that are sent at once, each gets the reply that it gets alone, and what is refused does nothing. */
export const parallelOwnReply = checkAtOnce({
  id: 'parallel.own-reply',
  title: 'Each of several parallel requests gets its own reply',
  applies: ({ purpose, operation }) => {
    const { list, read, create } = purpose?.resource.operations ?? {};
    return operation === (list ?? read ?? create);
  },
  clause: ({ operation }) =>
    operationClause(operation, 'Each request is answered as it is when no other one is under way.'),
  stories: () => ({ 'requests of all kinds': judge }),
});

/** Of many operations one round: others have theirs. */
const ROUNDS = 3;

async function judge(context: BatchContext): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  await fetchSomeRecord(context, resource);
  await createForMarks(context);
  const refused: Refused[] = [];
  const rounds = hasMany(context.contract) ? 1 : ROUNDS;
  for (let round = 0; round < rounds && context.found.length === 0; round += 1) {
    const batch = mixed(context, resource, round);
    if (batch.length < 2) throw new CannotJudge(skip('the replies show nothing to judge'));
    for (const { bad, exchange } of await sendBatch(context, batch))
      if (bad?.bodies.mark !== undefined && exchange.together !== undefined && isRefusal(exchange))
        refused.push({ ...bad, exchange });
  }
  return refused.length === 0 ? undefined : requestForTrace(context, resource, refused);
}

/** What was refused, and must not be found. */
interface Refused extends MarkedBody {
  readonly exchange: Exchange;
}

/** Asks for a list, and looks for what was refused among others. */
async function requestForTrace(
  context: CaseContext,
  resource: Resource,
  refused: readonly Refused[],
): Promise<Verdict | undefined> {
  const listed = await requestWholeList(context, resource);
  const records = listed?.listing?.records ?? [];
  const isTrace = ({ body, bodies }: Refused) => records.some((record) => isMarkedAs(record, body, bodies));
  const found = refused.find(isTrace);
  if (found === undefined || listed === undefined) return undefined;
  return fail({
    expected: 'no record of the refused request',
    actual: `a record of it, with ${context.options.parallel} requests at once`,
    exchanges: [found.exchange, listed.exchange],
    key: 'stored',
    topic: { inTurn: 'refused.no-trace' },
  });
}

/** A request, and where it has to be refused its body, which no other record is like. */
interface Mixed extends Sending {
  readonly bad?: MarkedBody;
}

interface MarkedBody {
  readonly body: JsonRecord;
  readonly bodies: Bodies;
}

/** As many requests as may be sent at once, of as many kinds as the contract has. */
function mixed(context: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const groups = [creates, lists, reads].map((groupOf) => groupOf(context, resource, round));
  const most = Math.max(...groups.map(({ length }) => length));
  // One of each in turn, so that however few may be sent, they are of several kinds.
  const kinds = Array.from({ length: most }, (_, nth) => groups.flatMap((group) => group.slice(nth, nth + 1))).flat();
  const count = kinds.length === 0 ? 0 : context.options.parallel;
  const chosen = Array.from({ length: count }, (_, nth) => kinds[nth % kinds.length]);
  // Those of one kind go next to each other, the good ones first: they are the ones that may be mixed up.
  const order = groups.flatMap((group) => [
    ...group.filter(({ bad }) => bad === undefined),
    ...group.filter(({ bad }) => bad !== undefined),
  ]);
  const batch = order.flatMap((one) => chosen.filter((other) => other === one).map(() => one));
  return round % 2 === 0 ? batch : batch.toReversed();
}

function creates(context: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const { create } = resource.operations;
  const media = create && bodyOf(create);
  if (create === undefined || media === undefined) return [];
  const creating = inRole(context, resource, 'create');
  const good = bodiesApart(creating, 2, `At once ${round}`).all.map(
    (body): Mixed => ({ request: toRequest(create, { body }), expect: served }),
  );
  const bodies = bodiesApart(creating, 2, `Refused ${round}`);
  const [keyless, sound = {}] = bodies.all;
  const text = bodies.mark === undefined ? '' : String(sound[bodies.mark]);
  const broken = brokenBodies(media.schema, sound)
    .filter(({ value, isTelling }) => isTelling && stringifyJson(value).includes(text))
    .at(round);
  const bad: Mixed[] = [];
  if (broken !== undefined)
    bad.push({
      request: toRequest(create, { body: broken.value }),
      expect: refusedBody,
      bad: { body: sound, bodies },
    });
  if (create.security.length > 0 && keyless !== undefined && round === 0)
    bad.push({
      request: toRequest(create, { body: keyless, credential: 'none' }),
      expect: unauthorized,
      bad: { body: keyless, bodies },
    });
  return [...good.slice(0, 1), ...bad, ...good.slice(1)];
}

function lists({ known }: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const { filters, operations, pageSize } = resource;
  const { list } = operations;
  if (list === undefined) return [];
  const whole = longestPage(resource);
  const queries = filters.flatMap(({ parameter, property }) =>
    known
      .values(resource, property)
      .filter((value) => value !== null && typeof value !== 'object')
      .slice(round % 2, (round % 2) + 2)
      .map((value) => ({ ...whole, [parameter.name]: value })),
  );
  const page = pageSize === undefined ? whole : { [pageSize.name]: 2 };
  // The short page before the long one: of a server that mixes them up the short one is too long.
  const each = [queries, [whole, page, ...queries], [page, whole, ...queries]][round] ?? queries;
  return each.map((query) => ({ request: toRequest(list, { query }), expect: served }));
}

function reads({ known, options }: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const {
    operations: { read },
    idParameter,
  } = resource;
  if (read === undefined || idParameter === undefined) return [];
  const { records } = known.collection(resource);
  const all = [...records.values()];
  const sendings = (some: readonly { readonly id: unknown }[], expectFor: (id: unknown) => Expect): readonly Mixed[] =>
    some.flatMap((one) => readsOf(resource, [one]).map((request) => ({ request, expect: expectFor(one.id) })));
  const ofRecord =
    (id: unknown): Expect =>
    (exchange) =>
      isOf(id, exchange, resource);
  const [one, other] = [all.slice(round, round + 1), all.toReversed().slice(round, round + 1)];
  const unknown = fc
    .sample(unlikely(idParameter.schema), { numRuns: 20, seed: options.seed + round })
    .find((id) => !records.has(keyOf(id)));
  // Few: servers count requests without a valid key by address, on a small allowance.
  const keyed = read.security.length > 0 && round < 2 ? other : [];
  return [
    ...sendings(one, ofRecord),
    ...sendings(keyed, () => unauthorized).map((sending) => ({
      ...sending,
      request: { ...sending.request, credential: { wrong: 'changed' } },
    })),
    ...sendings(unknown === undefined || !documents(read, 404) ? [] : [{ id: unknown }], () => notFound),
    ...sendings(other, ofRecord),
  ];
}

function isOf(id: unknown, exchange: Exchange, resource: Resource): Breach | undefined {
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  if (record === undefined || resource.idProperty === undefined) return served(exchange);
  const found = keyOf(idOf(record, resource));
  return found === keyOf(id)
    ? undefined
    : { expected: `the record ${keyOf(id)}`, actual: `the record ${found}`, key: 'another record' };
}

/** What must not succeed. */
const unserved =
  (expected: string, article: string, key: string, inTurn: string): Expect =>
  (exchange) =>
    isSuccess(exchange)
      ? { expected, actual: `${outcomeOf(exchange)} for ${article} ${key}`, key, topic: { inTurn } }
      : undefined;

const notFound = unserved('the status 404', 'an', 'unknown id', 'missing.not-found');
const refusedBody = unserved('a refusal', 'a', 'broken body', 'input.refused');

function unauthorized(exchange: Exchange): Breach | undefined {
  const { request, response } = exchange;
  if (response === undefined || response.status === 429 || response.status >= 500 || isKeyRefused(exchange))
    return undefined;
  return {
    expected: keyRefusalOf(request.operation),
    actual: `${outcomeOf(exchange)} without a valid key`,
    key: 'without a valid key',
    topic: { inTurn: 'credentials.checked' },
  };
}
