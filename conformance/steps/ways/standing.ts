/** Records that were left in a state: what comes next begins where they are, instead of at a new one. */
import type { Resource } from '../../../openapi/contract';
import type { CaseContext, Standing, Step, Walker } from '../check';
import { isOnWay, refusedOn, walkTo } from './ways';

/** A record at the end of a way: one that stands on it goes on from there, else a new one walks it. @throws CannotJudge as `walkTo` does */
export async function goTo(context: CaseContext, resource: Resource, way: readonly Step[]): Promise<Walker> {
  const { standing } = context.notes;
  const all = standing.get(resource) ?? [];
  const [furthest] = all
    .filter((one) => isOnWay(one.way, way))
    .toSorted((one, other) => other.way.length - one.way.length);
  if (furthest === undefined) return walkTo(context, resource, way);
  standing.set(
    resource,
    all.filter((one) => one !== furthest),
  );
  const { walker } = furthest;
  const refused = await refusedOn(context, walker, way.slice(furthest.way.length));
  return refused === undefined ? walker : walkTo(context, resource, way);
}

/** Notes a record that was left as it was at the end of a way. */
export function stay({ notes: { standing } }: CaseContext, resource: Resource, one: Standing): void {
  standing.set(resource, [...(standing.get(resource) ?? []), one]);
}
