import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import type { Exchange } from '../../exchange/exchange';
import { bodyOf, takenSteps } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { fits, nothingToSend, recordBodyOf, unplaced } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { recordMarkOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, PASS, type Verdict } from '../../verdict/verdict';
import { createThree, sendChange, type Three } from './change';
import { type Changed, judgeListed, judgeNeighbours, readChanged, type Seen } from './shown';

/** A record that was replaced is what was sent, and no longer what it was (RFC 9110 §9.3.4). */
export const replacedShown: Check = {
  id: 'replaced.shown',
  title: 'What was replaced is read and listed as it was sent',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    purpose?.role === 'replace' &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.idProperty !== undefined &&
    bodyOf(operation) !== undefined,
  clause: (subject) => clauseOf(subject, 200, 'PUT replaces the record with what the body says.'),
  cases: () => [
    {
      name: 'other values, and what is optional left out',
      tier: 1,
      run: judge,
    },
  ],
};

async function judge(context: CaseContext): Promise<readonly Verdict[]> {
  const placeless = unplaced(context.subject);
  if (placeless !== undefined) return [placeless];
  const three = await createThree(context);
  const wanted = leastOf(context, three.record);
  if (wanted === undefined) return [nothingToSend(context.subject, 'no other valid body is known')];
  const sent = await sendChange(context, three.id, wanted);
  if (!('done' in sent)) return [sent];
  const changed = { id: three.id, by: sent.done, wanted };
  const verdicts: Verdict[] = [];
  const seen = await readChanged(context, changed);
  if (seen !== undefined) verdicts.push('record' in seen ? judgeLeftOut(context, three, changed, seen) : seen);
  const now = seen !== undefined && 'record' in seen ? seen.record : undefined;
  verdicts.push(await judgeListed(context, changed, three.record, now));
  const whole = await replaceWhole(context, three);
  if (whole !== undefined && !('done' in whole)) verdicts.push(whole);
  const last = whole !== undefined && 'done' in whole ? whole.done : sent.done;
  return [...verdicts, ...(await judgeNeighbours(context, three, last))];
}

/** Replaces all of a record, each value another than it and its neighbours have; undefined where no such body fits. */
async function replaceWhole(
  context: CaseContext,
  three: Three,
): Promise<{ readonly done: Exchange } | Verdict | undefined> {
  const media = recordBodyOf(context.subject);
  const others = [three.record, ...three.neighbours.map(({ record }) => record)];
  const members = [...propertiesOf(media?.schema ?? {}).values()].flatMap(({ name, schema, readOnly, writeOnly }) => {
    if (readOnly || writeOnly) return [];
    const taken = others.map((record) => own(record, name));
    const another = isId(context, name) ? undefined : anotherValue(schema, taken, context.options.seed + 2);
    const value = another ?? own(three.record, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const wanted = Object.fromEntries(members);
  if (media === undefined || !fits(media, wanted)) return undefined;
  const sent = await sendChange(context, three.id, wanted);
  if (!('done' in sent)) return sent;
  const seen = await readChanged(context, { id: three.id, by: sent.done, wanted });
  return seen === undefined || 'record' in seen ? sent : seen;
}

/** The path names the id: a body that says another asks for who knows what. */
const isId = ({ subject }: CaseContext, name: string): boolean => name === subject.purpose?.resource.idProperty;

/** The least that replaces a record, each value another than it has; undefined where no such body fits. */
function leastOf(context: CaseContext, record: JsonRecord): JsonRecord | undefined {
  const { subject, options } = context;
  const media = recordBodyOf(subject);
  if (media === undefined) return undefined;
  const body = Object.fromEntries(
    [...propertiesOf(media.schema).values()]
      .filter(({ required, readOnly }) => required && !readOnly)
      .map(({ name, schema }) => {
        const was = own(record, name);
        return [name, isId(context, name) ? was : (anotherValue(schema, [was], options.seed) ?? was)];
      }),
  );
  // By a text of its own it is known where else a careless server puts it.
  const mark = recordMarkOf(context.subject);
  const marked = mark === undefined ? body : { ...body, [mark]: refusedMark(context, context.subject) };
  return [marked, body].find((one) => fits(media, one));
}

/**
 * What a replacement leaves out is gone, or what the server fills in where nobody says anything: that is what a record shows
 * which was made without it. A wrapper is no representation of the record alone: what it leaves out may stay.
 */
function judgeLeftOut(context: CaseContext, { record, older }: Three, { by, wanted }: Changed, seen: Seen): Verdict {
  if (takenSteps(context.subject).length > 0) return PASS;
  const properties = [...propertiesOf(recordBodyOf(context.subject)?.schema ?? {}).values()];
  const kept = properties.find(({ name, schema, readOnly, writeOnly }) => {
    const [was, is] = [own(record, name), own(seen.record, name)];
    // The path names the id: a body need not.
    if (name === context.subject.purpose?.resource.idProperty) return false;
    if (readOnly || writeOnly || was === undefined || was === null || own(wanted, name) !== undefined) return false;
    return sameJson(was, is) && !sameJson(is, own(older, name)) && !sameJson(is, schema.default);
  });
  if (kept === undefined) return PASS;
  return fail({
    expected: `no ${kept.name}, or what a record without it has: PUT replaces all of the record`,
    actual: `${kept.name}: ${brief(own(seen.record, kept.name))}, as before`,
    exchanges: [by, seen.exchange],
    key: `${kept.name} left out`,
  });
}
