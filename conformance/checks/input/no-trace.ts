import { type Schema, stringifyJson } from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { evidenceOf } from '../../exchange/evidence';
import { type Exchange, isRefusal } from '../../exchange/exchange';
import { bodyOf, refusalStatuses } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf } from '../../records/records';
import { knownBody } from '../../requests/bodies/valid';
import type { RequestParts } from '../../requests/request';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { requestRecords, requestWholeList } from '../../steps/lists';
import { sendParts } from '../../steps/paths/paths';
import { markOf, refusedMark } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';

/** What was refused is not stored. */
export const refusedNoTrace: Check = {
  id: 'refused.no-trace',
  title: 'What was refused leaves no trace',
  level: 'MUST',
  applies: (subject) =>
    subject.purpose?.role === 'create' &&
    subject.purpose.resource.operations.list !== undefined &&
    markOf(subject) !== undefined,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A refused request adds no record.'),
  cases: ({ operation }) => {
    // An operation that asks for no key rightly takes a request without one.
    const keyed = <One>(...some: readonly One[]): readonly One[] => (operation.security.length === 0 ? [] : some);
    return [
      searchCase('bodies that break one constraint each', 1, [0, 1].map(breaking)),
      ...keyed(searchCase('a create without a key', 1, [keyless({ credential: 'none' })])),
      searchCase('further bodies that break one constraint each', 2, [
        ...[2, 3, 4, 5, 6, 7, 8, 9].map(breaking),
        ...keyed(
          keyless({ credential: { wrong: 'unknown' } }),
          keyless({ credential: 'none', headers: { 'content-type': undefined } }),
        ),
      ]),
      countCase('whether records appear when requests are refused', breakingChoice),
      ...keyed(countCase('whether records appear when the key is refused', keyless({ credential: 'none' }))),
    ];
  },
};

/** A valid body with a mark in it, by which its record could be found. */
interface Marked {
  readonly schema: Schema;
  readonly body: JsonRecord;
  readonly text: string;
}

/** Makes a request that is to be refused; undefined where no such body is known. */
type Refusable = (marked: Marked) => RequestParts | undefined;

/** The bodies that break one constraint each and still carry the mark. */
const traceable = ({ schema, body, text }: Marked) =>
  brokenBodies(schema, body).filter(({ value, isTelling }) => isTelling && stringifyJson(value).includes(text));

const breaking =
  (nth: number): Refusable =>
  (marked) => {
    const broken = traceable(marked)[nth];
    return broken && { body: broken.value };
  };

/** A broken choice; where there is no choice, another constraint. */
const breakingChoice: Refusable = (marked) => {
  const all = traceable(marked);
  const chosen = all.find(({ what }) => what.includes('enumeration')) ?? all[0];
  return chosen && { body: chosen.value };
};

/** A client without a valid key adds nothing, whatever else is wrong. */
const keyless =
  (parts: RequestParts): Refusable =>
  ({ body }) => ({ ...parts, body });

/** Looks for the marks in the lists. */
const searchCase = (name: string, tier: 1 | 2, refusables: readonly Refusable[]): Case => ({
  name,
  tier,
  run: async (context) => {
    const before = await requestRecords(context);
    const { refused, isMarked } = await sendRefusables(context, refusables);
    if (refused.length === 0) return inconclusive('nothing was refused');
    return requestListsForTrace(context, refused, isMarked, before);
  },
});

/** Sends each with a mark of its own. @throws CannotJudge where the first one can't be made */
async function sendRefusables(context: CaseContext, refusables: readonly Refusable[]) {
  const { subject } = context;
  const mark = markOf(subject) ?? '';
  const schema = bodyOf(subject.operation)?.schema ?? {};
  const refused: Exchange[] = [];
  const texts = new Set<unknown>();
  for (const [nth, partsFor] of refusables.entries()) {
    const text = refusedMark(context, subject);
    const parts = partsFor({ schema, body: { ...knownBody(context, subject).body, [mark]: text }, text });
    if (parts === undefined && nth === 0) throw new CannotJudge(skip('no further body breaks a constraint'));
    if (parts === undefined) continue;
    const exchange = await sendParts(context, parts);
    if (!isRefusal(exchange)) continue;
    refused.push(evidenceOf(exchange));
    texts.add(text);
  }
  return { refused, isMarked: (record: JsonRecord) => texts.has(record[mark]) };
}

/** What looks like a trace has to come twice. */
const countCase = (name: string, refusable: Refusable): Case => ({
  name,
  tier: 2,
  run: async (context) => {
    const first = await countRecords(context, refusable);
    return first.outcome === 'fail' ? countRecords(context, refusable) : first;
  },
});

/** Enough for as many new records to be no accident. */
const NEWCOMERS = 3;

/**
 * Sends requests that are refused between two whole lists, to see whether as many records appear. Other clients may add
 * records at any time: so as many harmless requests are sent first, and where records appear during those, there is no
 * verdict.
 */
async function countRecords(context: CaseContext, refusable: Refusable): Promise<Verdict> {
  const resource = resourceOf(context);
  const before = await requestIds(context);
  for (let sent = 0; sent < NEWCOMERS; sent += 1) await sendParts(inRole(context, resource, 'list'), {});
  const quiet = await requestIds(context);
  if ([...quiet.ids].some((id) => !before.ids.has(id))) return inconclusive('other clients add records meanwhile');
  const { refused } = await sendRefusables(context, Array<Refusable>(NEWCOMERS).fill(refusable));
  const after = await requestIds(context);
  const { records } = context.known.collection(resource);
  const appeared = [...after.ids].filter((id) => !quiet.ids.has(id) && records.get(keyOf(id))?.isCreated !== true);
  if (refused.length < NEWCOMERS) return inconclusive('not all of the requests were refused');
  if (appeared.length !== NEWCOMERS) return PASS;
  return fail({
    expected: 'no record of the refused requests',
    actual: `${NEWCOMERS} records that were not there before: ${brief(appeared)}`,
    exchanges: [quiet.exchange, ...refused, after.exchange],
    key: 'newcomers',
  });
}

/** The ids of all records. @throws CannotJudge where the list does not show them all */
async function requestIds(context: CaseContext) {
  const resource = resourceOf(context);
  const { exchange, listing } = (await requestWholeList(context, resource)) ?? {};
  if (exchange === undefined || listing?.isWhole !== true)
    throw new CannotJudge(skip('no list is short enough to show everything'));
  return { exchange, ids: new Set(listing.records.map((record) => idOf(record, resource))) };
}
