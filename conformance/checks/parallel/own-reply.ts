import fc from 'fast-check';
import { documents, type Resource, stringifyJson } from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { unlikely } from '../../arbitraries/path-value';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { isKeyRefused, keyRefusalOf } from '../../exchange/refusals';
import { bodyOf } from '../../exchange/subject';
import { createdIn, idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { fetchSomeRecord, longestPage, requestWholeList } from '../../steps/lists';
import { tryToCreate } from '../../steps/records';
import { fail, inconclusive, operationClause, PASS, type Verdict } from '../../verdict/verdict';
import { type Alone, creating, judgeBatch, MOST_ALONE, type Sending, served } from './batch';
import { type Bodies, bodiesApart, isMarkedAs } from './bodies';

const ROUNDS = 3;

/** Of requests that are sent at once, each gets the reply that it gets alone, and what is refused does nothing. */
export const parallelOwnReply: Check = {
  id: 'parallel.own-reply',
  title: 'Of requests at once, each gets its own reply',
  level: 'MUST',
  isOfRequestsAtOnce: true,
  applies: ({ purpose, operation }) => {
    const { list, read, create } = purpose?.resource.operations ?? {};
    return operation === (list ?? read ?? create);
  },
  clause: ({ operation }) =>
    operationClause(operation, 'Each request is answered as it is when no other one is under way.'),
  cases: (_, { parallel }) =>
    parallel < 2
      ? []
      : [
          {
            name: 'requests of all kinds',
            tier: 2,
            run: judge,
          },
        ],
};

async function judge(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return [];
  if (context.notes.isStalled) return inconclusive('requests at once went without a reply before');
  await fetchSomeRecord(context, resource);
  if (createdIn(context.known.collection(resource)).length === 0) await tryToCreate(context);
  const verdicts: Verdict[] = [];
  const alone: Alone = { left: MOST_ALONE };
  const refused: Refused[] = [];
  for (let round = 0; round < ROUNDS && verdicts.length === 0; round += 1) {
    const batch = mixed(context, resource, round);
    if (batch.length < 2) return [];
    const exchanges = await context.sendTogether(batch.map(({ request }) => request));
    verdicts.push(...(await judgeBatch(context, batch, exchanges, alone)));
    refused.push(...batch.flatMap(({ body }, index) => refusedOf(body, exchanges[index])));
  }
  const trace = refused.length === 0 ? undefined : await requestForTrace(context, resource, refused);
  if (trace !== undefined) verdicts.push(trace);
  return verdicts.length === 0 ? PASS : verdicts;
}

/** A request, and where it has to be refused its body, which no other record is like. */
interface Mixed extends Sending {
  readonly body?: MarkedBody | undefined;
}

interface MarkedBody {
  readonly body: JsonRecord;
  readonly bodies: Bodies;
}

/** As many requests as may be sent at once, of as many kinds as the contract has. */
function mixed(context: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const { parallel } = context.options;
  const groups = [creates(context, round), lists(context, resource, round), reads(context, resource, round)];
  const most = Math.max(...groups.map(({ length }) => length));
  // One of each in turn, so that however few may be sent, they are of several kinds.
  const kinds = Array.from({ length: most }, (_, nth) => groups.flatMap((group) => group.slice(nth, nth + 1))).flat();
  const chosen = Array.from({ length: kinds.length === 0 ? 0 : parallel }, (_, nth) => kinds[nth % kinds.length]);
  // Those of one kind go next to each other, the good ones first: they are the ones that may be mixed up.
  const order = groups.flatMap((group) => [...group].sort((a, b) => Number(isRefused(a)) - Number(isRefused(b))));
  const batch = order.flatMap((one) => chosen.filter((other) => other === one).map(() => one));
  return round % 2 === 0 ? batch : batch.toReversed();
}

/** Whether its body is to be refused. */
const isRefused = ({ body }: Mixed): boolean => body !== undefined;

function reads({ known, options }: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const { operations, idParameter } = resource;
  if (operations.read === undefined || idParameter === undefined) return [];
  const { read } = operations;
  const all = [...known.collection(resource).records.values()];
  const ofId = (id: unknown, expect: Sending['expect'], wrong?: string): Mixed => ({
    request: toRequest(read, {
      path: { [idParameter.name]: id },
      ...(wrong === undefined ? {} : { credential: { wrong } }),
    }),
    expect,
  });
  const [one, other] = [all[round], all.at(-1 - round)];
  const readOf = (record: typeof one) =>
    record === undefined ? [] : [ofId(record.id, (exchange) => isOf(record.id, exchange, resource))];
  const unknown = fc
    .sample(unlikely(idParameter.schema), { numRuns: 20, seed: options.seed + round })
    .find((id) => !known.collection(resource).records.has(keyOf(id)));
  const isKeyed = read.security.length > 0;
  return [
    ...readOf(one),
    // Few: servers count requests without a valid key by address, on a small allowance.
    ...(isKeyed && other !== undefined && round < 2 ? [ofId(other.id, unauthorized, 'changed')] : []),
    ...(unknown === undefined || !documents(read, 404) ? [] : [ofId(unknown, notFound)]),
    ...readOf(other),
  ];
}

function lists({ known }: CaseContext, resource: Resource, round: number): readonly Mixed[] {
  const { filters, operations, pageSize } = resource;
  const { list } = operations;
  if (list === undefined) return [];
  const queries = filters.flatMap(({ parameter, property }) =>
    known
      .values(resource, property)
      .filter((value) => value !== null && typeof value !== 'object')
      .slice(round % 2, (round % 2) + 2)
      .map((value) => ({ ...longestPage(resource), [parameter.name]: value })),
  );
  const page = pageSize === undefined ? longestPage(resource) : { [pageSize.name]: 2 };
  const whole = longestPage(resource);
  // The short page before the long one: of a server that mixes them up the short one is too long.
  const each = [queries, [whole, page, ...queries], [page, whole, ...queries]][round] ?? queries;
  return each.map((query) => ({
    request: toRequest(list, { query }),
    expect: served,
  }));
}

function creates(context: CaseContext, round: number): readonly Mixed[] {
  const subject = creating(context);
  const media = subject && bodyOf(subject.operation);
  if (subject === undefined || media === undefined) return [];
  const { operation } = subject;
  const good = bodiesApart(context, subject, 2, `At once ${round}`);
  const bad = bodiesApart(context, subject, 2, `Refused ${round}`);
  const [keyless, sound = {}] = bad.all;
  const texts = bad.mark === undefined ? '' : String(sound[bad.mark]);
  const broken = brokenBodies(media.schema, sound)
    .filter(({ value, isTelling }) => isTelling && stringifyJson(value).includes(texts))
    .at(round);
  const isKeyed = operation.security.length > 0;
  const goods = good.all.map((body): Mixed => ({ request: toRequest(operation, { body }), expect: served }));
  const bads: readonly Mixed[] = [
    ...(broken === undefined
      ? []
      : [
          {
            request: toRequest(operation, { body: broken.value }),
            expect: refusedBody,
            body: { body: sound, bodies: bad },
          },
        ]),
    ...(isKeyed && keyless !== undefined && round === 0
      ? [
          {
            request: toRequest(operation, { body: keyless, credential: 'none' }),
            expect: unauthorized,
            body: { body: keyless, bodies: bad },
          },
        ]
      : []),
  ];
  return [...goods.slice(0, 1), ...bads, ...goods.slice(1)];
}

function isOf(id: unknown, exchange: Exchange, resource: Resource) {
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  if (record === undefined || resource.idProperty === undefined) return served(exchange);
  const found = keyOf(idOf(record, resource));
  return found === keyOf(id)
    ? undefined
    : { expected: `the record ${keyOf(id)}`, actual: `the record ${found}`, key: 'another record' };
}

const notFound: Sending['expect'] = (exchange) =>
  isSuccess(exchange)
    ? {
        expected: 'the status 404',
        actual: `${outcomeOf(exchange)} for an unknown id`,
        key: 'unknown id',
        topic: { inTurn: 'missing.not-found' },
      }
    : undefined;

const unauthorized: Sending['expect'] = (exchange) =>
  exchange.response === undefined ||
  exchange.response.status === 429 ||
  exchange.response.status >= 500 ||
  isKeyRefused(exchange)
    ? undefined
    : {
        expected: keyRefusalOf(exchange.request.operation),
        actual: `${outcomeOf(exchange)} without a valid key`,
        key: 'without a valid key',
        topic: { inTurn: 'credentials.checked' },
      };

const refusedBody: Sending['expect'] = (exchange) =>
  isSuccess(exchange)
    ? {
        expected: 'a refusal',
        actual: `${outcomeOf(exchange)} for a broken body`,
        key: 'broken body',
        topic: { inTurn: 'input.refused' },
      }
    : undefined;

/** What was refused, and must not be found. */
interface Refused extends MarkedBody {
  readonly exchange: Exchange;
}

const refusedOf = (body: MarkedBody | undefined, exchange: Exchange | undefined): readonly Refused[] =>
  body?.bodies.mark !== undefined && exchange?.together !== undefined && isRefusal(exchange)
    ? [{ ...body, exchange }]
    : [];

/** Asks for lists, and looks for what was refused among others. */
async function requestForTrace(
  context: CaseContext,
  resource: Resource,
  refused: readonly Refused[],
): Promise<Verdict | undefined> {
  const listed = await requestWholeList(context, resource);
  for (const record of listed?.listing?.records ?? []) {
    const found = refused.find(({ body, bodies }) => isMarkedAs(record, body, bodies));
    if (found === undefined || listed === undefined) continue;
    return fail({
      expected: 'no record of the refused request',
      actual: `a record of it, with ${context.options.parallel} requests at once`,
      exchanges: [found.exchange, listed.exchange],
      key: 'stored',
      topic: { inTurn: 'refused.no-trace' },
    });
  }
  return undefined;
}
