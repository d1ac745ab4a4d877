import { isObject, memoized, own, type Resource, typesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { fullValue } from '../../arbitraries/plain';
import { bodyMembers, type Subject } from '../../exchange/subject';
import { isReference, type JsonRecord } from '../../records/records';
import { type Inherited, inheritedFrom } from '../../records/related/inherit-words';
import { isSameValue } from '../../rules/relations/same-value';
import { type CaseContext, type Check, oneAfterTheOther } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { type Child, childrenOf } from '../../steps/ways/related';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { makePair } from './guarded';

/** A payment is in the currency of its order, where words say so: one of an order in another currency than is usual shows it. */
export const relatedInherited: Check = {
  id: 'related.inherited',
  title: 'What a new record takes over from another one is as it is there',
  level: 'MUST',
  applies: (subject) => inheritancesOf(subject).length > 0,
  clause: (subject) =>
    clauseOf(
      subject,
      201,
      `A new record takes over ${inheritancesOf(subject)
        .flatMap(({ members }) => members.map(({ name }) => name))
        .join(', ')}.`,
    ),
  cases: (subject) => oneAfterTheOther(inheritancesOf(subject), ({ owner }) => owner.name, takeOver),
};

interface Inheritance {
  readonly owner: Resource;
  readonly child: Child;
  readonly members: readonly Inherited[];
}

const inheritancesOf = memoized((subject: Subject): readonly Inheritance[] => {
  const { contract, operation, purpose } = subject;
  if (purpose?.role !== 'create') return [];
  return contract.resources.flatMap((owner): readonly Inheritance[] => {
    if (owner === purpose.resource || owner.operations.read === undefined) return [];
    const members = inheritedFrom(operation)(purpose.resource)(owner);
    const child = members.length === 0 ? undefined : childrenOf(subject, owner).find((one) => one.create === operation);
    return child === undefined ? [] : [{ owner, child, members }];
  });
});

async function* takeOver(context: CaseContext, { owner, child, members }: Inheritance): AsyncGenerator<Verdict> {
  const { subject } = context;
  const unsent = Object.fromEntries(
    members.flatMap(({ name }) => (bodyMembers(subject.operation).has(name) ? [[name, undefined] as const] : [])),
  );
  const pair = await makePair(context, { owner, child }, unsent, unusual(context, owner, members));
  if (pair === undefined) throw new CannotJudge(skip('nothing that belongs to such a record is made'));
  const host = await fetchRecord(context, owner, pair.host.id, pair.host.path);
  for (const { name, from } of members) {
    const [wanted, shown] = [own(host.record ?? {}, from), own(pair.made.record, name)];
    if (wanted === undefined || wanted === null || shown === undefined) continue;
    yield isTakenOver(wanted, shown)
      ? PASS
      : fail({
          expected: `${name}: ${brief(wanted)}, as in the record of ${owner.name}`,
          actual: `${name}: ${brief(shown)}`,
          exchanges: [host.exchange, pair.made.exchange],
          key: name,
          topic: { member: name },
        });
  }
}

/** Of an object its members that have a value: those that have none a record may show otherwise. */
const isTakenOver = (wanted: unknown, shown: unknown): boolean =>
  isObject(wanted) && isObject(shown)
    ? Object.entries(wanted).every(([name, value]) => value === null || isTakenOver(value, own(shown, name)))
    : isSameValue({}, wanted, shown);

/** Values for the other record that are none by default: those a record may have without taking them over. */
function unusual(
  { options }: CaseContext,
  { operations: { create } }: Resource,
  members: readonly Inherited[],
): JsonRecord {
  return Object.fromEntries(
    members.flatMap(({ from }) => {
      const { schema, readOnly } = (create && bodyMembers(create).get(from)) ?? {};
      // What it names has to be there.
      if (schema === undefined || readOnly === true || isReference(from, schema)) return [];
      if (typesOf(schema).includes('object')) return [[from, fullValue(schema)] as const];
      const value = anotherValue(schema, [schema.default, schema.enum?.[0]], options.seed);
      return value === undefined || typeof value === 'object' ? [] : [[from, value] as const];
    }),
  );
}
