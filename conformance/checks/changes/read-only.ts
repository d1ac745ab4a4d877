import {
  own,
  type Property,
  partAt,
  propertiesOf,
  type Schema,
  typesOf,
  validatorOf,
  withPart,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { idOf, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { knownBody, recordBodyOf, unplaced } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { createRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** What comes in replies alone is not taken from a request: it is passed over, or the request refused. */
export const readOnlyNotTaken: Check = {
  id: 'input.read-only',
  title: 'What the server sets is not taken from a client',
  level: 'MUST',
  applies: (subject) =>
    subject.purpose !== undefined && ROLES.includes(subject.purpose.role) && setOf(subject).length > 0,
  clause: (subject) => {
    const { operation } = subject;
    return clauseOf(subject, 400, `A client can't set what is readOnly: ${setOf(subject)[0]?.name ?? operation.id}.`);
  },
  cases: () => [{ name: 'values for what is readOnly', tier: 1, run: judge }],
};

const ROLES: readonly string[] = ['create', 'replace', 'patch'];

/** The `readOnly` properties of a body or a record whose values are no accident: a server would not come to the same by itself. */
const setOf = (subject: Subject): readonly Property[] => {
  const { purpose } = subject;
  const media = recordBodyOf(subject) ?? bodyOf(subject.operation);
  if (media === undefined || purpose === undefined) return [];
  const named = propertiesOf(media.schema);
  // What the record's schema calls readOnly is so in a body that does not name it, too.
  const unnamed = [...propertiesOf(purpose.resource.schema).values()].filter(({ name }) => !named.has(name));
  return [...named.values(), ...unnamed].filter(
    ({ readOnly, schema }) => readOnly && tellingValue(schema, 1) !== undefined,
  );
};

function tellingValue(schema: Schema, seed: number): unknown {
  const types = typesOf(schema);
  if (types.includes('string') && schema.enum === undefined) return anotherValue(schema, [], seed + 11);
  const large = 7_000_000_000 + seed;
  return types.includes('integer') && validatorOf(schema, 'request')(large) === undefined ? large : undefined;
}

async function judge(context: CaseContext): Promise<Verdict> {
  const { subject, options } = context;
  const { purpose, operation } = subject;
  if (purpose === undefined) return PASS;
  const { resource, role } = purpose;
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const made = role === 'create' ? undefined : await createRecord(context);
  if (made !== undefined && !('record' in made)) return made;
  const path = made === undefined ? {} : { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const values = Object.fromEntries(
    setOf(subject).map(({ name, schema }) => [name, tellingValue(schema, options.seed)]),
  );
  const steps = takenSteps(subject);
  const { body: known } = knownBody(context, subject);
  const record = { ...Object(partAt(known, steps)), ...values };
  const body = withPart(bodyOf(operation)?.schema, known, steps, record);
  const exchange = await context.send(toRequest(operation, { path, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (isRefusal(exchange)) return PASS;
  if (!isSuccess(exchange)) return inconclusive(outcomeOf(exchange));
  const { read } = resource.operations;
  const id = made === undefined ? idOf(recordOf(exchange, resource) ?? {}, resource) : idOf(made.record, resource);
  const reading =
    read === undefined || id === undefined
      ? exchange
      : await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  for (const seen of [exchange, reading]) {
    const record = recordOf(seen, resource);
    const taken = record && Object.keys(values).find((name) => sameJson(own(record, name), own(values, name)));
    if (taken !== undefined)
      return fail({
        expected: `${taken}: what the server sets, since it is readOnly`,
        actual: `${taken}: ${brief(own(values, taken))}, as it was sent`,
        exchanges: seen === exchange ? [exchange] : [exchange, seen],
        key: `${taken} taken`,
      });
  }
  return recordOf(exchange, resource) === undefined && recordOf(reading, resource) === undefined
    ? skip('no reply shows the record')
    : PASS;
}
