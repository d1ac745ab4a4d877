import type { CaseContext, Check } from '../../steps/check';
import { requestRecords } from '../../steps/lists';
import { requestRecord } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { inconclusive, unjudged, type Verdict, verdictsOf } from '../../verdict/verdict';
import { aCase, afterExhaustion, applies, clause } from './exhaustion';
import { sendMarkedCreate } from './send-create';

/** A create over the limit is refused and leaves no trace. */
export const limitsRefusalChangesNothing: Check = {
  id: 'limits.refusal-changes-nothing',
  title: 'A create over the limit leaves no trace',
  level: 'MUST',
  applies: (subject) => applies(subject) && subject.purpose?.resource.operations.create !== undefined,
  clause: (subject) => clause(subject, 'A request over the limit receives 429, and does nothing.'),
  cases: (_, { limits }) =>
    limits === undefined
      ? []
      : [aCase('a create with the limit key', async (context) => afterExhaustion(context, judgeRefusedCreate))],
};

async function judgeRefusedCreate(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  const before = await requestRecords(context);
  const sent = await sendMarkedCreate(context);
  if (!('exchange' in sent) || resource === undefined) return 'exchange' in sent ? [] : sent;
  const { exchange, mark, text } = sent;
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return inconclusive('the create was not refused for the limit');
  const trace = await requestListsForTrace(context, [exchange], (record) => record[mark] === text, before);
  if (trace.outcome === 'fail') return trace;
  const [oldest] = context.known.collection(resource).records.values();
  return oldest === undefined
    ? trace
    : [trace, ...(await verdictsOf(() => requestRecord(context, resource, oldest.id)))];
}
