import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/another';
import type { Exchange } from '../../exchange/exchange';
import { idOf, type JsonRecord } from '../../records/records';
import { recordBodyOf } from '../../requests/record-body';
import type { CaseContext } from '../../steps/check';
import { createRecord } from '../../steps/create-record';
import { skip, type Verdict } from '../../verdict/verdict';

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

/** A record, and the exchange that made it. */
export interface Made {
  readonly record: JsonRecord;
  readonly exchange: Exchange;
}

/** The most requests of `createThree`. */
export const COST_OF_THREE = 5;

/** Makes three records of the subject's resource; a verdict where there are none. */
export async function createThree(context: CaseContext): Promise<Three | Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return skip('nothing can be created');
  const older = await createRecord(context);
  if (!('record' in older)) return older;
  const made = await createFull(context, [older.record], 0);
  if (!('record' in made)) return made;
  const newer = await createFull(context, [older.record, made.record], 1);
  const neighbours = [older, newer].filter((one) => 'record' in one);
  return {
    id: idOf(made.record, resource),
    record: made.record,
    madeBy: made.exchange,
    older: older.record,
    neighbours,
  };
}

/** A record with a value for each property, none of them what others show; without them where that is refused. */
async function createFull(
  context: CaseContext,
  others: readonly JsonRecord[],
  nth: number,
): ReturnType<typeof createRecord> {
  const create = context.subject.purpose?.resource.operations.create;
  const properties = [
    ...propertiesOf((create && recordBodyOf({ ...context.subject, operation: create })?.schema) ?? {}).values(),
  ];
  const optional = properties.flatMap(({ name, schema, required, readOnly }) => {
    if (required || readOnly) return [];
    const taken = [schema.default, ...others.map((other) => own(other, name))];
    const value =
      anotherValue(schema, taken, context.options.seed + nth) ?? anotherValue(schema, [schema.default], nth);
    return value === undefined ? [] : [[name, value] as const];
  });
  const made = await createRecord(context, Object.fromEntries(optional));
  return 'record' in made || optional.length === 0 ? made : createRecord(context);
}
