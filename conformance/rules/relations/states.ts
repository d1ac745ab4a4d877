import { own, type Resource } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { beginOf } from '../../records/action-words';
import { keyOf, recordOf } from '../../records/records';
import { mayCome, statesOf } from '../../records/states';
import type { Breach } from '../../verdict/verdict';
import type { Relation } from '../rule';

/** The state of a record that nobody changes goes on only as the words beside it list its moves. */
export const statesMoves: Relation = {
  id: 'states.moves',
  title: 'A state goes on as the document lists it, and ends',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create' && statesOf(purpose.resource) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'A state leads to those that are named behind it, and to no other.',
    pointer: purpose?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  judge: ({ exchange, purpose: { role, resource }, before }) => {
    const states = statesOf(resource);
    if (role === 'create') return judgeNew(exchange, resource);
    const record = role === 'read' ? recordOf(exchange, resource) : undefined;
    const known = before.records.get(keyOf(own(exchange.request.path, resource.idParameter?.name ?? '')));
    if (states === undefined || record === undefined || known === undefined) return undefined;
    const [was, is] = [own(known.latest, states.property), own(record, states.property)];
    if (typeof was !== 'string' || typeof is !== 'string' || !states.entered.has(is)) return undefined;
    if (was === is || mayCome(states, was, is) !== false) return [];
    const expected = `${states.property}: ${was}, or what comes after it`;
    return [{ expected, actual: `${states.property}: ${is}`, key: `${is} after ${was}`, earlier: known.first.shownBy }];
  },
};

/** A new record is in the state that the words of its create name. */
function judgeNew(exchange: Exchange, resource: Resource): readonly Breach[] | undefined {
  const begin = beginOf(resource);
  const record = exchange.response?.status === 201 ? recordOf(exchange, resource) : undefined;
  const { property = '' } = statesOf(resource) ?? {};
  const state = record && own(record, property);
  if (begin === undefined || typeof state !== 'string') return undefined;
  return state === begin
    ? []
    : [{ expected: `${property}: ${begin}, as what was made is`, actual: `${property}: ${state}`, key: 'begins' }];
}
