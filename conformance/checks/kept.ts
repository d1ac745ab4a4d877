import type { Resource } from '../../openapi/contract';
import { sameJson } from '../known';
import type { Check, Exchange, JsonRecord, Session, Verdict } from '../model';
import { isReadable, readBack } from '../steps/read-back';
import { idOf, listAll, namedOf } from '../subject';
import { brief, fail, inconclusive, PASS } from '../verdict';

/** Records of before are still there and unchanged after others were created. */
export const recordsKept: Check = {
  id: 'records.kept',
  title: 'Older records stay as they are',
  level: 'MUST',
  applies: ({ part }) => part?.role === 'create',
  clause: ({ part, operation }) => ({
    sentence: 'No operation changes or deletes a record when another is added.',
    pointer: part?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    ...(subject.part?.resource.operations.list === undefined
      ? []
      : [{ name: 'all records of the first list', tier: 1 as const, cost: 2, run: judgeKeptInList }]),
    ...(isReadable(subject)
      ? [
          {
            name: 'the first and the last record',
            tier: 1 as const,
            cost: 3,
            run: (session: Session) => judgeKept(session, 2),
          },
          {
            name: 'what this run has created',
            tier: 3 as const,
            cost: MOST_REREAD,
            run: (session: Session) => judgeKept(session, MOST_REREAD),
          },
        ]
      : []),
  ],
};

const MOST_REREAD = 60;

/** One list holds many records against what was shown of them first. */
async function judgeKeptInList(session: Session): Promise<Verdict> {
  const { resource } = session.subject.part ?? {};
  if (resource === undefined) return PASS;
  const listed = await listAll(session, resource);
  if (listed?.records === undefined) return inconclusive('there is no list');
  for (const record of listed.records) {
    const verdict = judgeUnchanged(session, resource, record, listed.exchange);
    if (verdict.outcome !== 'pass') return verdict;
  }
  return PASS;
}

/** Reads so many records again: those of before this run first, then its own. */
async function judgeKept(session: Session, most: number): Promise<Verdict | readonly Verdict[]> {
  const { resource } = session.subject.part ?? {};
  if (resource === undefined) return PASS;
  if (session.known.records(resource.name).size === 0) await listAll(session, resource);
  const ids = [...session.known.records(resource.name).keys()];
  const created = [...session.known.created(resource.name)];
  const chosen = most === 2 ? [ids[0], ids.at(-1)] : created.slice(0, most);
  const verdicts: Verdict[] = [];
  for (const id of new Set(chosen)) {
    if (id === session.known.host(resource.name)) continue;
    const first = session.known.first(resource.name, id);
    if (first !== undefined) verdicts.push(await readBack(session, first.record, first.shownBy));
  }
  return verdicts;
}

/** Holds a record as it is shown now against how it was shown first; what is used below a record may change it. */
function judgeUnchanged({ known }: Session, resource: Resource, record: JsonRecord, exchange: Exchange): Verdict {
  const id = idOf(record, resource);
  const first = id === known.host(resource.name) ? undefined : known.first(resource.name, id);
  if (first === undefined) return PASS;
  const before = namedOf(first.record, resource);
  const now = namedOf(record, resource);
  const name = [...new Set([...Object.keys(before), ...Object.keys(now)])].find(
    (one) => !sameJson(before[one], now[one]),
  );
  if (name === undefined) return PASS;
  const expected = `${name}: ${brief(before[name])}, as it was shown before`;
  return fail({
    expected,
    actual: `${name}: ${brief(now[name])}`,
    exchanges: [first.shownBy, exchange],
    key: `${name} differs`,
  });
}
