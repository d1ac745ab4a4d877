import fc from 'fast-check';
import { isObject, type Resource } from '../../openapi/contract';
import { arbitraryOf } from '../arbitraries/schema';
import { evidenceOf } from '../exchange/evidence';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { bodyOf, type Subject } from '../exchange/subject';
import { mayBeLate, passes } from '../records/lists/listing';
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
import { differenceOf, isSilent } from '../rules/relations/compare';
import { heldOf, sentIn } from '../rules/relations/held';
import type { Case, CaseContext, Check } from '../steps/check';
import { resourceOf } from '../steps/check';
import { type Listed, lookAgain, requestWholeList } from '../steps/lists';
import { notCreated, readRecord } from '../steps/records';
import { sendValid } from '../steps/send-valid';
import { tryDrawn } from '../steps/try-drawn';
import { brief } from '../verdict/brief';
import {
  answered,
  CannotJudge,
  differing,
  missing,
  NOTHING_TO_JUDGE,
  PASS,
  skip,
  unjudged,
  type Verdict,
  Violation,
} from '../verdict/verdict';

/** What a sequence has sent, and a model of what it has made: a map from id to record. */
interface Played {
  readonly model: Map<unknown, Sighting>;
  readonly exchanges: Exchange[];
  /** Whether a list that was waited for has not shown what it lacked. */
  readonly waits: { areVain: boolean };
  /** Whether a step has shown what the ones before have made. */
  isSeen: boolean;
}

/** One request of a sequence. @throws Violation, CannotJudge */
type Step = (context: CaseContext, played: Played) => Promise<void>;

const LONGEST = 6;

/** Whatever the order of creates, reads and lists, the server shows what it has stored. */
export const sequenceModel: Check = {
  id: 'sequence.model',
  isShownByFew: true,
  title: 'After any sequence of requests, the records are as they should be',
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
      { name: 'creates, reads and lists in random order', tier: 3, run: (context) => judge(context, runs, seed) },
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
  const run = async (context: CaseContext): Promise<undefined> => {
    let isWaitedFor = false;
    for (const query of queries) {
      const listed = await requestWholeList(context, resource, query);
      if (listed === undefined || isWaitedFor || !lacks(context, resource, listed, true)) continue;
      isWaitedFor = true;
      await lookAgain(context, async () => {
        const again = await requestWholeList(context, resource, query);
        return again === undefined || !lacks(context, resource, again);
      });
    }
  };
  return [{ name: 'all that was created, in the lists that filters leave', tier: 3, run }];
}

/** @param isSoon whether it may only be late with what it lacks */
const lacks = ({ known }: CaseContext, resource: Resource, { exchange, listing }: Listed, isSoon = false): boolean =>
  listing?.isWhole === true &&
  createdIn(known.collection(resource)).some(
    ({ id, first }) =>
      !listing.byKey.has(keyOf(id)) && passes(listing, first.record) && (!isSoon || mayBeLate(first.shownBy, exchange)),
  );

function judge(context: CaseContext, runs: number, seed: number): AsyncGenerator<Verdict> {
  const schema = bodyOf(context.subject.operation)?.schema;
  if (schema === undefined) throw new CannotJudge(NOTHING_TO_JUDGE);
  const step = fc.oneof(
    { weight: 3, arbitrary: arbitraryOf(schema).map(create) },
    { weight: 3, arbitrary: fc.nat(4).map(readNth) },
    { weight: 1, arbitrary: fc.constant<Step>(list) },
  );
  const steps = fc.array(step, { minLength: 2, maxLength: LONGEST });
  const waits = { areVain: false };
  // The search for a shorter sequence ends in time.
  const bounds = { numRuns: runs, seed, most: runs * LONGEST };
  return tryDrawn(
    steps,
    bounds,
    (drawn) => play(context, drawn, waits),
    ({ length }) => length,
  );
}

async function play(context: CaseContext, steps: readonly Step[], waits: Played['waits']): Promise<Verdict> {
  const played: Played = { model: new Map(), exchanges: [], waits, isSeen: false };
  for (const step of steps) await step(context, played);
  return played.isSeen ? PASS : skip('no step shows what the ones before have made');
}

/** Known values alone: those that the server is free to refuse are tried by other checks. */
const create =
  (choice: unknown): Step =>
  async (context, { model, exchanges }) => {
    const resource = resourceOf(context);
    const { exchange } = await sendValid(context, context.subject, {}, chosen(context, choice));
    const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
    if (record === undefined)
      throw new CannotJudge(isRefusal(exchange) ? skip(notCreated(exchange)) : unjudged(exchange));
    exchanges.push(evidenceOf(exchange));
    const id = idOf(record, resource);
    if (id === undefined)
      throw new CannotJudge(skip(`a create was answered with a record without its ${resource.idProperty}`));
    model.set(id, { record, shownBy: exchange });
  };

/** @param nth chooses among the records that the sequence has made */
const readNth =
  (nth: number): Step =>
  async (context, played) => {
    const { model, exchanges } = played;
    const resource = resourceOf(context);
    const [id, made] = [...model][nth % Math.max(1, model.size)] ?? [];
    const seen = made === undefined ? undefined : await readRecord(context, resource, id);
    if (made === undefined || seen === undefined) return;
    const { exchange, record } = seen;
    exchanges.push(evidenceOf(exchange));
    const { status } = answered(exchange).response;
    if (isSilent(exchange)) throw new CannotJudge(unjudged(exchange));
    const held = heldOf(resource, sentIn(made.shownBy, resource), context.known.collection(resource));
    const difference = record && differenceOf(resource, made, { record, shownBy: exchange }, held);
    played.isSeen = true;
    if (record !== undefined && difference === undefined) return;
    throw new Violation({
      expected: brief(namedOf(made.record, resource)),
      actual: record === undefined ? `the status ${status}` : brief(namedOf(record, resource)),
      exchanges,
      key: 'read differs',
      topic:
        difference === undefined
          ? missing(resource, id)
          : differing(resource, id, difference.name, brief(difference.now)),
    });
  };

const list: Step = async (context, played) => {
  const { waits } = played;
  const { model, exchanges } = played;
  const resource = resourceOf(context);
  let listed = await requestWholeList(context, resource);
  const { exchange } = listed ?? {};
  if (listed === undefined || exchange === undefined) return;
  // Once that was waited for in vain, a shorter sequence is looked for at once.
  const lacked = () => lackedBy(context, resource, listed, model);
  const isSoon = lacked().some(({ made }) => mayBeLate(made, exchange));
  if (isSoon && !waits.areVain) {
    const lateness = await lookAgain(context, async () => {
      listed = (await requestWholeList(context, resource)) ?? listed;
      return lacked().length === 0;
    });
    if (lateness === 'known') throw new CannotJudge('the lists are late');
    waits.areVain = lateness === 'never';
  }
  if (listed === undefined) return;
  exchanges.push(evidenceOf(listed.exchange));
  if (listed.listing === undefined) throw new CannotJudge(unjudged(listed.exchange));
  const [lost] = lacked();
  if (lost !== undefined)
    throw new Violation({
      expected: `the record ${brief(lost.id)} in the list`,
      actual: 'a list without it',
      exchanges,
      key: 'list lost',
      topic: missing(resource, lost.id),
    });
  played.isSeen ||= listed.listing.isWhole;
};

/** The records that a list should show and does not: those below its parents, since a create may have had to make another one. */
const lackedBy = (
  { known }: CaseContext,
  resource: Resource,
  listed: Listed | undefined,
  model: ReadonlyMap<unknown, Sighting>,
) => {
  const { listing, exchange } = listed ?? {};
  if (listing?.isWhole !== true) return [];
  const { records } = known.collection(resource, exchange?.request.path);
  return [...model]
    .filter(([id, { record }]) => records.has(keyOf(id)) && !listing.byKey.has(keyOf(id)) && passes(listing, record))
    .map(([id, { shownBy }]) => ({ id, made: shownBy }));
};

/** The fields of a random body whose values the server has shown itself. */
function chosen({ known, subject }: CaseContext, body: unknown): JsonRecord {
  if (!isObject(body)) return {};
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) =>
      known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value)),
    ),
  );
}
