import { stringifyJson } from '../../openapi/contract';
import type { State } from '../../openapi/types/control';
import type { Log } from '../observe/log';
import type { World } from '../world/stores/model';
import type { Batch, CollectionSnapshot } from '../world/stores/records';
import type { StreamReply } from './event-stream';
import { readState, readStateBeside } from './state';
import { arrayText, streamedJson } from './streamed-json';
import type { Turns } from './turns';

/** A state of more records is written while it is sent. */
const AT_ONCE = 1000;

/** A world as one JSON document, as it is at one moment; a stream where it is long. */
export async function showState(world: World, turns: Turns, log: Log): Promise<State | StreamReply> {
  const collections = await world.state.records.collections();
  const count = collections.reduce((sum, collection) => sum + collection.count, 0);
  if (count <= AT_ONCE) return readState(world);
  return streamedJson(
    turns,
    () => stateText(world),
    (error) => log.failed(error),
  );
}

async function* stateText(world: World): AsyncGenerator<string> {
  const { state, keys, anonymous } = world;
  const { collections, close } = await state.records.snapshot();
  try {
    const beside = await readStateBeside({ state, keys, anonymous });
    yield '{"records":{';
    let separator = '';
    for (const collection of collections) {
      yield `${separator}${stringifyJson(collection.name)}:`;
      yield* arrayText(recordsOf(collection));
      separator = ',';
    }
    yield `},${stringifyJson(beside).slice(1)}`;
  } finally {
    close();
  }
}

async function* recordsOf({ batches }: CollectionSnapshot): AsyncGenerator<Batch['records'][number][1][]> {
  for await (const batch of batches()) yield batch.map(([, record]) => record);
}
