import type { Check, Session, Verdict } from '../../model';
import { toRequest } from '../../request';
import { findTrace } from '../../steps/find-trace';
import { markOf } from '../../steps/mark';
import { rarestChoices } from '../../steps/rarest-choices';
import { readBack } from '../../steps/read-back';
import { knownBody } from '../../valid';
import { about, fail, inconclusive, outcomeOf, PASS, skip, unjudged } from '../../verdict';
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
      : [aCase('a create with the limit key', 8, async (session) => afterExhaustion(session, judgeRefusedCreate))],
};

async function judgeRefusedCreate(session: Session, { refused, limit }: Exhaustion): Promise<Verdict> {
  const operation = session.subject.part?.resource.operations.create;
  if (operation === undefined) return PASS;
  const subject = { ...session.subject, operation };
  const mark = markOf(subject);
  if (mark === undefined) return skip('no field can tell the record from others');
  const text = `Over the limit ${session.options.seed.toString(36)}`;
  // With a value for each filter, so that a list short enough shows it.
  const { body } = knownBody(session, subject, rarestChoices(session));
  const exchange = await session.send(toRequest(operation, { body: { ...body, [mark]: text }, credential: 'limit' }));
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
  const trace = await findTrace(session, [exchange], (record) => record[mark] === text);
  if (trace.outcome === 'fail') return trace;
  const { resource } = session.subject.part ?? {};
  const oldest = resource === undefined ? undefined : [...session.known.records(resource.name).keys()][0];
  const first = resource === undefined ? undefined : session.known.first(resource.name, oldest);
  return first === undefined ? trace : readBack(session, first.record, first.shownBy);
}
