import { createPauses } from '../../rules/pauses';
import type { Collections, Id, IdMemories, IndexedBy } from '../../stores/records';
import { script } from '../connection/script';
import { GRACE_MS, STAGED_MS } from '../state/keys';
import { highestOf, indexMembersOf, memberOf } from './record-keys';
import type { RecordTexts } from './record-texts';
import { BELOW, PARTS, WRITING } from './records-lua';
import type { RunOnRecords } from './records-run';

/** So many records, or texts of so many characters, are stored in one step, which takes Redis some milliseconds. */
const PIECE = { records: 1000, length: 2 ** 20 };

/** Puts these records in place of all that there are: they are stored aside in pieces, and shown at once. */
export type FillAnew = (collections: Collections, memories: IdMemories | undefined) => Promise<void>;

export function createFilling(run: RunOnRecords, texts: RecordTexts, indexedBy: IndexedBy): FillAnew {
  return async (collections, memories) => {
    const pause = createPauses(16);
    const generation = String(await run(OPEN, []));
    for (const [name, records] of collections) {
      const { highest, everUsed = 0, retired = [] } = memories?.get(name) ?? {};
      const used = String(Math.max(everUsed, records.size));
      await run(BEGIN, [generation, name, used, highest === undefined ? '' : highestOf(highest)]);
      const combinations = indexedBy(name);
      let piece = emptyPiece();
      const send = async (): Promise<void> => {
        const { stored, indexed, highest: most } = piece;
        const above = most === undefined ? '' : highestOf(most);
        await run(FILL, [generation, name, above, String(stored.length / 2), ...stored, ...indexed]);
        piece = emptyPiece();
      };
      for (const [id, record] of records) {
        addTo(piece, id, [memberOf(name, id), texts.textOf(record)], indexMembersOf(name, combinations, id, record));
        const waiting = isFull(piece) ? send() : pause();
        if (waiting !== undefined) await waiting;
      }
      await send();
      for (let from = 0; from < retired.length; from += PIECE.records) {
        const members = retired.slice(from, from + PIECE.records).map((id) => memberOf(name, id));
        await run(RETIRE, [generation, ...members]);
      }
    }
    await run(SHOW, [generation]);
  };
}

interface Piece {
  /** Members and texts in turn. */
  readonly stored: string[];
  readonly indexed: string[];
  length: number;
  highest: number | bigint | undefined;
}

const emptyPiece = (): Piece => ({ stored: [], indexed: [], length: 0, highest: undefined });

const isFull = ({ stored, length }: Piece): boolean => stored.length >= 2 * PIECE.records || length >= PIECE.length;

function addTo(piece: Piece, id: Id, stored: readonly [string, string], indexed: readonly string[]): void {
  piece.stored.push(...stored);
  piece.indexed.push(...indexed);
  piece.length += stored[1].length;
  if (typeof id !== 'string' && (piece.highest === undefined || id > piece.highest)) piece.highest = id;
}

const OPEN = script(`${WRITING}return redis.call('HINCRBY', meta, 'made', 1)`);

/** The first argument is the generation that is stored aside. */
const ASIDE = `${WRITING}${BELOW}
local aside = meta .. ':' .. ARGV[1] .. ':'
local function keep(milliseconds)
  for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', aside .. part, milliseconds) end
  return 1
end
local function raise(collection, highest)
  local field = 'highest:' .. collection
  local before = redis.call('HGET', aside .. 'ids', field)
  if highest ~= '' and (not before or isBelow(before, highest)) then redis.call('HSET', aside .. 'ids', field, highest) end
end
`;

/** Arguments: generation, collection, how many ids came into use, the highest. */
const BEGIN = script(`${ASIDE}
redis.call('ZADD', aside .. 'names', redis.call('ZCARD', aside .. 'names'), ARGV[2])
redis.call('HSET', aside .. 'ids', 'used:' .. ARGV[2], ARGV[3])
raise(ARGV[2], ARGV[4])
return keep(${STAGED_MS})
`);

/** Arguments: generation, collection, highest, how many records, the member and text of each, members of the index. */
const FILL = script(`${ASIDE}
raise(ARGV[2], ARGV[3])
local last = 4 + 2 * tonumber(ARGV[4])
for place = 5, last, 2 do
  redis.call('HSET', aside .. 'texts', ARGV[place], ARGV[place + 1])
  redis.call('ZADD', aside .. 'order', 0, ARGV[place])
end
for place = last + 1, #ARGV do redis.call('ZADD', aside .. 'index', 0, ARGV[place]) end
return keep(${STAGED_MS})
`);

/** Arguments: generation, members. */
const RETIRE = script(`${ASIDE}
for place = 2, #ARGV do redis.call('SADD', aside .. 'retired', ARGV[place]) end
return keep(${STAGED_MS})
`);

const SHOW = script(`${ASIDE}
local left = redis.call('PTTL', meta)
for _, part in ipairs(${PARTS}) do
  redis.call('PEXPIRE', at .. part, ${GRACE_MS})
  if left < 0 then redis.call('PERSIST', aside .. part) else redis.call('PEXPIRE', aside .. part, left) end
end
redis.call('HSET', meta, 'generation', ARGV[1])
return 1
`);
