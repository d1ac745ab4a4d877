import { documents } from '../../openapi/contract';
import { type Exchange, isSuccess } from '../exchange/exchange';
import type { Relation } from '../judges/rule';
import { keyOf } from '../records/known';
import { idOf, recordOf } from '../records/records';
import { brief } from '../verdict/brief';
import { clauseOf } from '../verdict/clause';
import { taken } from '../verdict/verdict';

/** Each created record has an id that no other record has. */
export const newId: Relation = {
  id: 'created.new-id',
  title: 'Each created record has an id of its own',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create' && purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'The service assigns a unique identifier on creation.'),
  judge: ({ exchange, purpose: { role, resource }, query, before }) => {
    const isNew = role === 'create' && query.isLawful && isSuccess(exchange) && !isExisting(exchange);
    const record = isNew ? recordOf(exchange, resource) : undefined;
    const id = record === undefined ? undefined : idOf(record, resource);
    if (id === undefined) return undefined;
    const other = before.records.get(keyOf(id));
    if (other === undefined) return [];
    const actual = `the id ${brief(id)}, which another record has`;
    const earlier = other.first.shownBy;
    return [
      { expected: 'an id that no other record has', actual, key: 'id taken', earlier, topic: taken(resource, id) },
    ];
  },
};

/** Whether the contract has a 201 for what is new, and another status for this reply: then it shows a record of before. */
const isExisting = ({ request: { operation }, response }: Exchange): boolean =>
  response !== undefined &&
  response.status !== 201 &&
  documents(operation, 201) &&
  documents(operation, response.status);
