import { own, propertiesOf } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordMembers } from '../../exchange/record-body';
import { limitsOf } from '../../records/states/limit-words';
import { wrapped } from '../../requests/bodies/record-in-body';
import { isSameValue } from '../../rules/relations/same-value';
import type { Step } from '../../steps/check';
import { act } from '../../steps/ways/actions';
import { walkTo } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { fail, PASS, replied, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { otherValues } from '../changes/change';
import { type Acting, look } from './look';

/** So many members are tried that words keep from change. */
const MOST_KEPT = 4;

/** Of a record in a state of which words say what alone can be changed then, nothing else is: each by itself, since a server looks at each. */
export async function* changeLimited(
  acting: Acting,
  ways: readonly (readonly [string, readonly Step[]])[],
  seed: number,
): AsyncGenerator<Verdict> {
  const { context, resource, states } = acting;
  const { operation, purpose } = context.subject;
  if (purpose?.role !== 'patch') return;
  const names = [...recordMembers(context.subject).keys()];
  const shown = propertiesOf(resource.schema);
  const schemaOf = (name: string) => shown.get(name)?.schema ?? {};
  const [limit] = limitsOf(operation, states.values, names);
  const way = ways.find(([state]) => limit?.states.includes(state));
  const walker = way && (await unlessUnjudged(walkTo(context, resource, way[1])));
  const before = walker && (await look(acting, walker));
  if (limit === undefined || walker === undefined || before === undefined) return;
  const kept = Object.entries(otherValues(context, before.record, seed)).filter(
    ([name]) => !limit.members.includes(name),
  );
  for (const [name, value] of kept.slice(0, MOST_KEPT)) {
    const exchange = replied(
      await act(context, { operation }, walker, wrapped(context, context.subject, { [name]: value })),
    );
    const after = isSuccess(exchange) ? await look(acting, walker) : undefined;
    // One that leaves it alone and says so by a success may well be meant.
    if (after === undefined || isSameValue(schemaOf(name), own(before.record, name), own(after.record, name))) continue;
    return yield fail({
      expected: `a refusal for a record that is ${before.state}: only ${limit.members.join(' and ')} can be changed then`,
      actual: `${outcomeOf(exchange)}, and ${name}: ${brief(own(after.record, name))}`,
      exchanges: [before.exchange, exchange, after.exchange],
      key: `${name} changed when ${before.state}`,
      topic: { wanted: 409, member: name },
    });
  }
  if (kept.length > 0) yield PASS;
}
