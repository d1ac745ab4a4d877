import { fits, isObject, keywordOf, memoized, propertiesOf, type Resource, validatorOf } from '../../openapi/contract';
import { putAll } from '../values/shape';
import type { Id } from '../world/stores/records';
import type { TaskChoices } from './model';
import { numberBelow } from './scattered';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a new record with one of the choices for each optional member that has choices, and is not among them. */
export function filled(choices: TaskChoices, resource: Resource, id: Id, fields: Fields, body: unknown): Fields {
  return putAll({}, Object.fromEntries(drawn(choices, resource, id, fields, body)), fields);
}

/**
 * A record that may be shown, with each of these members that it may be shown with as well. Twice, since one may need
 * another that comes after it.
 */
export function filledAsFits(choices: TaskChoices, resource: Resource, id: Id, record: Fields, body: unknown): Fields {
  const judge = validatorOf(resource.schema, 'response');
  const members = drawn(choices, resource, id, record, body);
  return [...members, ...members.toReversed()].reduce((before, [name, value]) => {
    if (Object.hasOwn(before, name)) return before;
    const more = putAll({}, before, { [name]: value });
    return judge(more) === undefined ? more : before;
  }, record);
}

function drawn(choices: TaskChoices, resource: Resource, id: Id, fields: Fields, body: unknown): readonly Member[] {
  const isSent = (name: string): boolean =>
    Object.hasOwn(fields, name) || (isObject(body) && Object.hasOwn(body, name));
  const missing = optionalIn(resource).filter(({ name }) => !isSent(name));
  return missing.map(({ name, values }) => {
    const place = numberBelow(values.length, choices.seed, `${resource.name} ${id} ${name}`);
    return [name, values[place]];
  });
}

type Member = readonly [name: string, value: unknown];

/** The optional members of a record with the values that they may have; `null` is said by those who mean it. */
const optionalIn = memoized(({ schema, idProperty }: Resource) =>
  [...propertiesOf(schema).values()]
    .filter(({ name, required, writeOnly }) => !required && !writeOnly && name !== idProperty)
    .map(({ name, schema: property }) => ({
      name,
      values: (keywordOf(property, 'enum') ?? []).filter(
        (value) => value !== null && fits(property, 'response', value),
      ),
    }))
    .filter(({ values }) => values.length > 0),
);
