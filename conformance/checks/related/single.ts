import { own, propertiesOf } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import { type JsonRecord, keyOf } from '../../records/records';
import { type Single, singleOf } from '../../records/related/single-words';
import { wrapped } from '../../requests/bodies/record-in-body';
import { fits } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, oneAfterTheOther, resourceOf, type Walker } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, fetchRecord } from '../../steps/records';
import { makeOwner } from '../../steps/ways/hosts';
import { aboveOf, type Child, childrenOf, naming } from '../../steps/ways/related';
import { walkerOf } from '../../steps/ways/ways';
import { CannotJudge, fail, operationClause, PASS, replied, skip, type Verdict } from '../../verdict/verdict';

/** Of those that belong to a record one is the default, as words say: the first one, then that of which it is said. */
export const relatedSingle: Check = {
  id: 'related.single',
  title: 'Of what belongs to a record one has the mark that only one has',
  level: 'MUST',
  applies: (subject) => singlesFor(subject).length > 0,
  clause: (subject) => {
    const [one] = singlesFor(subject);
    return operationClause(subject.operation, `${one?.single.name}: ${one?.single.said}`);
  },
  cases: (subject) => oneAfterTheOther(singlesFor(subject), ({ owner }) => owner.name, markEach),
};

interface Marked {
  readonly owner: Child['resource'];
  readonly child: Child;
  readonly single: Single;
}

function singlesFor(subject: Subject): readonly Marked[] {
  const { contract, purpose } = subject;
  const { read, list } = purpose?.resource.operations ?? {};
  if (purpose?.role !== 'create' || (read === undefined && (list === undefined || isPaged(purpose.resource))))
    return [];
  const body = recordBodyOf(subject);
  const single = body && singleOf(purpose.resource, body.schema);
  if (single === undefined) return [];
  return contract.resources.flatMap((owner) => {
    const child = childrenOf(subject, owner).find(({ resource }) => resource === purpose.resource);
    return child === undefined || owner.operations.create === undefined ? [] : [{ owner, child, single }];
  });
}

/** What has no pages shows all that there are. */
const isPaged = ({ pageSize, paging }: Child['resource']): boolean => pageSize !== undefined || paging !== undefined;

async function* markEach(context: CaseContext, { owner, child, single }: Marked): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const { name, isFirst, isAlways, heir, by } = single;
  const { read } = resource.operations;
  const [choice, otherChoice] = by?.choices ?? [];
  const isMeant = (record: JsonRecord | undefined): boolean =>
    record !== undefined && own(record, name) === true && (by === undefined || own(record, by.name) === choice);
  const host = await makeOwner(context, owner, child);
  const above = aboveOf(owner, child, host.id);
  const there: Walker[] = [];
  const marked = async (): Promise<{ readonly keys: readonly string[]; readonly exchanges: readonly Exchange[] }> => {
    const list = child.member === undefined ? await requestWholeList(context, resource, {}, above) : undefined;
    const isWhole = read === undefined ? list?.listing?.isCut === false : list?.listing?.isComplete === true;
    if (isWhole && list?.listing !== undefined) {
      const keys = [...list.listing.byKey].filter(([, record]) => isMeant(record)).map(([key]) => key);
      return { keys, exchanges: [list.exchange] };
    }
    if (read === undefined) throw new CannotJudge(skip('no list shows them'));
    const seen: { readonly key: string; readonly isOn: boolean; readonly exchange: Exchange }[] = [];
    for (const { id, path } of there) {
      const { record, exchange } = await fetchRecord(context, resource, id, path);
      seen.push({ key: keyOf(id), isOn: isMeant(record), exchange });
    }
    const keys = seen.filter(({ isOn }) => isOn).map(({ key }) => key);
    return { keys, exchanges: seen.map(({ exchange }) => exchange) };
  };
  /** @param wanted which one has to be it; undefined where it is only said that there is one */
  const judge = async (by: Exchange, what: string, wanted?: Walker): Promise<Verdict> => {
    const isRight = ({ keys }: Awaited<ReturnType<typeof marked>>): boolean =>
      keys.length <= 1 &&
      (wanted === undefined ? !isAlways || keys.length === 1 : keys.length === 1 && keys[0] === keyOf(wanted.id));
    if (isRight(await marked())) return PASS;
    // What is read may come from a copy.
    await context.wait(LOOK_MS, 'a further look at which one is marked');
    const found = await marked();
    if (isRight(found)) return PASS;
    return fail({
      expected: `${name} of ${wanted === undefined ? 'one' : keyOf(wanted.id)} alone, ${what}`,
      actual: found.keys.length === 0 ? 'of none' : `of ${found.keys.join(' and ')}`,
      exchanges: [by, ...found.exchanges],
      key: `${name} ${found.keys.length > 1 ? 'of several' : what}`,
      topic: { member: name },
    });
  };
  const make = async (isOn: boolean, kind = choice): Promise<readonly [Walker, Exchange]> => {
    const members = { ...(by && { [by.name]: kind }), [name]: isOn };
    const made = await createRecord(context, { ...naming(context, child, host), ...members }, above);
    const walker = walkerOf(resource, made);
    there.push(walker);
    return [walker, made.exchange];
  };
  const [first, firstMade] = await make(false);
  if (isFirst || isAlways) yield await judge(firstMade, 'since it is the first', first);
  const [before, beforeMade] = await make(true);
  yield await judge(beforeMade, 'since it was sent as true', before);
  const [second, secondMade] = await make(true);
  yield await judge(secondMade, 'since it was the last to be sent as true', second);
  const [, thirdMade] = await make(false);
  yield await judge(thirdMade, 'since no other was sent as true', second);
  if (by !== undefined) {
    const [, otherMade] = await make(true, otherChoice);
    yield await judge(otherMade, `since the last to be sent as true has another ${by.name}`, second);
  }
  if (!isAlways) return;
  const unset = await sendOff(context, second, name);
  if (unset !== undefined && isSuccess(unset)) yield await judge(unset, 'as there always is one');
  const { delete: remove } = resource.operations;
  const { keys } = await marked();
  const holder = there.find(({ id }) => keyOf(id) === keys[0]);
  if (remove === undefined || holder === undefined) return;
  const gone = replied(await context.send(toRequest(remove, { path: holder.path })));
  if (!isSuccess(gone)) return;
  there.splice(there.indexOf(holder), 1);
  yield await judge(gone, 'since the one before is gone', heir && (heir === 'oldest' ? there[0] : there.at(-1)));
}

/** Sends the one that has it as one that has it not. */
async function sendOff(context: CaseContext, { path, record }: Walker, name: string): Promise<Exchange | undefined> {
  const resource = resourceOf(context);
  const role = resource.operations.patch === undefined ? 'replace' : 'patch';
  const operation = resource.operations[role];
  if (operation === undefined) return undefined;
  const { subject } = inRole(context, resource, role);
  const media = recordBodyOf(subject);
  const taken = propertiesOf(media?.schema ?? {});
  const rest = Object.entries(record).filter(([one]) => role === 'replace' && taken.get(one)?.readOnly === false);
  const body = { ...Object.fromEntries(rest), [name]: false };
  if (media === undefined || !taken.has(name) || !fits(media, body)) return undefined;
  return context.send(toRequest(operation, { path, body: wrapped(context, subject, body) }));
}
