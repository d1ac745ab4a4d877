/** Numbers that the server gives to new records, each greater than those before. */
import { documents, memoized, own, propertiesOf, type Resource, schemaAt, typesOf } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import { placeOf } from '../../exchange/place';
import { bodyOf } from '../../exchange/subject';
import { SAYS_NUMBER, SAYS_RISING, STARTS_ANEW } from '../../records/lists/list-words';
import { idOf, keyOf, recordOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import { clauseOf } from '../../verdict/verdict';
import type { Relation } from '../rule';

/** The properties of which words say that each new record has a greater one: only the server sets them. */
export const numbersOf = memoized((resource: Resource): readonly string[] => {
  const { create, replace, patch } = resource.operations;
  const sent = ([create, replace, patch] as const).flatMap((operation, nth) => {
    const role = (['create', 'replace', 'patch'] as const)[nth] ?? 'create';
    const body = schemaAt((operation && bodyOf(operation)?.schema) ?? {}, resource.taken[role] ?? []);
    return [...propertiesOf(body ?? {}).values()].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  });
  return [...propertiesOf(resource.schema).values()].flatMap(({ name, schema }) => {
    const said = String(schema.description ?? '');
    const isNumber = typesOf(schema).every((type) => type === 'integer' || type === 'string');
    const isSaid = SAYS_RISING.test(said) && SAYS_NUMBER.test(`${name.replaceAll('_', ' ')} ${said}`);
    return isNumber && isSaid && !STARTS_ANEW.test(said) && !sent.includes(name) ? [name] : [];
  });
});

/** A number, or the digits at the end of a text: `LT-000123`. */
function numberIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value as bigint | number);
  const [digits] = (typeof value === 'string' && /\d{1,30}$/.exec(value)) || [];
  return digits === undefined ? undefined : BigInt(digits);
}

/** Numbers behind other letters may be counted apart. */
const lettersOf = (value: unknown): string => String(value).replace(/\d+$/, '');

/** What was made before a record was asked for has a lower number. */
export const numbered: Relation = {
  id: 'created.numbered',
  title: 'Each new record has a greater number than those before',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose, operation }) =>
    purpose?.role === 'create' && documents(operation, 201) && numbersOf(purpose.resource).length > 0,
  clause: (subject) => clauseOf(subject, 201, 'A number of a new record is greater than those of all before.'),
  judge: ({ exchange, purpose: { role, resource }, before }) => {
    const names = numbersOf(resource);
    const record = role === 'create' && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
    if (record === undefined || names.length === 0 || before.records.has(keyOf(idOf(record, resource))))
      return undefined;
    for (const name of names) {
      const now = numberIn(own(record, name));
      const other = [...before.records.values()].find(({ first: { record: was, shownBy } }) => {
        const number = numberIn(own(was, name));
        // Of two at once either may be the first.
        const isBefore =
          shownBy.together === undefined || shownBy.startedAt + shownBy.milliseconds <= exchange.startedAt;
        const isAlike = lettersOf(own(was, name)) === lettersOf(own(record, name));
        return now !== undefined && number !== undefined && isAlike && number >= now && isBefore;
      });
      if (other === undefined) continue;
      return [
        {
          expected: `${name}: more than ${brief(own(other.first.record, name))}, which the record ${brief(other.id)} of before has`,
          actual: `${name}: ${brief(own(record, name))}`,
          at: placeOf(exchange, record, name),
          earlier: other.first.shownBy,
          key: `${name} is not greater`,
          topic: { member: name },
        },
      ];
    }
    return [];
  },
};
