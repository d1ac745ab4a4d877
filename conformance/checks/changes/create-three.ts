import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import type { Exchange } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { recordBodyOf } from '../../requests/valid';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { createRecord, type Made, tryToCreate } from '../../steps/records';

/** A record that a case changes or deletes, between two that it must not touch: one made before, one after. */
export interface Three {
  readonly id: unknown;
  /** With all that its schema names, where the server takes that. */
  readonly record: JsonRecord;
  readonly madeBy: Exchange;
  /** With no more than it must have: what it shows beside that, the server has filled in. */
  readonly older: JsonRecord;
  readonly neighbours: readonly Made[];
}

/** Makes three records of the subject's resource. @throws CannotJudge where there are none */
export async function createThree(context: CaseContext): Promise<Three> {
  const older = await createRecord(context);
  const full = fullMembers(context, [older.record], 0);
  const made = (await tryToCreate(context, full)) ?? (await createRecord(context));
  const others = fullMembers(context, [older.record, made.record], 1);
  const newer = (await tryToCreate(context, others)) ?? (await tryToCreate(context));
  const neighbours = newer === undefined ? [older] : [older, newer];
  return { id: made.id, record: made.record, madeBy: made.exchange, older: older.record, neighbours };
}

/** A value for each property that may be left out, none of them what others show. */
function fullMembers(context: CaseContext, others: readonly JsonRecord[], nth: number): JsonRecord {
  const { subject } = inRole(context, resourceOf(context), 'create');
  const optional = [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()].flatMap(
    ({ name, schema, required, readOnly }) => {
      if (required || readOnly) return [];
      const taken = [schema.default, ...others.map((other) => own(other, name))];
      const value =
        anotherValue(schema, taken, context.options.seed + nth) ?? anotherValue(schema, [schema.default], nth);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return Object.fromEntries(optional);
}
