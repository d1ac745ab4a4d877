import { propertiesOf, typesOf, validatorOf } from '../../openapi/contract';
import { bodyOf, type Subject } from '../exchange/subject';
import type { JsonRecord } from '../records/records';
import { type Collection, createdIn, keyOf } from '../records/records';
import { readable } from '../rules/relations/created';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { createRecord, readRecord, requestRecord } from '../steps/records';

export const createdReadable: Check = {
  ...readable,
  cases: (subject) => [
    createAndRead('a created record', 1, {}),
    createAndRead('a record of telling values', 1, tellingFields(subject)),
    createAndRead('created record 2', 2, {}, 2),
    createAndRead('created record 3', 2, {}),
    ASKED_BEFORE,
  ],
};

/** A server may remember that an id was not there. */
const ASKED_BEFORE: Case = {
  name: 'created record 4, whose id was asked for before',
  tier: 2,
  run: async (context) => {
    const resource = resourceOf(context);
    const next = nextId(context.known.collection(resource));
    if (next !== undefined) await readRecord(context, resource, next);
    const { id } = await createRecord(context);
    return requestRecord(context, resource, id);
  },
};

/** The id that a created record will probably have: one more step from the last one. Undefined where ids are no numbers. */
function nextId(collection: Collection): bigint | undefined {
  const ids = createdIn(collection).flatMap(({ id }) => (/^-?\d+$/.test(keyOf(id)) ? [BigInt(keyOf(id))] : []));
  const last = ids.at(-1);
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
  const step = steps.filter((one) => one > 0n).sort((a, b) => (a < b ? -1 : 1))[0];
  return last === undefined || step === undefined ? undefined : last + step;
}

function createAndRead(name: string, tier: 1 | 2, extra: JsonRecord, times = 1): Case {
  const run = async (context: CaseContext): Promise<undefined> => {
    const { id } = await createRecord(context, extra);
    for (let time = 0; time < times; time += 1) await requestRecord(context, resourceOf(context), id);
  };
  return { name, tier, run };
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
