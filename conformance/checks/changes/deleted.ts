import fc from 'fast-check';
import {
  documents,
  itemNameIn,
  namesAbove,
  own,
  propertiesOf,
  type Resource,
  successOf,
  templateNames,
} from '../../../openapi/contract';
import { unlikely } from '../../arbitraries/path-value';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { idOf, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { recordBodyOf, unplaced } from '../../requests/valid';
import { deleted } from '../../rules/relations/kept';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, requestRecord } from '../../steps/records';
import { sendValid } from '../../steps/send-valid';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, PASS, skip, unjudged, type Verdict, verdictsOf } from '../../verdict/verdict';
import { createThree, sendChange } from './change';
import { judgeNeighbours } from './shown';

export const deletedGone: Check = {
  ...deleted,
  applies: (subject) =>
    deleted.applies(subject) && (subject.purpose?.resource.operations.create !== undefined || areMadeByPut(subject)),
  cases: (subject) =>
    areMadeByPut(subject)
      ? [{ name: 'one that PUT made', tier: 1, run: judgeMadeByPut }]
      : [
          {
            name: 'one of three',
            tier: 1,
            run: judge,
          },
          ...childrenOf(subject).map((child) => ({
            name: `what lies below it: ${child.name}`,
            tier: 1 as const,
            run: (context: CaseContext) => judgeBelow(context, child),
          })),
        ],
};

/** The relations judge what is read and listed. */
async function judgeMadeByPut(context: CaseContext): Promise<readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  const made = await makeByPut(context);
  if (resource === undefined || !('id' in made)) return 'id' in made ? [] : [made];
  const sent = await sendChange(context, made.id);
  if (!('done' in sent)) return [sent];
  await requestRecord(context, resource, made.id);
  await requestWholeList(context, resource);
  return [];
}

/** The relations judge what is read and listed. */
async function judge(context: CaseContext): Promise<readonly Verdict[]> {
  const resource = resourceOf(context);
  const three = await createThree(context);
  const sent = await sendChange(context, three.id);
  if (!('done' in sent)) return [sent];
  const verdicts = [...(await verdictsOf(() => requestRecord(context, resource, three.id)))];
  const queries = resource.filters.flatMap(({ parameter, property }) => {
    const value = own(three.record, property);
    return value === undefined || value === null || typeof value === 'object' ? [] : [{ [parameter.name]: value }];
  });
  for (const query of [{}, ...queries]) await requestWholeList(context, resource, query);
  // Whether that is refused or done once more is the server's choice; that it fails is not.
  await context.send(toRequest(context.subject.operation, { path: { [resource.idParameter?.name ?? '']: three.id } }));
  // Nor does it fail when the same is made again, or bring back what was deleted.
  const { operation, path, body = '' } = three.madeBy.request;
  await context.send(toRequest(operation, { path, rawBody: body }));
  await requestWholeList(context, resource);
  return [...verdicts, ...(await judgeNeighbours(context, three, sent.done))];
}

/** The resources right below the records of one, whose own can be made and read. */
function childrenOf({ contract, purpose }: Subject): readonly Resource[] {
  const { itemPath } = purpose?.resource ?? {};
  const above = templateNames(itemPath ?? '').length;
  return contract.resources.filter(
    ({ collectionPath, operations: { create, read }, idProperty }) =>
      namesAbove(collectionPath, itemPath) !== undefined &&
      templateNames(collectionPath).length === above &&
      create !== undefined &&
      read !== undefined &&
      documents(read, 404) &&
      idProperty !== undefined,
  );
}

/** Below a record that is gone nothing is found any more. */
async function judgeBelow(context: CaseContext, child: Resource): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { create, read } = child.operations;
  if (resource === undefined || create === undefined || read === undefined) return PASS;
  const host = await createRecord(context);
  const above = { [itemNameIn(child.collectionPath, resource.itemPath) ?? '']: idOf(host.record, resource) };
  const subject = { ...context.subject, operation: create, purpose: { resource: child, role: 'create' as const } };
  const made = await createRecord({ ...context, subject }, {}, above);
  const gone = await sendChange(context, idOf(host.record, resource));
  if (!('done' in gone)) return gone;
  const id = idOf(made.record, child);
  const exchange = await context.send(toRequest(read, { path: { ...above, [child.idParameter?.name ?? '']: id } }));
  if (exchange.response === undefined) return inconclusive(outcomeOf(exchange));
  const isThere =
    exchange.response.status === successOf(read)?.status &&
    keyOf(idOf(recordOf(exchange, child) ?? {}, child)) === keyOf(id);
  return isThere ? failBelow(above, [made.exchange, gone.done, exchange]) : judgeListBelow(context, child, above, id);
}

async function judgeListBelow(
  context: CaseContext,
  child: Resource,
  above: Readonly<Record<string, unknown>>,
  id: unknown,
): Promise<Verdict> {
  const listed = await requestWholeList(context, child, {}, above);
  if (listed?.listing === undefined) return PASS;
  return listed.listing.byKey.has(keyOf(id)) ? failBelow(above, [listed.exchange]) : PASS;
}

const failBelow = (above: Readonly<Record<string, unknown>>, exchanges: readonly Exchange[]): Verdict =>
  fail({
    expected: `nothing below the record ${brief(Object.values(above)[0])}, which was deleted`,
    actual: 'what lay below it',
    exchanges,
    key: 'below',
  });

/** Whether records are made by a PUT to their path alone, as its documented 201 says, and can be read. */
export function areMadeByPut({ purpose }: Subject): boolean {
  const { create, replace, read } = purpose?.resource.operations ?? {};
  return create === undefined && replace !== undefined && read !== undefined && documents(replace, 201);
}

/** Makes a record by a PUT to an id of which nothing is there, and reads it; the id, or a verdict on why there is none. */
export async function makeByPut(context: CaseContext): Promise<{ readonly id: unknown } | Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { replace, read } = resource?.operations ?? {};
  if (resource?.idParameter === undefined || replace === undefined || read === undefined)
    return skip('nothing can be made by PUT');
  const subject: Subject = { ...context.subject, operation: replace, purpose: { resource, role: 'replace' } };
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const { records } = context.known.collection(resource);
  const { name, schema } = resource.idParameter;
  const drawn = fc.sample(unlikely(schema), { numRuns: 20, seed: context.options.seed + 6 });
  const id = drawn.find((one) => !records.has(keyOf(one)));
  if (id === undefined) return skip('no unknown id is found');
  const path = { [name]: id };
  const before = await context.send(toRequest(read, { path }));
  if (before.response === undefined) return unjudged(before);
  // What is read before it is made may be so after it is deleted, too.
  if (isSuccess(before)) return inconclusive('an id that nobody has made a record of is read');
  const { idProperty = '' } = resource;
  const extra = propertiesOf(recordBodyOf(subject)?.schema ?? {}).has(idProperty) ? { [idProperty]: id } : {};
  const { exchange } = await sendValid(context, subject, path, extra);
  if (!isSuccess(exchange))
    return exchange.response === undefined
      ? unjudged(exchange)
      : inconclusive(`a PUT made no record: ${outcomeOf(exchange)}`);
  const after = await context.send(toRequest(read, { path }));
  const record = isSuccess(after) ? recordOf(after, resource) : undefined;
  if (record === undefined || keyOf(idOf(record, resource)) !== keyOf(id))
    return inconclusive(`the record that a PUT made is not read: ${outcomeOf(after)}`);
  return { id };
}
