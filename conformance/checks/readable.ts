import { propertiesOf, typesOf, validatorOf } from '../../openapi/contract';
import type { Case, CaseContext, Check } from '../model/check';
import type { JsonRecord } from '../model/records';
import type { Subject } from '../model/subject';
import { bodyOf } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { createRecord } from '../steps/create-record';
import { isReadable, readBack } from '../steps/read-back';
import { judgeEcho } from './echo';

/** A created record is read by its id, as it was shown when it was created. */
export const createdReadable: Check = {
  id: 'created.readable',
  title: 'A created record can be read by its id',
  level: 'MUST',
  applies: (subject) => subject.part?.role === 'create' && isReadable(subject),
  clause: ({ part, operation }) => ({
    sentence: 'The id of a created record leads to the record.',
    pointer:
      operation.replies.flatMap(({ links }) => links)[0]?.pointer ??
      part?.resource.operations.read?.pointer ??
      operation.pointer,
  }),
  cases: (subject) => [
    { name: 'a created record', tier: 1, cost: 2, run: (context) => createAndRead(context, {}) },
    {
      name: 'a record of telling values',
      tier: 1,
      cost: 2,
      run: (context) => createAndRead(context, tellingFields(subject)),
    },
    ...[2, 3, 4].map(
      (nth): Case => ({
        name: `created record ${nth}`,
        tier: 2,
        cost: 2,
        run: (context) => createAndRead(context, {}),
      }),
    ),
  ],
};

async function createAndRead(context: CaseContext, extra: JsonRecord): Promise<Verdict | readonly Verdict[]> {
  const made = await createRecord(context, extra);
  if (!('record' in made)) return made;
  return [judgeEcho(context, made.exchange, extra), await readBack(context, made.record, made.exchange)];
}

/** Of each field the value that most servers stumble over; a server that refuses it is judged elsewhere. */
function tellingFields({ operation }: Subject): JsonRecord {
  const fields = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].flatMap(({ name, schema }) => {
    if (schema.enum !== undefined || schema.pattern !== undefined || schema.format === 'uuid') return [];
    const types = typesOf(schema);
    const fits = validatorOf(schema, 'request');
    const value = types.includes('string') ? TELLING_TEXT : types.includes('integer') ? 2n ** 53n + 1n : undefined;
    return value !== undefined && fits(value) === undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** Space around, quotes, markup, an emoji and an unnormalised accent in one. */
const TELLING_TEXT = ` O'Brien "Bo" \\ <b>&amp;</b> \u{1F415} Ame\u0301lie `;
