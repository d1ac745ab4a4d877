import { createPresenter } from '../observe/recorded';
import type { RecordedRequest } from '../observe/recorded-request';
import type { Engine } from '../pipeline/model';
import type { World } from '../world/model';
import { createTest, type Pattern } from '../world/pattern';
import { readInstant } from './instant';
import { checkNames } from './names';
import { inBody, inQuery, type RefuseInput } from './problems';

export type { Pattern } from '../world/pattern';

export interface RequestsQuery extends Omit<Pattern, 'body'> {
  readonly limit: number;
}

/**
 * The requests of the journal that a query asks for, newest first.
 *
 * @throws Problem 400 for an instant that is none
 */
export function listRequests(
  engine: Engine,
  world: World,
  { limit, ...pattern }: RequestsQuery,
): readonly RecordedRequest[] {
  return presented(engine, world, testOf(pattern, inQuery), limit);
}

/**
 * All requests of the journal that match a pattern, newest first.
 *
 * @throws Problem 400 for an instant that is none, and for an operation or a key that there is not
 */
export function findRequests(engine: Engine, world: World, pattern: Pattern): readonly RecordedRequest[] {
  return presented(engine, world, testOfBody(engine, world, pattern), Number.POSITIVE_INFINITY);
}

const presented = (engine: Engine, { journal }: World, test: Test, limit: number): readonly RecordedRequest[] =>
  journal.find(test, limit).map(createPresenter(engine));

export interface Count {
  readonly count: number;
  /** How many older requests the journal has no longer, which may have matched. */
  readonly forgotten: number;
}

/** @throws Problem 400 for an instant that is none, and for an operation or a key that there is not */
export function countRequests(engine: Engine, world: World, pattern: Pattern): Count {
  const { journal } = world;
  return { count: journal.count(testOfBody(engine, world, pattern)), forgotten: journal.forgotten };
}

type Test = ReturnType<typeof createTest>;

/** A count of 0 because of a typing slip would be taken for the truth. */
function testOfBody(engine: Engine, world: World, pattern: Pattern): Test {
  checkNames(engine, world, pattern, '');
  return testOf(pattern, (name) => inBody(`/${name}`));
}

/** @throws what `refuseAt` makes of an instant that is none */
function testOf(pattern: Pattern, refuseAt: (name: string) => RefuseInput): Test {
  for (const name of ['since', 'until'] as const) {
    const text = pattern[name];
    if (text !== undefined) readInstant(text, refuseAt(name));
  }
  return createTest(pattern);
}
