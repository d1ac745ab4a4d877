import { isObject, itemsOf, own, type Property, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { bodyOf, type Subject } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, sameJson } from '../../records/records';
import { fits, isMergePatch, nothingToSend, recordBodyOf, unplaced } from '../../requests/valid';
import { differenceOf } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { createThree, sendChange, type Three } from './change';
import { type Changed, judgeListed, judgeNeighbours, readChanged, type Seen } from './shown';

/** A patch changes what it names, and keeps the rest. */
export const patchedKeepsRest: Check = {
  id: 'patched.keeps-rest',
  title: 'A patch changes what it names, and keeps the rest',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    purpose?.role === 'patch' &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.idProperty !== undefined &&
    propertiesOf(bodyOf(operation)?.schema ?? {}).size > 0,
  clause: (subject) => clauseOf(subject, 200, 'PATCH changes the members that the body names, and no others.'),
  cases: (subject) => {
    const members = membersOf(subject);
    return [
      {
        name: 'one member at a time',
        tier: 1,
        run: (context) => judge(context, members),
      },
      // Only there null has a meaning: it removes a member (RFC 7396 §1).
      ...(isMergePatch(subject.operation) ? [{ name: 'null', tier: 1 as const, run: judgeNull }] : []),
    ];
  },
};

const MOST_MEMBERS = 4;

/**
 * Some members that a patch may name: first those that a filter asks for, since lists have to follow them, and arrays, which
 * are no sums.
 */
function membersOf(subject: Subject): readonly string[] {
  const { purpose } = subject;
  const filters = new Set(purpose?.resource.filters.map(({ property }) => property));
  const rank = ({ name, schema }: Property): number => (filters.has(name) ? 0 : itemsOf(schema) === undefined ? 2 : 1);
  return [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()]
    .filter(({ readOnly, writeOnly, name }) => !readOnly && !writeOnly && name !== purpose?.resource.idProperty)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_MEMBERS)
    .map(({ name }) => name);
}

async function judge(context: CaseContext, members: readonly string[]): Promise<readonly Verdict[]> {
  const placeless = unplaced(context.subject);
  if (placeless !== undefined) return [placeless];
  const three = await createThree(context);
  const verdicts: Verdict[] = [];
  let before = three.record;
  let last: Changed | undefined;
  // The first once more, when nothing is as it was made: what a patch resets may have had that value before.
  for (const [nth, name] of [...members, ...members.slice(0, 1)].entries()) {
    const wanted = patchOf(context, name, before, nth);
    if (wanted === undefined) continue;
    const sent = await sendChange(context, three.id, wanted);
    if (!('done' in sent)) {
      verdicts.push(sent);
      continue;
    }
    last = { id: three.id, by: sent.done, wanted };
    const seen = await readChanged(context, last);
    if (seen === undefined) continue;
    if (!('record' in seen)) return [...verdicts, seen];
    verdicts.push(judgeRest(context, three, before, { ...last, seen }));
    if (nth === 0) verdicts.push(await judgeListed(context, last, before, seen.record));
    before = seen.record;
  }
  if (last === undefined)
    return verdicts.length === 0 ? [nothingToSend(context.subject, 'no valid patch is known')] : verdicts;
  return [...verdicts, ...(await judgeNeighbours(context, three, last.by))];
}

/** A patch of one member, with another value than a record has; undefined where none fits. */
function patchOf(
  { subject, options }: CaseContext,
  name: string,
  record: JsonRecord,
  nth: number,
): JsonRecord | undefined {
  const media = recordBodyOf(subject);
  const property = propertiesOf(media?.schema ?? {}).get(name);
  if (media === undefined || property === undefined) return undefined;
  const value = withoutNulls(anotherValue(property.schema, [own(record, name)], options.seed + 1 + nth));
  const body = { [name]: value };
  return value !== undefined && fits(media, body) ? body : undefined;
}

/** Inside an object, too, null may mean that a member is to go: whether it does is not judged. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

interface Patched extends Changed {
  readonly seen: Seen;
}

/** What a client may set, and the id, are as they were but for what the patch names. */
function judgeRest({ subject }: CaseContext, three: Three, before: JsonRecord, { by, wanted, seen }: Patched): Verdict {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined) return PASS;
  const id = idOf(seen.record, resource);
  if (id !== undefined && keyOf(id) !== keyOf(three.id))
    return fail({
      expected: `the id ${brief(three.id)}, as before`,
      actual: `the id ${brief(id)}`,
      exchanges: [by, seen.exchange],
      key: 'another id',
    });
  const bodies = [subject.operation, resource.operations.create].map(
    (operation) => operation && recordBodyOf({ ...subject, operation })?.schema,
  );
  const settable = bodies.flatMap((schema) => [...propertiesOf(schema ?? {}).values()]);
  const rest = settable.filter(({ name, readOnly }) => !readOnly && own(wanted, name) === undefined);
  const sighting = { record: seen.record, shownBy: seen.exchange };
  const names = rest.map(({ name }) => name);
  const difference = differenceOf(resource, { record: before, shownBy: seen.exchange }, sighting, names);
  if (difference === undefined) return PASS;
  const { name, before: was, now } = difference;
  return fail({
    expected: `${name}: ${brief(was)}, as before: the patch does not name it`,
    actual: `${name}: ${brief(now)}`,
    exchanges: [by, seen.exchange],
    key: `${name} changed`,
  });
}

async function judgeNull(context: CaseContext): Promise<readonly Verdict[]> {
  const media = recordBodyOf(context.subject);
  const three = await createThree(context);
  if (media === undefined) return [];
  const removable = [...propertiesOf(media.schema).keys()].filter((name) => {
    const was = own(three.record, name);
    return was !== undefined && was !== null && !sameJson(was, own(three.older, name)) && fits(media, { [name]: null });
  });
  const verdicts: Verdict[] = [];
  for (const name of removable.slice(0, MOST_MEMBERS)) {
    const wanted = { [name]: null };
    const sent = await sendChange(context, three.id, wanted);
    if (!('done' in sent)) {
      verdicts.push(sent);
      continue;
    }
    const seen = await readChanged(context, { id: three.id, by: sent.done, wanted });
    if (seen === undefined) continue;
    if (!('record' in seen)) return [...verdicts, seen];
    const now = own(seen.record, name);
    verdicts.push(
      sameJson(now, own(three.record, name))
        ? fail({
            expected: `no ${name}: null removes it`,
            actual: `${name}: ${brief(now)}`,
            exchanges: [sent.done, seen.exchange],
            key: `${name} not removed`,
          })
        : PASS,
    );
  }
  return verdicts.length === 0 ? [skip('no member can be removed')] : verdicts;
}
