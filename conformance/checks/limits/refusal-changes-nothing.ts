import type { CaseContext, Check } from '../../model/check';
import { outcomeOf } from '../../model/exchange';
import { toRequest } from '../../model/request';
import { knownBody } from '../../model/valid';
import type { Verdict } from '../../model/verdict';
import { about, fail, inconclusive, PASS, skip, unjudged } from '../../model/verdict';
import { findTrace } from '../../steps/find-trace';
import { markOf } from '../../steps/mark';
import { rarestChoices } from '../../steps/rarest-choices';
import { readBack } from '../../steps/read-back';
import { mayHaveFlowedBack } from './baseline';
import { limitsEnforced } from './enforced';
import { aCase, afterExhaustion, applies, clause, type Exhaustion } from './exhaustion';

/** A create over the limit is refused and leaves no trace. */
export const limitsRefusalChangesNothing: Check = {
  id: 'limits.refusal-changes-nothing',
  title: 'A create over the limit leaves no trace',
  level: 'MUST',
  applies: (subject) => applies(subject) && subject.part?.resource.operations.create !== undefined,
  clause: (subject) => clause(subject, 'A request over the limit receives 429, and does nothing.'),
  cases: (_, { limits }) =>
    limits === undefined
      ? []
      : [aCase('a create with the limit key', 8, async (context) => afterExhaustion(context, judgeRefusedCreate))],
};

async function judgeRefusedCreate(context: CaseContext, { refused, limit }: Exhaustion): Promise<Verdict> {
  const operation = context.subject.part?.resource.operations.create;
  if (operation === undefined) return PASS;
  const subject = { ...context.subject, operation };
  const mark = markOf(subject);
  if (mark === undefined) return skip('no field can tell the record from others');
  const text = `Over the limit ${context.options.seed.toString(36)}`;
  // With a value for each filter, so that a list short enough shows it.
  const { body } = knownBody(context, subject, rarestChoices(context));
  const exchange = await context.send(toRequest(operation, { body: { ...body, [mark]: text }, credential: 'limit' }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) {
    if (mayHaveFlowedBack(refused, limit)) return inconclusive('what flows back may have let the create in');
    return about(
      limitsEnforced.id,
      fail({
        expected: 'the status 429',
        actual: outcomeOf(exchange),
        exchanges: [refused, exchange],
        key: 'create served',
      }),
    );
  }
  const trace = await findTrace(context, [exchange], (record) => record[mark] === text);
  if (trace.outcome === 'fail') return trace;
  const { resource } = context.subject.part ?? {};
  const oldest = resource === undefined ? undefined : [...context.known.records(resource.name).keys()][0];
  const first = resource === undefined ? undefined : context.known.first(resource.name, oldest);
  return first === undefined ? trace : readBack(context, first.record, first.shownBy);
}
