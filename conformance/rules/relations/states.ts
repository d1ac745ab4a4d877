import { isObject, jsonIn, memoized, own, type Resource, replyFor } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { quoted, sentencesOf, statesIn } from '../../records/marked';
import { keyOf, recordOf } from '../../records/records';
import { beginOf } from '../../records/states/action-words';
import { beginBySwitch } from '../../records/states/beginnings';
import { actionsListedBy, isBefore, stateMembersOf } from '../../records/states/members-by-state';
import { mayCome, statesOf } from '../../records/states/states';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';

/** The state of a record that nobody changes goes on only as the words beside it list its moves, and has the members that they give to it. */
export const statesMoves: Relation = {
  id: 'states.moves',
  title: 'A state goes on as the document lists it, ends, and has what belongs to it',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create' && statesOf(purpose.resource) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence:
      'A state leads to those that are named behind it and to no other, and has the members that words give to it.',
    pointer: purpose?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  judge: (shown) => {
    const told = [judgeMove(shown), judgeMembers(shown), judgeActions(shown)];
    return told.every((one) => one === undefined) ? undefined : told.flatMap((one) => one ?? []);
  },
};

function judgeMove({ exchange, purpose: { role, resource }, before }: Shown): readonly Breach[] | undefined {
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
}

/** What words give to some states is there in them, and not before where they say so. */
function judgeMembers({ exchange, purpose: { role, resource } }: Shown): readonly Breach[] | undefined {
  const states = statesOf(resource);
  const members = stateMembersOf(resource);
  // What is asked for may name the members that are shown.
  const isWhole = ['create', 'read', 'replace', 'patch'].includes(role) && !exchange.request.target.includes('?');
  const record = isWhole && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const state = states && record && own(record, states.property);
  if (states === undefined || record === undefined || typeof state !== 'string' || members.length === 0)
    return undefined;
  return members.flatMap((member) => {
    const { name } = member;
    const value = own(record, name) ?? null;
    const earlier = { actual: `${name}: ${brief(value)}, ${states.property}: ${state}`, topic: { member: name } };
    const figure = member.figures.get(state);
    if (figure !== undefined && typeof value === 'number' && value !== figure)
      return [{ ...earlier, expected: `${name}: ${figure}, since it is ${state}`, key: `${name} in ${state}` }];
    const { figureOf = state } = member;
    if (state !== figureOf && typeof value === 'number' && value === member.figures.get(figureOf))
      return [{ ...earlier, expected: `${name}: ${value} only when it is ${figureOf}`, key: `${name} in ${state}` }];
    if (member.states.includes(state))
      return value === null ? [{ ...earlier, expected: `${name}, since it is ${state}`, key: `${name} missing` }] : [];
    const isThere = value !== null && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0);
    if (isThere && member.absent.includes(state))
      return [{ ...earlier, expected: `no ${name} while it is ${state}`, key: `${name} early` }];
    return member.isLate && isThere && isBefore(resource, states, state, member)
      ? [{ ...earlier, expected: `no ${name} before it is ${member.states.join(' or ')}`, key: `${name} early` }]
      : [];
  });
}

/** What lists the actions that are done in the state of a record lists these, and no others. */
function judgeActions({ exchange, purpose: { role, resource } }: Shown): readonly Breach[] | undefined {
  const [states, listed] = [statesOf(resource), actionsListedBy(resource)];
  const isWhole = ['create', 'read', 'replace', 'patch'].includes(role);
  const record = isWhole && listed !== undefined && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const state = states && record && own(record, states.property);
  const shown = listed && record && own(record, listed.name);
  if (listed === undefined || typeof state !== 'string' || !Array.isArray(shown)) return undefined;
  const wanted = listed.actionsIn(state);
  if (shown.length === wanted.length && wanted.every((one) => shown.includes(one))) return [];
  return [
    {
      expected: `${listed.name}: ${brief(wanted)}, since it is ${state}`,
      actual: `${listed.name}: ${brief(shown)}`,
      key: `${listed.name} in ${state}`,
      topic: { member: listed.name },
    },
  ];
}

/** The one state that the words of a 202 name, or the sentences of its create that speak of it. */
const acceptedAs = memoized((resource: Resource): string | undefined => {
  const { create } = resource.operations;
  const told = sentencesOf(create?.description ?? '').filter((text) => /\b202\b/.test(text) || STARTS.test(text));
  const beside = [(create && replyFor(create, 202)?.description) ?? '', ...told].join(' ');
  const named = new Set(statesIn(quoted(beside, statesOf(resource)?.values ?? [])));
  return named.size === 1 ? [...named][0] : undefined;
});

/** `Starts as queued.` */
const STARTS =
  /^\W*(?:(?:it|(?:the|an?) \p{L}+) )?(?:always )?(?:starts?|begins?)(?: out)? (?:as|in)(?: state| status)? [`'"]?\w+[`'"]?\W*$/iu;

/** A new record is in the state that the words of its create name. */
function judgeNew(exchange: Exchange, resource: Resource): readonly Breach[] | undefined {
  const sent = jsonIn(exchange.request.body ?? '');
  const turned = isObject(sent) ? beginBySwitch(resource, sent) : undefined;
  const begin = turned === undefined ? beginOf(resource) : turned.state;
  const { status } = exchange.response ?? {};
  const { property = '' } = statesOf(resource) ?? {};
  // What is accepted may go on before the reply is sent, but where the words beside that very reply say how it is then.
  const isNew = status === 201 || (status === 202 && begin !== undefined && acceptedAs(resource) === begin);
  const record = isNew ? recordOf(exchange, resource) : undefined;
  const state = record && own(record, property);
  if (begin === undefined || typeof state !== 'string') return undefined;
  return state === begin
    ? []
    : [{ expected: `${property}: ${begin}, as what was made is`, actual: `${property}: ${state}`, key: 'begins' }];
}
