import { propertiesOf, typesOf, validatorOf } from '../../openapi/contract';
import type { Case, CaseContext, Check } from '../model/check';
import { idOf, type JsonRecord } from '../model/records';
import { bodyOf, type Subject } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { readable } from '../relations/readable';
import { createRecord } from '../steps/create-record';
import { requestRecord } from '../steps/request-record';

export const createdReadable: Check = {
  ...readable,
  cases: (subject) => [
    createAndRead('a created record', 1, {}),
    createAndRead('a record of telling values', 1, tellingFields(subject)),
    ...[2, 3, 4].map((nth) => createAndRead(`created record ${nth}`, 2, {})),
  ],
};

function createAndRead(name: string, tier: 1 | 2, extra: JsonRecord): Case {
  const run = async (context: CaseContext): Promise<Verdict | readonly Verdict[]> => {
    const { purpose } = context.subject;
    const made = await createRecord(context, extra);
    if (purpose === undefined || !('record' in made)) return 'record' in made ? [] : made;
    return requestRecord(context, purpose.resource, idOf(made.record, purpose.resource));
  };
  return { name, tier, cost: 2, run };
}

/** For each field the value that most servers get wrong. Whether they may refuse it is judged elsewhere. */
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
