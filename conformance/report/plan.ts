import type { Contract } from '../../openapi/contract';
import type { RunOptions } from '../run/options';
import type { Planned } from '../run/plan';

/** What a run would send, without sending it. */
export function planReport(
  contract: Contract,
  planned: readonly Planned[],
  { maxRequests, target, ratePerMinute }: RunOptions,
): string {
  const rows = new Map<string, number>();
  for (const { check, subject } of planned) {
    const key = `${check.id} ${subject.operation.id}`;
    rows.set(key, (rows.get(key) ?? 0) + 1);
  }
  const width = Math.max(...[...rows.keys()].map((key) => key.length));
  const plan = contract.plans.find(({ name }) => name.toLowerCase() === target.plan?.toLowerCase());
  const perMinute =
    ratePerMinute ??
    (plan === undefined || plan.allowances === 'custom'
      ? undefined
      : plan.allowances.find(({ seconds }) => seconds === 60)?.requests);
  return [
    ...[...rows].map(([key, cases]) => `${key.padEnd(width)}  ${String(cases).padStart(4)} cases`),
    '',
    `${planned.length} cases, and at most ${maxRequests} requests (--max-requests): what a case takes is counted while it runs.`,
    perMinute === undefined
      ? 'No plan and no rate is known: as fast as the server answers.'
      : `At ${perMinute} requests a minute: ${Math.ceil(maxRequests / perMinute)} minutes at most.`,
    'Nothing was sent.',
    '',
  ].join('\n');
}
