import type { Contract } from '../../openapi/contract';
import type { RunOptions } from '../run/options';
import type { Planned } from '../run/plan';

/** What a run would send, without sending it. */
export function planReport(
  contract: Contract,
  planned: readonly Planned[],
  { maxRequests, target, ratePerMinute }: RunOptions,
): string {
  const rows = new Map<string, { cases: number; requests: number }>();
  let total = 1;
  for (const { check, subject, case: one } of planned) {
    const key = `${check.id} ${subject.operation.id}`;
    const row = rows.get(key) ?? { cases: 0, requests: 0 };
    const cost = Math.min(one.cost, maxRequests);
    rows.set(key, { cases: row.cases + 1, requests: row.requests + cost });
    total += cost;
  }
  const width = Math.max(...[...rows.keys()].map((key) => key.length));
  const plan = contract.plans.find(({ name }) => name.toLowerCase() === target.plan?.toLowerCase());
  const perMinute =
    ratePerMinute ??
    (plan === undefined || plan.allowances === 'custom'
      ? undefined
      : plan.allowances.find(({ seconds }) => seconds === 60)?.requests);
  const sent = Math.min(total, maxRequests);
  return [
    ...[...rows].map(
      ([key, { cases, requests }]) =>
        `${key.padEnd(width)}  ${String(cases).padStart(4)} cases  at most ${requests} requests`,
    ),
    '',
    `At most ${sent} requests${total > maxRequests ? ` of ${total}, since --max-requests is ${maxRequests}` : ''}.`,
    perMinute === undefined
      ? 'No plan and no rate is known: as fast as the server answers.'
      : `At ${perMinute} requests a minute: ${Math.floor((sent - 1) / perMinute)} to ${Math.ceil(sent / perMinute)} minutes.`,
    'Nothing was sent.',
    '',
  ].join('\n');
}
