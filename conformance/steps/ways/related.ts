import {
  itemNameIn,
  namesAbove,
  type Operation,
  own,
  partAt,
  type Resource,
  type Steps,
  schemaAt,
  withPart,
} from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import type { Exchange, Request } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { takenSteps } from '../../exchange/subject';
import { createdIn, type JsonRecord } from '../../records/records';
import { sumOf } from '../../records/related/sums';
import { statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { type Reference, referencesBelow, referencesIn } from '../../requests/bodies/references';
import { toRequest } from '../../requests/request';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Walker } from '../check';
import { createRecord, type Made, madeIn } from '../records';
import { act } from './actions';
import { wholeOf } from './owners';

/** A resource whose records belong to those of another: they are made below them, or name one in their body. */
export interface Child {
  readonly resource: Resource;
  readonly create: Operation;
  /** The member of the body, at whatever depth, that names the record; undefined where the path does. */
  readonly member: Steps | undefined;
  /** Where the record lies below another one that the body names, too: the member that does, and the parameter of the paths below that. */
  readonly parent?: { readonly member: string; readonly above: string };
}

/** The resources whose records can be made for those of one. */
export function childrenOf({ contract }: Pick<CaseContext, 'contract'>, owner: Resource): readonly Child[] {
  return contract.resources.flatMap((resource): readonly Child[] => {
    const { create } = resource.operations;
    if (create === undefined || resource === owner || resource.idProperty === undefined || !resource.isSure) return [];
    const place = placeOf(resource);
    if (namesAbove(place, owner.itemPath) !== undefined)
      return isRightBelow(place, owner) ? [{ resource, create, member: undefined }] : [];
    const purpose = { resource, role: 'create' } as const;
    const subject = { contract, operation: create, purpose };
    const all: readonly (Reference & Pick<Child, 'parent'>)[] = [
      ...referencesIn(subject),
      ...referencesBelow(subject),
    ].filter((one) => one.resource === owner);
    const needed = all.filter(({ required }) => required);
    const [named, other] = needed.length > 0 ? needed : all;
    // Of two that name one, either may be meant.
    if (named === undefined || other !== undefined) return [];
    return [{ resource, create, member: named.steps, ...(named.parent && { parent: named.parent }) }];
  });
}

/** Where the records of a resource are made: what is made below another one may have a place of its own. */
const placeOf = ({ operations: { create }, collectionPath }: Resource): string =>
  create?.method === 'POST' ? create.path : collectionPath;

const isRightBelow = (place: string, { itemPath = '' }: Resource): boolean =>
  place.startsWith(`${itemPath}/`) && !place.slice(itemPath.length + 1).includes('/');

/** The ids of the records above, in the paths of a child. */
export const aboveOf = (owner: Resource, { resource, member }: Child, id: unknown): JsonRecord =>
  member === undefined ? { [itemNameIn(placeOf(resource), owner.itemPath) ?? '']: id } : {};

/** A record for which others can be made: its id, and the values of its path. */
export interface Owning {
  readonly id: unknown;
  readonly path: JsonRecord;
}

/** The members of a child by which it names a record, and what that lies below. */
export function naming(context: CaseContext, { resource, member, parent }: Child, { id, path }: Owning): JsonRecord {
  const [first, ...inner] = member ?? [];
  if (member === undefined || first === undefined) return {};
  if (inner.length === 0) return { ...(parent && { [parent.member]: own(path, parent.above) }), [first]: id };
  const { subject } = inRole(context, resource, 'create');
  const record = partAt(knownRecordBody(context, subject, {}).body, takenSteps(subject));
  const { schema } = recordBodyOf(subject) ?? {};
  const [around, name] = [member.slice(0, -1), member.at(-1) ?? ''];
  // Of what the known body lacks there is a whole one.
  const part = partAt(record, around) ?? plainValue(schemaAt(schema ?? {}, around) ?? {});
  return { [first]: own(Object(withPart(schema, record, around, { ...Object(part), [name]: id })), first) };
}

/** Makes a child of a record. @throws CannotJudge where there is none, or a further one was made to see whether its values may come twice */
export async function createChild(
  context: CaseContext,
  owner: Resource,
  child: Child,
  host: Owning,
  begin?: JsonRecord,
): Promise<Made> {
  const above = aboveOf(owner, child, host.id);
  const count = (): number => createdIn(context.known.collection(child.resource, above)).length;
  const before = count();
  const made = await createRecord(
    inRole(context, child.resource, 'create'),
    { ...naming(context, child, host), ...begin },
    above,
  );
  if (count() > before + 1) throw new CannotJudge(skip('more than one was made'));
  return made;
}

/**
 * The same, but of what adds up to a figure of the owner some of that: all of it may bring it into another state, and leaves nothing for another.
 *
 * @param begin what it is made with to begin in another state than usual
 */
export async function createPart(
  context: CaseContext,
  owner: Resource,
  child: Child,
  host: Walker,
  begin?: JsonRecord,
): Promise<Made> {
  const { create: operation, resource } = child;
  const states = statesOf(owner);
  const isOfSum =
    wholeOf(context, operation)?.resource === owner &&
    states !== undefined &&
    sumOf(owner, operation, states) !== undefined;
  const exchange = isOfSum
    ? await unlessUnjudged(act(context, { operation, part: 'some', ...(begin && { begin }) }, host))
    : undefined;
  return (exchange && madeIn(exchange, resource)) ?? createChild(context, owner, child, host, begin);
}

/** The same by one request, whatever comes of it. */
export const sendChild = (context: CaseContext, owner: Resource, child: Child, host: Owning): Promise<Exchange> =>
  context.send(childRequest(context, owner, child, host));

export function childRequest(context: CaseContext, owner: Resource, child: Child, host: Owning): Request {
  const { subject } = inRole(context, child.resource, 'create');
  const { body } = knownRecordBody(context, subject, naming(context, child, host));
  return toRequest(subject.operation, { path: aboveOf(owner, child, host.id), body });
}
