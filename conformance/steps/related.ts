import { itemNameIn, namesAbove, type Operation, plain, propertiesOf, type Resource } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { type JsonRecord, referredBy } from '../records/records';
import { hasIdsOf } from '../requests/grounds';
import { toRequest } from '../requests/request';
import { knownRecordBody, recordBodyOf } from '../requests/valid';
import { type CaseContext, inRole } from './check';
import { createRecord, type Made } from './records';

/** A resource whose records belong to those of another: they are made below them, or name one in their body. */
export interface Child {
  readonly resource: Resource;
  readonly create: Operation;
  /** The member of the body that names the record; undefined where the path does. */
  readonly member: string | undefined;
}

/** The resources whose records can be made for those of one. */
export function childrenOf({ contract }: Pick<CaseContext, 'contract'>, owner: Resource): readonly Child[] {
  return contract.resources.flatMap((resource): readonly Child[] => {
    const { create } = resource.operations;
    if (create === undefined || resource === owner || resource.idProperty === undefined || !resource.isSure) return [];
    const names = namesAbove(resource.collectionPath, owner.itemPath);
    if (names !== undefined) return isRightBelow(resource, owner) ? [{ resource, create, member: undefined }] : [];
    const body = recordBodyOf({ operation: create, purpose: { resource, role: 'create' } });
    const [member, other] = [...propertiesOf(body?.schema ?? {}).values()].filter(
      ({ name, schema, readOnly }) =>
        !readOnly && plain(name) !== 'id' && (referredBy(contract, name) === owner || hasIdsOf(owner, schema)),
    );
    // Of two that name one, either may be meant.
    return member === undefined || other !== undefined ? [] : [{ resource, create, member: member.name }];
  });
}

const isRightBelow = ({ collectionPath }: Resource, { itemPath = '' }: Resource): boolean =>
  collectionPath.startsWith(`${itemPath}/`) && !collectionPath.slice(itemPath.length + 1).includes('/');

/** The ids of the records above, in the paths of a child. */
export const aboveOf = (owner: Resource, { resource, member }: Child, id: unknown): JsonRecord =>
  member === undefined ? { [itemNameIn(resource.collectionPath, owner.itemPath) ?? '']: id } : {};

const naming = ({ member }: Child, id: unknown): JsonRecord => (member === undefined ? {} : { [member]: id });

/** Makes a child of a record. @throws CannotJudge where there is none */
export const createChild = (context: CaseContext, owner: Resource, child: Child, id: unknown): Promise<Made> =>
  createRecord(inRole(context, child.resource, 'create'), naming(child, id), aboveOf(owner, child, id));

/** The same by one request, whatever comes of it. */
export function sendChild(context: CaseContext, owner: Resource, child: Child, id: unknown): Promise<Exchange> {
  const { subject } = inRole(context, child.resource, 'create');
  const { body } = knownRecordBody(context, subject, naming(child, id));
  return context.send(toRequest(subject.operation, { path: aboveOf(owner, child, id), body }));
}
