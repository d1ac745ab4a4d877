import { own, successOf } from '../../openapi/contract';
import type { Relation, Shown } from '../judges/rule';
import { type Gone, keyOf } from '../records/known';
import type { Listing } from '../records/listing';
import { type JsonRecord, recordOf } from '../records/records';
import { brief } from '../verdict/brief';
import type { Breach } from '../verdict/rule';
import { differenceOf } from './compare';

/** What was deleted is neither read nor listed any more. */
export const deleted: Relation = {
  id: 'deleted.gone',
  title: 'What was deleted is gone',
  level: 'MUST',
  reportedFor: 'delete',
  applies: ({ purpose }) => purpose?.role === 'delete' && purpose.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'A record that was deleted is neither read nor listed any more.',
    pointer: successOf(operation)?.reply.pointer ?? operation.pointer,
  }),
  judge: (shown) => {
    if (shown.before.gone.size === 0) return undefined;
    return shown.listing === undefined ? judgeRead(shown) : judgeList(shown, shown.listing);
  },
};

function judgeRead(shown: Shown): readonly Breach[] | undefined {
  const { exchange, purpose, query, before } = shown;
  const { request, response } = exchange;
  const key = keyOf(own(request.path, purpose.resource.idParameter?.name ?? ''));
  const one = before.gone.get(key);
  if (purpose.role !== 'read' || one === undefined || response === undefined) return undefined;
  if (!query.isLawful || query.values.size > 0) return undefined;
  const record =
    response.status === successOf(request.operation)?.status ? recordOf(exchange, purpose.resource) : undefined;
  return record !== undefined && isThatOne(shown, one, record) ? [breachOf(one, 'read')] : [];
}

function judgeList(shown: Shown, { isPlain, byKey }: Listing): readonly Breach[] | undefined {
  if (!isPlain) return undefined;
  const still = [...shown.before.gone].find(([key, one]) => {
    const record = byKey.get(key);
    return record !== undefined && isThatOne(shown, one, record);
  });
  return still === undefined ? [] : [breachOf(still[1], 'listed')];
}

/** A server may give an id again: then it is another client's record that has it now. */
const isThatOne = (
  { exchange, purpose: { resource } }: Shown,
  { record: { first } }: Gone,
  shown: JsonRecord,
): boolean => differenceOf(resource, first, { record: shown, shownBy: exchange }) === undefined;

const breachOf = ({ record: { id }, deletedBy }: Gone, how: 'read' | 'listed'): Breach => ({
  expected: `the record ${brief(id)} to be gone, since it was deleted`,
  actual: `it is ${how} as it was before`,
  key: how,
  earlier: deletedBy,
});
