import { type Operation, type Schema, stringifyJson } from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { evidenceOf } from '../../exchange/evidence';
import { type Exchange, isRefusal, type Request } from '../../exchange/exchange';
import { bodyOf, refusalStatuses } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { type RequestParts, toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { Case, CaseContext, Check } from '../../steps/check';
import { requestRecords } from '../../steps/lists';
import { markOf, refusedMark } from '../../steps/records';
import { requestListsForTrace, sendAmongLists } from '../../steps/trace';
import { clauseOf, inconclusive, NOTHING_TO_JUDGE, skip, type Verdict } from '../../verdict/verdict';

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
    const all: readonly (Case | undefined)[] = [
      {
        name: 'bodies that break one constraint each',
        tier: 1,
        run: (context) => judge(context, 0, 2),
      },
      keyed(operation, { name: 'a create without a key', tier: 1, run: judgeUnauthorized }),
      {
        name: 'further bodies that break one constraint each',
        tier: 2,
        run: (context) => judge(context, 2, 10, operation.security.length === 0 ? [] : KEYLESS),
      },
      { name: 'whether records appear when requests are refused', tier: 2, run: judgeRefused },
      keyed(operation, {
        name: 'whether records appear when the key is refused',
        tier: 2,
        run: judgeKeyless,
      }),
    ];
    return all.filter((one) => one !== undefined);
  },
};

/** A case that needs an operation which asks for a key: any other rightly takes a request without one. */
const keyed = ({ security }: Operation, one: Case): Case | undefined => (security.length === 0 ? undefined : one);

/** Whoever has no valid key adds nothing, whatever else is wrong. */
const KEYLESS: readonly RequestParts[] = [
  { credential: { wrong: 'unknown' } },
  { credential: 'none', headers: { 'content-type': undefined } },
];

/** @param more requests with valid bodies that are refused for another reason */
async function judge(
  context: CaseContext,
  from: number,
  to: number,
  more: readonly RequestParts[] = [],
): Promise<Verdict> {
  const { subject } = context;
  const { operation } = subject;
  const mark = markOf(subject);
  const media = bodyOf(operation);
  if (mark === undefined || media === undefined) return NOTHING_TO_JUDGE;
  const before = await requestRecords(context);
  const { body } = knownBody(context, subject);
  const refused: Exchange[] = [];
  const texts = new Set<unknown>();
  for (let nth = from; nth < to; nth += 1) {
    const text = refusedMark(context, subject);
    const broken = traceable(media.schema, { ...body, [mark]: text }, text)[nth];
    if (broken === undefined && nth === from) return skip('no further body breaks a constraint');
    if (broken === undefined) break;
    const exchange = await context.send(toRequest(operation, { body: broken.value }));
    if (!isRefusal(exchange)) continue;
    refused.push(evidenceOf(exchange));
    texts.add(text);
  }
  for (const parts of more) {
    const text = refusedMark(context, subject);
    const exchange = await context.send(toRequest(operation, { ...parts, body: { ...body, [mark]: text } }));
    if (!isRefusal(exchange)) continue;
    refused.push(evidenceOf(exchange));
    texts.add(text);
  }
  if (refused.length === 0) return inconclusive('nothing was refused');
  return requestListsForTrace(context, refused, (record) => texts.has(record[mark]), before);
}

/** The bodies that break one constraint each and carry the mark: those by which a record could be found. */
const traceable = (schema: Schema, valid: JsonRecord, text: string) =>
  brokenBodies(schema, valid).filter(({ value, isTelling }) => isTelling && stringifyJson(value).includes(text));

/** The least body with a broken choice; where there is no choice, with another constraint broken. */
async function judgeRefused(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const media = bodyOf(operation);
  const mark = markOf(context.subject);
  if (media === undefined || mark === undefined) return NOTHING_TO_JUDGE;
  const make = (): Request | undefined => {
    const text = refusedMark(context, context.subject);
    const broken = traceable(media.schema, { ...knownBody(context, context.subject).body, [mark]: text }, text);
    const chosen = broken.find(({ what }) => what.includes('enumeration')) ?? broken[0];
    return chosen === undefined ? undefined : toRequest(operation, { body: chosen.value });
  };
  return sendAmongLists(context, NEWCOMERS, () => repeat(context, make));
}

async function judgeKeyless(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const make = (): Request =>
    toRequest(operation, { body: knownBody(context, context.subject).body, credential: 'none' });
  return sendAmongLists(context, NEWCOMERS, () => repeat(context, make));
}

/** Enough for as many new records to be no accident. */
const NEWCOMERS = 3;

async function repeat(context: CaseContext, make: () => Request | undefined): Promise<readonly Exchange[]> {
  const refused: Exchange[] = [];
  for (let sent = 0; sent < NEWCOMERS; sent += 1) {
    const request = make();
    if (request === undefined) break;
    const exchange = await context.send(request);
    if (isRefusal(exchange)) refused.push(evidenceOf(exchange));
  }
  return refused;
}

async function judgeUnauthorized(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const mark = markOf(subject);
  if (mark === undefined) return NOTHING_TO_JUDGE;
  const before = await requestRecords(context);
  const text = refusedMark(context, subject);
  const body = { ...knownBody(context, subject).body, [mark]: text };
  const exchange = await context.send(toRequest(subject.operation, { body, credential: 'none' }));
  return isRefusal(exchange)
    ? requestListsForTrace(context, [exchange], (record) => record[mark] === text, before)
    : inconclusive('it was not refused');
}
