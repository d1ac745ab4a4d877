import { isObject, jsonIn, own, partAt, propertiesOf, type Schema, typesOf } from '../../openapi/contract';
import { isSuccess } from '../exchange/exchange';
import type { Subject } from '../exchange/subject';
import { takenSteps } from '../exchange/subject';
import { recordOf, sameJson } from '../records/records';
import { recordBodyOf } from '../requests/valid';
import { echoed } from '../rules/relations/created';
import type { Case, CaseContext, Check } from '../steps/check';
import { createRecord, notCreated } from '../steps/records';
import { sendValid } from '../steps/send-valid';
import { brief } from '../verdict/brief';
import { fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

export const createdEchoed: Check = {
  ...echoed,
  applies: ({ purpose }) => purpose?.role === 'create',
  cases: (subject) => [
    {
      name: 'a record of known values',
      tier: 1,
      run: async (context) => {
        const { exchange } = await sendValid(context, context.subject);
        if (isSuccess(exchange)) return [];
        return exchange.response === undefined ? unjudged(exchange) : skip(notCreated(exchange));
      },
    },
    ...nullableIn(subject)
      .slice(0, MOST_NULL)
      .map((name): Case => ({ name: `${name}: null`, tier: 1, run: (context) => judgeNull(context, name) })),
  ],
};

const MOST_NULL = 3;

/** What a client may set and leave out, and may be null by its schema's own word. */
function nullableIn(subject: Subject): readonly string[] {
  const mayBeNull = (schema: Schema): boolean => schema.enum === undefined && typesOf(schema).includes('null');
  return [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()]
    .filter(({ required, readOnly, writeOnly, schema }) => !required && !readOnly && !writeOnly && mayBeNull(schema))
    .map(({ name }) => name);
}

/** Null is shown as null, or as what the server shows where nothing was said: nothing, or a value of its own. */
async function judgeNull(context: CaseContext, name: string): Promise<Verdict> {
  const { exchange } = await sendValid(context, context.subject, {}, { [name]: null });
  const record = isSuccess(exchange) ? recordOf(exchange, context.subject.purpose?.resource) : undefined;
  if (exchange.response === undefined) return unjudged(exchange);
  if (record === undefined) return skip(notCreated(exchange));
  const shown = own(record, name);
  if (shown === undefined || shown === null) return PASS;
  const without = await createRecord(context);
  if (sameJson(own(without.record, name), shown)) return PASS;
  const sent = partAt(jsonIn(without.exchange.request.body ?? ''), takenSteps(context.subject));
  if (isObject(sent) && own(sent, name) !== undefined) return inconclusive(`no good body without ${name} is known`);
  return fail({
    expected: `${name}: null, or as it is where nothing was sent`,
    actual: `${name}: ${brief(shown)}`,
    exchanges: [exchange, without.exchange],
    key: `null for ${name}`,
    topic: { member: name },
  });
}
