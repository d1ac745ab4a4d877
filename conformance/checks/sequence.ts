import fc from 'fast-check';
import { isObject, type Resource, successOf } from '../../openapi/contract';
import { arbitraryOf } from '../arbitraries/schema';
import { evidenceOf } from '../exchange/evidence';
import { type Exchange, isRefusal, isSuccess, isUnread } from '../exchange/exchange';
import { bodyOf, type Subject } from '../exchange/subject';
import { mayBeLate, passes, waitForLists } from '../records/listing';
import {
  createdIn,
  idOf,
  type JsonRecord,
  keyOf,
  namedOf,
  recordOf,
  type Sighting,
  sameJson,
} from '../records/records';
import { toRequest } from '../requests/request';
import { differenceOf } from '../rules/relations/compare';
import type { Case, CaseContext, Check } from '../steps/check';
import { type Listed, requestWholeList } from '../steps/lists';
import { notCreated } from '../steps/records';
import { sendValid } from '../steps/send-valid';
import { tryDrawn } from '../steps/try-drawn';
import { brief } from '../verdict/brief';
import { differing, fail, missing, NOTHING_TO_JUDGE, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

/** Steps that a sequence is made of. `nth` chooses among the records that the sequence has made. */
type Step =
  | { readonly kind: 'create'; readonly choice: unknown }
  | { readonly kind: 'read'; readonly nth: number }
  | { readonly kind: 'list' };

const LONGEST = 6;

/** Whatever the order of creates, reads and lists, the server shows what it has stored. */
export const sequenceModel: Check = {
  id: 'sequence.model',
  title: 'In any order of use, the store remembers',
  level: 'MUST',
  applies: ({ purpose }: Subject) =>
    purpose?.role === 'create' &&
    purpose.resource.operations.read !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'A created record is the one that is read and listed from then on.',
    pointer: operation.pointer,
  }),
  cases: ({ purpose }, { examples, seed }) => {
    const runs = Math.min(examples, 8);
    if (runs === 0) return [];
    return [
      {
        name: 'creates, reads and lists in random order',
        tier: 3,
        run: (context) => judge(context, runs, seed),
      },
      ...filteredAtTheEnd(purpose?.resource),
    ];
  },
};

/** The most lists that are asked for at the end. */
const MOST_LISTS = 4;

/** What a filter leaves may still be one page where the whole list is more: `created.listed` judges it. */
function filteredAtTheEnd(resource: Resource | undefined): readonly Case[] {
  const queries = (resource?.filters ?? [])
    .flatMap(({ parameter }) => (parameter.schema.enum ?? []).map((value) => ({ [parameter.name]: value })))
    .slice(0, MOST_LISTS);
  if (resource === undefined || queries.length === 0) return [];
  const run = async (context: CaseContext): Promise<readonly Verdict[]> => {
    let isWaitedFor = false;
    for (const query of queries) {
      const listed = await requestWholeList(context, resource, query);
      if (listed === undefined || isWaitedFor || !lacksLate(context, resource, listed)) continue;
      await waitForLists(context);
      isWaitedFor = true;
      await requestWholeList(context, resource, query);
    }
    return [];
  };
  return [{ name: 'all that was created, in the lists that filters leave', tier: 3, run }];
}

/** Whether a list lacks what it should show, and may be late with that. */
const lacksLate = ({ known }: CaseContext, resource: Resource, { exchange, listing }: Listed): boolean =>
  listing?.isWhole === true &&
  createdIn(known.collection(resource)).some(
    ({ id, first }) =>
      !listing.byKey.has(keyOf(id)) && passes(listing, first.record) && mayBeLate(first.shownBy, exchange),
  );

async function judge(context: CaseContext, runs: number, seed: number): Promise<Verdict | readonly Verdict[]> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  if (media === undefined || subject.purpose === undefined) return NOTHING_TO_JUDGE;
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: arbitraryOf(media.schema).map((choice): Step => ({ kind: 'create', choice })) },
    { weight: 3, arbitrary: fc.nat(4).map((nth): Step => ({ kind: 'read', nth })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'list' }) },
  );
  let left = runs * LONGEST;
  const steps = fc.array(step, { minLength: 2, maxLength: LONGEST });
  return tryDrawn(steps, { numRuns: runs, seed }, async (drawn) => {
    // The search for a shorter sequence ends where the cost would be exceeded.
    if (drawn.length > left) return undefined;
    left -= drawn.length;
    return play(context, drawn);
  });
}

/** Plays one sequence against the server and against a model of it: a map from id to record. */
async function play(context: CaseContext, steps: readonly Step[]): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const read = resource?.operations.read;
  if (resource === undefined || read === undefined) return NOTHING_TO_JUDGE;
  const model = new Map<unknown, Sighting>();
  const exchanges: Exchange[] = [];
  let isSeen = false;
  for (const step of steps) {
    if (step.kind === 'create') {
      // Known values alone: those that the server is free to refuse are tried by other checks.
      const { exchange } = await sendValid(context, context.subject, {}, chosen(context, step.choice));
      const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
      if (record === undefined) return isRefusal(exchange) ? skip(notCreated(exchange)) : unjudged(exchange);
      exchanges.push(evidenceOf(exchange));
      const id = idOf(record, resource);
      if (id === undefined) return skip(`a create was answered with a record without its ${resource.idProperty}`);
      model.set(id, { record, shownBy: exchange });
    } else if (step.kind === 'read') {
      const [id, made] = [...model][step.nth % Math.max(1, model.size)] ?? [];
      if (made === undefined) continue;
      const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
      exchanges.push(evidenceOf(exchange));
      if (exchange.response === undefined || exchange.response.status >= 500 || isUnread(exchange))
        return unjudged(exchange);
      const found = exchange.response.status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
      const difference =
        found === undefined ? undefined : differenceOf(resource, made, { record: found, shownBy: exchange });
      if (found === undefined || difference !== undefined) {
        const actual = found === undefined ? `the status ${exchange.response.status}` : brief(namedOf(found, resource));
        const topic =
          difference === undefined
            ? missing(resource, id)
            : differing(resource, id, difference.name, brief(difference.now));
        const expected = brief(namedOf(made.record, resource));
        return fail({ expected, actual, exchanges, key: 'read differs', topic });
      }
      isSeen = true;
    } else {
      const soon = await requestWholeList(context, resource);
      const isSoon = soon !== undefined && lackedBy(soon, model).some(({ made }) => mayBeLate(made, soon.exchange));
      if (isSoon) await waitForLists(context);
      const listed = isSoon ? await requestWholeList(context, resource) : soon;
      if (listed === undefined) continue;
      exchanges.push(evidenceOf(listed.exchange));
      const { listing } = listed;
      if (listing === undefined) return unjudged(listed.exchange);
      const [lost] = lackedBy(listed, model);
      if (lost !== undefined)
        return fail({
          expected: `the record ${brief(lost.id)} in the list`,
          actual: 'a list without it',
          exchanges,
          key: 'list lost',
          topic: missing(resource, lost.id),
        });
      if (listing.isWhole) isSeen = true;
    }
  }
  return isSeen ? PASS : skip('no step shows what the ones before have made');
}

/** The records that a list should show and does not. */
const lackedBy = ({ listing }: Listed, model: ReadonlyMap<unknown, Sighting>) =>
  listing?.isWhole === true
    ? [...model].filter(([id]) => !listing.byKey.has(keyOf(id))).map(([id, { shownBy }]) => ({ id, made: shownBy }))
    : [];

/** The fields of a random body whose values the server has shown itself. */
function chosen({ known, subject }: CaseContext, body: unknown): JsonRecord {
  if (!isObject(body)) return {};
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) =>
      known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value)),
    ),
  );
}
