/** What lists say of themselves: how many records there are, and which cursors lead on. */
import { fits, own, type Parameter, type Resource } from '../../openapi/contract';
import { isRefusal } from '../exchange/exchange';
import { generalSentences } from '../exchange/said-of-all';
import { hasMany, type Subject } from '../exchange/subject';
import { conditionsOf } from '../records/conditions';
import { SAYS_BAD_CURSOR, SAYS_CURSOR_REFUSED } from '../records/list-words';
import { type JsonRecord, recordsOf } from '../records/records';
import { toRequest } from '../requests/request';
import { countsIn, total } from '../rules/relations/told';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { requestList, requestWholeList } from '../steps/lists';
import { fail, inconclusive, PASS, replied, skip, type Verdict } from '../verdict/verdict';
import { boundsOf, isPlain, listedOwn } from './asked';

export const listTotal: Check = {
  ...total,
  cases: () => [
    { name: 'what a filter leaves', tier: 1, run: countFiltered },
    { name: 'a short page of a list that is known', tier: 1, run: countOnShortPage },
  ],
};

async function countFiltered(context: CaseContext): Promise<undefined> {
  const resource = resourceOf(context);
  const records = await listedOwn(context, resource);
  const { latest = {} } = records[0] ?? {};
  const queries: readonly JsonRecord[] = [
    ...resource.filters.map(({ parameter, property }) => ({ [parameter.name]: own(latest, property) })),
    ...conditionsOf(resource).map((one) => ({ [one.parameter.name]: boundsOf(one, records)[0] })),
  ];
  for (const query of queries.filter((one) => Object.values(one).every(isPlain)).slice(0, 2))
    await requestWholeList(context, resource, query);
}

/** A page of one record counts as many as the whole list shows, before and after it. */
async function countOnShortPage(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const { pageSize } = resource;
  if (pageSize === undefined || !fits(pageSize.schema, 'request', 1))
    return skip('the list has no pages of one record');
  await listedOwn(context, resource, 2);
  const there = async () => {
    const { listing } = (await requestWholeList(context, resource)) ?? {};
    return listing?.isComplete === true && listing.conditions.length === 0 ? listing.records.length : undefined;
  };
  const wrongIn = async (wanted: number | undefined) => {
    const short = (await requestList(context, resource, { [pageSize.name]: 1 }))?.exchange;
    const wrong = short && [...countsIn(short, resource)].find(([, count]) => count !== wanted);
    return short && wrong && { short, wrong };
  };
  const before = await there();
  if (before === undefined) return inconclusive('no list is short enough to show everything');
  const found = await wrongIn(before);
  if (found === undefined) return PASS;
  const { short, wrong } = found;
  const again = await wrongIn(before);
  if (again?.wrong.join() !== wrong.join() || (await there()) !== before || (await there()) !== before)
    return inconclusive('the list changed meanwhile');
  const [name, count] = wrong;
  return fail({
    expected: `${name}: ${before}, as many as the whole list shows`,
    actual: `${name}: ${count}`,
    exchanges: [short],
    key: name,
  });
}

/** A cursor that no reply has named is refused, where words say so; elsewhere it is sent to see that the server stands it. */
export const listCursor: Check = {
  id: 'list.cursor',
  title: 'A cursor that was not given is refused',
  level: 'MUST',
  applies: (subject) => {
    const cursor = subject.purpose?.role === 'list' ? cursorOf(subject.purpose.resource) : undefined;
    return cursor !== undefined && (hasMany(subject.contract) || isRefusedBy(subject, cursor));
  },
  clause: ({ purpose, operation }) => ({
    sentence: 'A cursor that the service has not given is refused.',
    pointer: (purpose && cursorOf(purpose.resource)?.pointer) ?? operation.pointer,
  }),
  cases: (subject) => {
    const { purpose } = subject;
    const cursor = purpose && cursorOf(purpose.resource);
    return cursor === undefined
      ? []
      : CURSORS.map((value) => unknownCursor(cursor, value, isRefusedBy(subject, cursor)));
  },
};

/** One that is no token of any kind, and one that may be decoded. */
const CURSORS = ['no-such-cursor', 'eyJpZCI6Im5vLXN1Y2gtcmVjb3JkIn0'] as const;

const cursorOf = ({ paging }: Resource): Parameter | undefined =>
  paging?.positions.find(({ kind, isId }) => (kind === 'after' || kind === 'before') && !isId)?.parameter;

/** By words of the parameter, of a refusal of the operation, or of the document about all. */
function isRefusedBy({ contract, operation }: Subject, { description }: Parameter): boolean {
  const refusals = operation.replies.flatMap((one) =>
    one.status === 400 || one.status === 422 ? [one.description] : [],
  );
  const general = generalSentences(contract).filter((text) => /\b(?:400|422|refus\w+|reject\w+)\b/i.test(text));
  return (
    SAYS_CURSOR_REFUSED.test(description) ||
    (refusals.length > 0 && [...refusals, ...general].some((text) => SAYS_BAD_CURSOR.test(text)))
  );
}

function unknownCursor({ name, schema }: Parameter, value: string, isSaid: boolean): Case {
  return {
    name: `the cursor ${value}`,
    tier: 1,
    run: async ({ subject, send }) => {
      if (!fits(schema, 'request', value)) return skip(`${name} takes no such text`);
      const { operation } = subject;
      const exchange = replied(await send(toRequest(operation, { query: { [name]: value } })));
      // What else is wrong with a 5xx is judged by itself.
      if (isRefusal(exchange) || exchange.response.status >= 300) return PASS;
      if (!isSaid) return skip('no words say that such a cursor is refused');
      const count = recordsOf(exchange, resourceOf({ subject }))?.length ?? 0;
      return fail({
        expected: 'a status of 4xx, since no reply has named this cursor',
        actual: `${exchange.response.status} and ${count} records`,
        exchanges: [exchange],
        key: 'taken',
      });
    },
  };
}
