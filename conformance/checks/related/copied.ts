import { isObject, memoized, own, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { type JsonRecord, keyOf, sameJson } from '../../records/records';
import { type Copy, copiesOf } from '../../records/related/copy-words';
import { statesOf } from '../../records/states/states';
import { type CaseContext, type Check, inRole, oneAfterTheOther, resourceOf, type Walker } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, fetchRecord } from '../../steps/records';
import { type Child, childrenOf, createChild } from '../../steps/ways/related';
import { walkerOf, walkOn, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, sendOther, sendTo } from '../changes/change';

/** What a record has copied from one that it names stays when that one changes, as words say. */
export const relatedCopied: Check = {
  id: 'related.copied',
  title: 'What a record has copied from another one stays as it is when that changes',
  level: 'MUST',
  applies: (subject) => copiedFrom(subject).length > 0,
  clause: (subject) =>
    clauseOf(
      subject,
      200,
      `A change leaves ${copiedFrom(subject)
        .flatMap(({ copies }) => copies.map(({ name }) => name))
        .join(', ')} of what names the record alone.`,
    ),
  cases: (subject) => oneAfterTheOther(copiedFrom(subject), ({ child }) => child.resource.name, changeSource),
};

interface Copied {
  readonly child: Child;
  /** In the items of one list, or all in none. */
  readonly copies: readonly Copy[];
  /** The member that names the other record, where it lies. */
  readonly reference: string;
}

/** What names the records that the subject's operation changes, and has copied something of them. */
const copiedFrom = memoized((subject: Subject): readonly Copied[] => {
  const { purpose, operation } = subject;
  if (purpose === undefined || !isOnMade(subject, ['patch', 'replace'])) return [];
  return childrenOf(subject, purpose.resource).flatMap((child) => {
    const [first = '', item, inner] = child.member ?? [];
    const isNamed = child.member !== undefined && (item === undefined || (item === '0' && inner !== undefined));
    const { read, list: all } = child.resource.operations;
    if (!isNamed || (read ?? all) === undefined) return [];
    const list = item === undefined ? undefined : first;
    const copies = copiesOf(child.resource, purpose.resource, list, operation);
    return copies.length === 0 ? [] : [{ child, copies, reference: inner ?? first }];
  });
});

async function* changeSource(context: CaseContext, { child, copies, reference }: Copied): AsyncGenerator<Verdict> {
  const source = resourceOf(context);
  const host = walkerOf(source, await createRecord(inRole(context, source, 'create')));
  const made = walkerOf(child.resource, await createChild(context, source, child, host));
  await walkInto(context, child.resource, made, copies[0]?.state);
  const look = async () => {
    const { record, exchange } = await shownNow(context, child.resource, made);
    const part = record && partNaming(record, copies[0]?.list, reference, host.id);
    if (part === undefined) throw new CannotJudge('what names the record is not read');
    return { part, exchange };
  };
  const before = await look();
  const sent = await sendOther(context, host.record, context.options.seed + 29, (values) =>
    sendTo(context, host.id, values),
  );
  if (sent === undefined || !isSuccess(sent.exchange))
    throw new CannotJudge(
      skip(`it was not changed: ${sent === undefined ? 'no other values' : outcomeOf(sent.exchange)}`),
    );
  const after = await look();
  for (const { name } of copies) {
    const [was, is] = [own(before.part, name), own(after.part, name)];
    // What the other record has no such value of is copied from nothing that was changed.
    if (
      was === undefined ||
      typeof was === 'object' ||
      !Object.values(sent.values).some((value) => typeof value === typeof was)
    )
      continue;
    yield sameJson(was, is) ? PASS : changed(name, was, is, [before.exchange, sent.exchange, after.exchange]);
  }
}

/** What a read shows of a record, or its list. @throws CannotJudge where neither is served */
async function shownNow(context: CaseContext, resource: Resource, { id, path }: Walker) {
  if (resource.operations.read !== undefined) return fetchRecord(context, resource, id, path);
  const { exchange, listing } = (await requestWholeList(context, resource, {}, path)) ?? {};
  if (exchange === undefined) throw new CannotJudge('what names the record is not read');
  return { exchange, record: listing?.byKey.get(keyOf(id)) };
}

const changed = (name: string, was: unknown, is: unknown, exchanges: readonly Exchange[]): Verdict =>
  fail({
    expected: `${name}: ${brief(was)}, as it was copied`,
    actual: `${name}: ${brief(is)}, since what it was copied from was changed`,
    exchanges,
    key: `${name} follows`,
    topic: { member: name },
  });

/** @throws CannotJudge where it does not get there */
async function walkInto(
  context: CaseContext,
  resource: Resource,
  walker: Walker,
  state: string | undefined,
): Promise<void> {
  const states = statesOf(resource);
  if (state === undefined || states === undefined) return;
  const way = (await waysIn(inRole(context, resource, 'create'), resource, states)).get(state);
  if (way === undefined) throw new CannotJudge(skip(`no way leads to ${state}`));
  await walkOn(context, walker, way);
}

/** The record itself, or the item of its list that names the other one. */
function partNaming(
  record: JsonRecord,
  list: string | undefined,
  reference: string,
  id: unknown,
): JsonRecord | undefined {
  const items = list === undefined ? [record] : own(record, list);
  return (Array.isArray(items) ? items : []).find(
    (item): item is JsonRecord => isObject(item) && keyOf(own(item, reference)) === keyOf(id),
  );
}
