import { propertiesOf, typesOf } from '../../openapi/contract';
import { brokenBodies } from '../arbitraries/broken';
import type { Check, Exchange, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { bodyOf, clauseOf, listAll, refusalStatus } from '../subject';
import { knownBody } from '../valid';
import { brief, fail, inconclusive, isRefusal, PASS } from '../verdict';

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
  cases: (subject) => [
    {
      name: 'bodies that break one constraint each',
      tier: 1,
      cost: 3 + 2 * (subject.part?.resource.filters.length ?? 0),
      run: judge,
    },
  ],
};

/** The property whose text tells the refused records from all others. */
export function markOf({ operation }: Subject): string | undefined {
  const media = bodyOf(operation);
  return [...propertiesOf(media?.schema ?? {}).values()].find(
    ({ required, schema }) =>
      required &&
      typesOf(schema).includes('string') &&
      schema.enum === undefined &&
      schema.format === undefined &&
      schema.pattern === undefined,
  )?.name;
}

async function judge(session: Session): Promise<Verdict> {
  const { subject, options } = session;
  const { operation, part } = subject;
  const mark = markOf(subject);
  const media = bodyOf(operation);
  if (part === undefined || mark === undefined || media === undefined) return PASS;
  const text = `Refused ${options.seed.toString(36)}`;
  const valid = { ...knownBody(session, subject).body, [mark]: text };
  const broken = brokenBodies(media.schema, valid).filter(({ what }) => !what.startsWith(mark));
  const refused: Exchange[] = [];
  for (const { value } of broken.filter(({ isTelling }) => isTelling).slice(0, 2)) {
    const exchange = await session.send(toRequest(operation, { body: value, valid: false }));
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0) return inconclusive('nothing was refused');
  return findTrace(session, refused, (record) => record[mark] === text);
}

/** Looks for a record that should not be there in every list that shows it all. */
export async function findTrace(
  session: Session,
  refused: readonly Exchange[],
  isTrace: (record: Readonly<Record<string, unknown>>) => boolean,
): Promise<Verdict> {
  const { resource } = session.subject.part ?? {};
  if (resource === undefined) return PASS;
  const choices = resource.filters.flatMap(({ parameter }) =>
    (parameter.schema.enum ?? []).map((value) => ({ [parameter.name]: value })),
  );
  let wasWhole = false;
  for (const query of [{}, ...choices.slice(0, 2 * resource.filters.length)]) {
    const listed = await listAll(session, resource, query);
    const trace = listed?.records?.find(isTrace);
    if (listed !== undefined && trace !== undefined) {
      const actual = `the record ${brief(trace)}`;
      return fail({
        expected: 'no record of the refused request',
        actual,
        exchanges: [...refused, listed.exchange],
        key: 'stored',
      });
    }
    if (listed?.isWhole === true) wasWhole = true;
    if (wasWhole && Object.keys(query).length === 0) return PASS;
  }
  return wasWhole ? PASS : inconclusive('no list is short enough to show everything');
}
