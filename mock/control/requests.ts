import type { Count, Pattern, RecordedRequest } from '../../openapi/types/control';
import { createPresenter } from '../observe/recorded';
import type { Engine } from '../pipeline/model';
import { createPauses } from '../world/rules/pauses';
import type { Turns } from '../world/rules/turns';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { readInstant } from './clock';
import { inBody, inQuery, invalidControl, quoted, type RefuseInput } from './problems';
import { arrayText, type StreamReply, streamedJson } from './stream-reply';

export interface RequestsQuery extends Omit<Pattern, 'body'> {
  readonly limit: number;
  /** Only those with a lower id. */
  readonly before?: number | undefined;
}

/** The requests of the journal that match a query, newest first. */
export async function listRequests(
  { state: { journal } }: World,
  { limit, before, ...pattern }: RequestsQuery,
): Promise<readonly Entry[]> {
  checkInstants(pattern, inQuery);
  return journal.find(pattern, limit, before);
}

/** All requests of the journal that match a pattern, newest first. */
export async function findEntries(engine: Engine, world: World, pattern: Pattern): Promise<readonly Entry[]> {
  checkPattern(engine, world, pattern);
  return world.state.journal.find(pattern, Number.POSITIVE_INFINITY);
}

/** These requests as they are shown, all together. */
export async function findRequests(
  engine: Engine,
  world: World,
  pattern: Pattern,
): Promise<readonly RecordedRequest[]> {
  const [present, pause] = [presenterOf(engine), createPauses()];
  const shown: RecordedRequest[] = [];
  for (const entry of await findEntries(engine, world, pattern)) {
    shown.push(present(entry));
    await pause();
  }
  return shown;
}

/** What is shown at once has no more bytes: to hide what is secret in so many takes up to 20 ms. */
const AT_ONCE = 2 ** 16;
/** Each has so many bytes beside its bodies, or more. */
const BESIDE = 512;

/** These requests as they are shown; a stream of them where they are long. */
export function showRequests(
  engine: Engine,
  entries: readonly Entry[],
  turns: Turns,
): readonly RecordedRequest[] | StreamReply {
  const present = presenterOf(engine);
  const bytes = entries.reduce(
    (sum, { requestBody, responseBody }) => sum + (requestBody?.length ?? 0) + responseBody.length + BESIDE,
    0,
  );
  if (bytes <= AT_ONCE) return entries.map(present);
  const presented = function* () {
    for (const entry of entries) yield present(entry);
  };
  return streamedJson(turns, () => arrayText([presented()]), engine.log);
}

const presenterOf = ({ secrets }: Engine) => createPresenter(secrets);

export async function countRequests(engine: Engine, world: World, pattern: Pattern): Promise<Count> {
  checkPattern(engine, world, pattern);
  return world.state.journal.count(pattern);
}

/** Refuses invalid instants and unknown names: a misspelt one would match no request, which looks like a result. */
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

/** The names in a fault rule or in a pattern. */
interface Names {
  readonly operationId?: string | undefined;
  readonly key?: string | undefined;
}

/** @param pointer where the names are in the request's body */
export function checkNames({ contract }: Engine, { keys }: World, { operationId, key }: Names, pointer: string): void {
  const operations = contract.operations.map(({ id }) => id);
  if (operationId !== undefined && !operations.includes(operationId)) {
    throw invalidControl(
      `${pointer}/operationId`,
      `must be one of ${operations.join(', ')}, not ${quoted(operationId)}`,
    );
  }
  const names = keys.map(({ name }) => name);
  if (key !== undefined && !names.includes(key)) {
    throw invalidControl(`${pointer}/key`, `must be the name of a key: one of ${names.join(', ')}, not ${quoted(key)}`);
  }
}
