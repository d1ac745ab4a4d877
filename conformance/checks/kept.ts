import type { Resource } from '../../openapi/contract';
import type { CaseContext, Check } from '../model/check';
import type { Exchange } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { idOf, namedOf } from '../model/records';
import { sameJson } from '../model/same-json';
import type { Verdict } from '../model/verdict';
import { brief, fail, inconclusive, PASS } from '../model/verdict';
import { isReadable, readBack } from '../steps/read-back';
import { requestWholeList } from '../steps/request-whole-list';

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
            run: (context: CaseContext) => judgeKept(context, 2),
          },
          {
            name: 'what this run has created',
            tier: 3 as const,
            cost: MOST_REREAD,
            run: (context: CaseContext) => judgeKept(context, MOST_REREAD),
          },
        ]
      : []),
  ],
};

const MOST_REREAD = 60;

/** One list holds many records against what was shown of them first. */
async function judgeKeptInList(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.part ?? {};
  if (resource === undefined) return PASS;
  const listed = await requestWholeList(context, resource);
  if (listed?.records === undefined) return inconclusive('there is no list');
  for (const record of listed.records) {
    const verdict = judgeUnchanged(context, resource, record, listed.exchange);
    if (verdict.outcome !== 'pass') return verdict;
  }
  return PASS;
}

/** Reads so many records again: those of before this run first, then its own. */
async function judgeKept(context: CaseContext, most: number): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.part ?? {};
  if (resource === undefined) return PASS;
  if (context.known.records(resource.name).size === 0) await requestWholeList(context, resource);
  const ids = [...context.known.records(resource.name).keys()];
  const created = [...context.known.created(resource.name)];
  const chosen = most === 2 ? [ids[0], ids.at(-1)] : created.slice(0, most);
  const verdicts: Verdict[] = [];
  for (const id of new Set(chosen)) {
    if (id === context.known.host(resource.name)) continue;
    const first = context.known.first(resource.name, id);
    if (first !== undefined) verdicts.push(await readBack(context, first.record, first.shownBy));
  }
  return verdicts;
}

/** Holds a record as it is shown now against how it was shown first; what is used below a record may change it. */
function judgeUnchanged({ known }: CaseContext, resource: Resource, record: JsonRecord, exchange: Exchange): Verdict {
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
