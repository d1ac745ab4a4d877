import { brokenBodies } from '../arbitraries/broken';
import type { CaseContext, Check } from '../model/check';
import { clauseOf } from '../model/clause';
import { type Exchange, isRefusal, type Request } from '../model/exchange';
import { toRequest } from '../model/request';
import { bodyOf, refusalStatus } from '../model/subject';
import { knownBody } from '../model/valid';
import { inconclusive, PASS, type Verdict } from '../model/verdict';
import { markOf, refusedMark } from '../steps/mark';
import { requestListsForTrace } from '../steps/request-lists-for-trace';
import { sendAmongLists } from '../steps/send-among-lists';

/** What was refused is not stored. */
export const refusedNoTrace: Check = {
  id: 'refused.no-trace',
  title: 'What was refused leaves no trace',
  level: 'MUST',
  applies: (subject) =>
    subject.purpose?.role === 'create' &&
    subject.purpose.resource.operations.list !== undefined &&
    markOf(subject) !== undefined,
  clause: (subject) => clauseOf(subject, refusalStatus(subject.operation) ?? 400, 'A refused request adds no record.'),
  cases: ({ purpose }) => {
    const lists =
      1 +
      (purpose?.resource.filters ?? []).reduce((sum, { parameter }) => sum + (parameter.schema.enum?.length ?? 0), 0);
    return [
      {
        name: 'bodies that break one constraint each',
        tier: 1,
        cost: 2 + lists,
        run: (context) => judge(context, 0, 2),
      },
      { name: 'a create without a key', tier: 1, cost: 1 + lists, run: judgeUnauthorized },
      {
        name: 'further bodies that break one constraint each',
        tier: 2,
        cost: 10 + lists,
        run: (context) => judge(context, 2, 10),
      },
      { name: 'whether records appear when requests are refused', tier: 2, cost: 9, run: judgeRefused },
      { name: 'whether records appear when the key is refused', tier: 2, cost: 9, run: judgeKeyless },
    ];
  },
};

async function judge(context: CaseContext, from: number, to: number): Promise<Verdict> {
  const { subject } = context;
  const { operation, purpose } = subject;
  const mark = markOf(subject);
  const media = bodyOf(operation);
  if (purpose === undefined || mark === undefined || media === undefined) return PASS;
  const text = refusedMark(context);
  const valid = { ...knownBody(context, subject).body, [mark]: text };
  const broken = brokenBodies(media.schema, valid).filter(({ what }) => !what.startsWith(mark));
  const refused: Exchange[] = [];
  for (const { value } of broken.filter(({ isTelling }) => isTelling).slice(from, to)) {
    const exchange = await context.send(toRequest(operation, { body: value }));
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0) return inconclusive('nothing was refused');
  return requestListsForTrace(context, refused, (record) => record[mark] === text);
}

/** The least body with a broken choice; where there is no choice, with another constraint broken. */
async function judgeRefused(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const media = bodyOf(operation);
  const mark = markOf(context.subject);
  if (media === undefined || mark === undefined) return PASS;
  const valid = { ...knownBody(context, context.subject).body, [mark]: refusedMark(context) };
  const broken = brokenBodies(media.schema, valid).filter(({ what, isTelling }) => isTelling && !what.startsWith(mark));
  const chosen = broken.find(({ what }) => what.includes('enumeration')) ?? broken[0];
  if (chosen === undefined) return PASS;
  const request = toRequest(operation, { body: chosen.value });
  return sendAmongLists(context, NEWCOMERS, () => repeat(context, request));
}

async function judgeKeyless(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  if (operation.security.length === 0) return PASS;
  const { body } = knownBody(context, context.subject);
  const request = toRequest(operation, { body, credential: 'none' });
  return sendAmongLists(context, NEWCOMERS, () => repeat(context, request));
}

/** Enough for as many new records to be no accident. */
const NEWCOMERS = 3;

async function repeat(context: CaseContext, request: Request): Promise<readonly Exchange[]> {
  const refused: Exchange[] = [];
  for (let sent = 0; sent < NEWCOMERS; sent += 1) {
    const exchange = await context.send(request);
    if (isRefusal(exchange)) refused.push(exchange);
  }
  return refused;
}

async function judgeUnauthorized(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const mark = markOf(subject);
  if (mark === undefined) return PASS;
  const body = { ...knownBody(context, subject).body, [mark]: refusedMark(context) };
  const exchange = await context.send(toRequest(subject.operation, { body, credential: 'none' }));
  return isRefusal(exchange)
    ? requestListsForTrace(context, [exchange], (record) => record[mark] === refusedMark(context))
    : inconclusive('it was not refused');
}
