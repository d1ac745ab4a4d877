import { createPresenter } from '../observe/recorded';
import type { RecordedRequest } from '../observe/recorded-request';
import type { Engine } from '../pipeline/model';
import type { Count, Pattern } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { readInstant } from './instant';
import { checkNames } from './names';
import { inBody, inQuery, type RefuseInput } from './problems';

export interface RequestsQuery extends Omit<Pattern, 'body'> {
  readonly limit: number;
  /** Only those with a lower id. */
  readonly before?: number | undefined;
}

/**
 * The requests of the journal that match a query, newest first.
 *
 * @throws Problem 400 for an invalid instant
 */
export function listRequests(
  engine: Engine,
  world: World,
  { limit, before, ...pattern }: RequestsQuery,
): Promise<readonly RecordedRequest[]> {
  checkInstants(pattern, inQuery);
  return shownRequests(engine, world, pattern, limit, before);
}

/**
 * All requests of the journal that match a pattern, newest first.
 *
 * @throws Problem 400 for an invalid instant, and for an unknown operation or key
 */
export function findRequests(engine: Engine, world: World, pattern: Pattern): Promise<readonly RecordedRequest[]> {
  checkPattern(engine, world, pattern);
  return shownRequests(engine, world, pattern, Number.POSITIVE_INFINITY);
}

/** @throws Problem 400 for an invalid instant, and for an unknown operation or key */
export async function countRequests(engine: Engine, world: World, pattern: Pattern): Promise<Count> {
  checkPattern(engine, world, pattern);
  return world.state.journal.count(pattern);
}

async function shownRequests(
  engine: Engine,
  { state: { journal } }: World,
  pattern: Pattern,
  limit: number,
  before?: number,
): Promise<readonly RecordedRequest[]> {
  return (await journal.find(pattern, limit, before)).map(createPresenter(engine.secrets));
}

/** Without this check a misspelt name would match no request, which looks like a result. */
function checkPattern(engine: Engine, world: World, pattern: Pattern): void {
  checkNames(engine, world, pattern, '');
  checkInstants(pattern, (name) => inBody(`/${name}`));
}

/** @throws what `refuseAt` makes, for an invalid instant */
function checkInstants(pattern: Pattern, refuseAt: (name: string) => RefuseInput): void {
  for (const name of ['since', 'until'] as const) {
    const text = pattern[name];
    if (text !== undefined) readInstant(text, refuseAt(name));
  }
}
