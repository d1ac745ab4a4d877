import { isSuccess } from '../exchange/exchange';
import type { JsonRecord } from '../records/records';
import { bodyCandidates, repairedBody } from '../requests/bodies';
import { requiredQuery } from '../requests/given';
import { hintsOf } from '../requests/hints';
import { toRequest } from '../requests/request';
import type { CaseContext } from './check';
import { fetchPath } from './paths';
import { isOwnRule } from './send-valid';

/** So many requests are tried for an operation in each round. */
const MOST_TRIES = 6;

/**
 * Tries to get a first success of the subject's operation: with other records where one is not found, with other bodies where one is
 * refused. What a success came for is in the notes then.
 *
 * @throws CannotJudge, OutOfBudget
 */
export async function reachOperation(context: CaseContext): Promise<void> {
  const { subject, options } = context;
  const bodies = bodyCandidates(context, subject);
  const query = requiredQuery(subject, options.given);
  const path = await fetchPath(context);
  let body: JsonRecord | undefined = bodies.next().value ?? undefined;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const exchange = await context.send(toRequest(subject.operation, { path, query, body }));
    if (isSuccess(exchange) || !isOwnRule(exchange) || body === undefined) return;
    body = repairedBody(context, subject, body, hintsOf(exchange)) ?? bodies.next().value ?? undefined;
    if (body === undefined) return;
  }
}
