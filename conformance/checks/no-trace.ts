import { brokenBodies } from '../arbitraries/broken';
import type { Check, Exchange, Request, Session, Verdict } from '../model';
import { toRequest } from '../request';
import { findTrace } from '../steps/find-trace';
import { markOf, refusedMark } from '../steps/mark';
import { judgeNewcomers } from '../steps/newcomers';
import { bodyOf, clauseOf, refusalStatus } from '../subject';
import { knownBody } from '../valid';
import { inconclusive, isRefusal, PASS } from '../verdict';

/** What was refused is not stored. */
export const refusedNoTrace: Check = {
  id: 'refused.no-trace',
  title: 'What was refused leaves no trace',
  level: 'MUST',
  applies: (subject) =>
    subject.part?.role === 'create' &&
    subject.part.resource.operations.list !== undefined &&
    markOf(subject) !== undefined,
  clause: (subject) => clauseOf(subject, refusalStatus(subject.operation) ?? 400, 'A refused request adds no record.'),
  cases: ({ part }) => {
    const lists =
      1 + (part?.resource.filters ?? []).reduce((sum, { parameter }) => sum + (parameter.schema.enum?.length ?? 0), 0);
    return [
      {
        name: 'bodies that break one constraint each',
        tier: 1,
        cost: 2 + lists,
        run: (session) => judge(session, 0, 2),
      },
      { name: 'a create without a key', tier: 1, cost: 1 + lists, run: judgeUnauthorized },
      {
        name: 'further bodies that break one constraint each',
        tier: 2,
        cost: 10 + lists,
        run: (session) => judge(session, 2, 10),
      },
      { name: 'whether records appear when requests are refused', tier: 2, cost: 9, run: judgeRefused },
      { name: 'whether records appear when the key is refused', tier: 2, cost: 9, run: judgeKeyless },
    ];
  },
};

async function judge(session: Session, from: number, to: number): Promise<Verdict> {
  const { subject } = session;
  const { operation, part } = subject;
  const mark = markOf(subject);
  const media = bodyOf(operation);
  if (part === undefined || mark === undefined || media === undefined) return PASS;
  const text = refusedMark(session);
  const valid = { ...knownBody(session, subject).body, [mark]: text };
  const broken = brokenBodies(media.schema, valid).filter(({ what }) => !what.startsWith(mark));
  const refused: Exchange[] = [];
  for (const { value } of broken.filter(({ isTelling }) => isTelling).slice(from, to)) {
    const exchange = await session.send(toRequest(operation, { body: value }));
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0) return inconclusive('nothing was refused');
  return findTrace(session, refused, (record) => record[mark] === text);
}

/** The least body with a broken choice, and others where there is none to break. */
async function judgeRefused(session: Session): Promise<Verdict> {
  const { operation } = session.subject;
  const media = bodyOf(operation);
  const mark = markOf(session.subject);
  if (media === undefined || mark === undefined) return PASS;
  const valid = { ...knownBody(session, session.subject).body, [mark]: refusedMark(session) };
  const broken = brokenBodies(media.schema, valid).filter(({ what, isTelling }) => isTelling && !what.startsWith(mark));
  const chosen = broken.find(({ what }) => what.includes('enumeration')) ?? broken[0];
  if (chosen === undefined) return PASS;
  const request = toRequest(operation, { body: chosen.value });
  return judgeNewcomers(session, NEWCOMERS, () => repeat(session, request));
}

async function judgeKeyless(session: Session): Promise<Verdict> {
  const { operation } = session.subject;
  if (operation.security.length === 0) return PASS;
  const { body } = knownBody(session, session.subject);
  const request = toRequest(operation, { body, credential: 'none' });
  return judgeNewcomers(session, NEWCOMERS, () => repeat(session, request));
}

/** Enough that as many newcomers are no accident. */
const NEWCOMERS = 3;

async function repeat(session: Session, request: Request): Promise<readonly Exchange[]> {
  const refused: Exchange[] = [];
  for (let sent = 0; sent < NEWCOMERS; sent += 1) {
    const exchange = await session.send(request);
    if (isRefusal(exchange)) refused.push(exchange);
  }
  return refused;
}

async function judgeUnauthorized(session: Session): Promise<Verdict> {
  const { subject } = session;
  const mark = markOf(subject);
  if (mark === undefined) return PASS;
  const body = { ...knownBody(session, subject).body, [mark]: refusedMark(session) };
  const exchange = await session.send(toRequest(subject.operation, { body, credential: 'none' }));
  return isRefusal(exchange)
    ? findTrace(session, [exchange], (record) => record[mark] === refusedMark(session))
    : inconclusive('it was not refused');
}
