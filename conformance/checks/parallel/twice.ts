import { documents } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { keyOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { clauseOf, fail, type Verdict } from '../../verdict/verdict';
import type { Made } from './made';

/**
 * Of equal creates at once one alone may succeed, where the server answers a further one with the documented 409: no order of
 * them leaves several records. It is no such rule where others are refused, too, such as that there are too many records.
 *
 * @param body of the creates at once
 * @param another that was made before, when none of its values were taken
 * @param made by creates at once
 */
export async function judgeTwice(
  context: CaseContext,
  body: JsonRecord,
  another: JsonRecord,
  made: readonly Made[],
): Promise<Verdict | undefined> {
  const { operation } = context.subject;
  const [first, second] = new Map(made.map((one) => [keyOf(one.id), one])).values();
  if (!documents(operation, 409) || first === undefined || second === undefined) return undefined;
  const alone = await context.send(toRequest(operation, { body }));
  if (alone.response?.status !== 409) return undefined;
  if (!isSuccess(await context.send(toRequest(operation, { body: another })))) return undefined;
  return fail({
    expected: 'one record, and 409 for the others: the same create alone is a conflict then',
    actual: `${made.length} records, with ${first.exchange.together?.requests.length ?? made.length} requests at once`,
    exchanges: [first.exchange, second.exchange, alone],
    key: 'conflict at once',
    clause: clauseOf(context.subject, 409, 'A create that conflicts with a record is refused.'),
  });
}
