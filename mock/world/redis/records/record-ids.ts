import { exactInteger } from '../../../../openapi/contract';
import { type Id, type IdPolicy, OutOfIds } from '../../stores/records';
import { listIn } from '../connection/replies';
import { frequentScript, script } from '../connection/script';
import { BELOW, FEWEST, idOfOrderKey, orderKeyOf, type RunOnRecords, WRITING } from './record-layout';

/** An id for a new record, which no other gets. */
export interface ReservedId {
  readonly id: Id;
  /** Whether it was found by trying, and so is kept among those that are not to be given until its record is stored. */
  readonly isTried: boolean;
  /** Gives it back, so that another may have it; for when no record is stored under it. */
  release(): Promise<void>;
}

export interface RecordIds {
  /**
   * The next of a sequence or, once this has come to its end, the lowest that was left out; or one that is made.
   *
   * @throws OutOfIds when no id is left
   */
  reserve(collection: string, policy: IdPolicy): Promise<ReservedId>;
}

type Sequence = IdPolicy & { readonly kind: 'sequence' };
type Made = IdPolicy & { readonly kind: 'made' };

/** How many made ids may turn out to be taken, beyond one for each record there ever was: as many as in memory. */
const SPARE_TRIES = 1000;
/** The most that are tried in one step. */
const MOST_TRIED = 512;
/** Of so many collections it is known how many ids were made. */
const MOST_KNOWN = 1000;

export function createRecordIds(run: RunOnRecords): RecordIds {
  /** How many were made, as far as this process knows: where it is right, the first try needs no question before. */
  const made = new Map<string, number>();

  const reserved = (collection: string, key: string, isTried: boolean, before = ''): ReservedId => ({
    id: idOfOrderKey(key),
    isTried,
    async release() {
      await run(RELEASE, [collection, isTried ? 'tried' : 'next', key, before]);
    },
  });

  const ofSequence = async (collection: string, policy: Sequence): Promise<ReservedId> => {
    const { minimum, maximum, step = 1n } = policy;
    const inLua = [step, minimum < 0n ? -minimum : minimum].every((number) => number < EXACT_IN_LUA);
    const [least, most] = [orderKeyOf(exactInteger(minimum)), orderKeyOf(exactInteger(maximum))];
    const args = [collection, least, most, inLua ? String(minimum) : '', String(step)];
    const [kind, answered, before] = listIn(await run(NEXT, args)).map(String);
    if (kind === 'next') return reserved(collection, String(answered), false, before);
    let highest = String(answered);
    while (highest !== '') {
      const next = nextOf(BigInt(idOfOrderKey(highest)), minimum, step);
      if (next > maximum) break;
      const key = orderKeyOf(exactInteger(next));
      const now = String(await run(RAISE, [collection, highest, key]));
      if (now === highest) return reserved(collection, key, false, highest);
      highest = now;
    }
    return ofGaps(collection, policy);
  };

  /** Each id of a sequence in turn, from where the last search has ended. */
  const ofGaps = async (collection: string, { minimum, maximum, step = 1n }: Sequence): Promise<ReservedId> => {
    const known = String((await run(GAP, [collection])) ?? '');
    let next = known === '' ? minimum : BigInt(idOfOrderKey(known));
    for (let count = 1; next <= maximum; count = Math.min(2 * count, MOST_TRIED)) {
      const keys: string[] = [];
      for (; keys.length < count && next <= maximum; next += step) keys.push(orderKeyOf(exactInteger(next)));
      const place = Number(await run(TRY, [collection, ...keys]));
      // The script answers one of these places.
      if (place > 0) return reserved(collection, keys[place - 1] as string, true);
    }
    throw outOfIds();
  };

  const ofMaking = async (collection: string, { make }: Made): Promise<ReservedId> => {
    let tries = 0;
    let mostTries = SPARE_TRIES;
    for (let count = 1; tries < mostTries; ) {
      const from = made.get(collection) ?? 0;
      const keys = Array.from({ length: count }, (_, nth) => orderKeyOf(make(from + nth + 1)));
      const reply = await run(TRY_MADE, [collection, String(from), ...keys]);
      const [place = 0, makes = 0, everUsed = 0] = listIn(reply).map(Number);
      if (made.size >= MOST_KNOWN) made.clear();
      made.set(collection, makes);
      mostTries = SPARE_TRIES + everUsed;
      // The script answers one of these places.
      if (place > 0) return reserved(collection, keys[place - 1] as string, true);
      // Others have made some meanwhile: none of these was tried.
      if (place < 0) continue;
      tries += count;
      count = Math.min(2 * count, MOST_TRIED, Math.max(1, mostTries - tries));
    }
    throw outOfIds();
  };

  return {
    reserve: (collection, policy) =>
      policy.kind === 'sequence' ? ofSequence(collection, policy) : ofMaking(collection, policy),
  };
}

const nextOf = (highest: bigint, minimum: bigint, step: bigint): bigint =>
  highest < minimum ? minimum : highest + step - ((highest - minimum) % step);

const outOfIds = (): OutOfIds => new OutOfIds('The collection has no id left.');

/** What Lua counts up to in doubles. */
const EXACT_IN_LUA = 10n ** 15n;

/**
 * The id above the highest; `far` and the highest where Lua cannot count up to it, or it is beyond the last. Arguments: the
 * collection, the keys of the first and of the last id, the first one (nothing where it is too large), the step.
 */
const NEXT = frequentScript(
  `
local field = 'highest:' .. ARGV[1]
local highest, next = redis.call('HGET', ids, field), ARGV[2]
if highest and not isBelow(highest, next) then
  if ARGV[4] == '' or string.sub(highest, 1, 1) ~= 'p' or #highest > 17 then return {'far', highest} end
  local number, step = tonumber(string.sub(highest, 3)), tonumber(ARGV[5])
  local digits = string.format('%.0f', number + step - (number - tonumber(ARGV[4])) % step)
  next = 'p' .. string.char(${FEWEST} + #digits) .. digits
end
if isBelow(ARGV[3], next) then return {'far', highest or ''} end
redis.call('HSET', ids, field, next)
return done({'next', next, highest or ''})
`,
  WRITING + BELOW,
);

/** Sets the highest id to the third argument where it still is the second. Answers what it was. */
const RAISE = script(`${WRITING}
local field = 'highest:' .. ARGV[1]
local highest = redis.call('HGET', ids, field)
if highest == ARGV[2] then redis.call('HSET', ids, field, ARGV[3]) end
return done(highest or '')
`);

const GAP = script(`${WRITING}return redis.call('HGET', ids, 'gap:' .. ARGV[1])`);

/** The place of the first free id among these: it is not to be given from now on. */
const TRYING = `${WRITING}
local function freeFrom(first)
  for place = first, #ARGV do
    local member = ARGV[1] .. '\\0' .. ARGV[place]
    if redis.call('HEXISTS', texts, member) == 0 and redis.call('SADD', retired, member) == 1 then return place end
  end
end
`;

const TRY = script(`${TRYING}
local place = freeFrom(2)
redis.call('HSET', ids, 'gap:' .. ARGV[1], ARGV[place or #ARGV])
return done(place and place - 1 or 0)
`);

/** The second argument is the number of ids that were made before; it answers -1 and that number where it is another by now. */
const TRY_MADE = frequentScript(
  `
local used = tonumber(redis.call('HGET', ids, 'used:' .. ARGV[1]) or '0')
local made = math.max(tonumber(redis.call('HGET', ids, 'made:' .. ARGV[1]) or '0'), used)
if tonumber(ARGV[2]) ~= made then return {-1, made, used} end
local place = freeFrom(3)
made = made + (place or #ARGV) - 2
redis.call('HSET', ids, 'made:' .. ARGV[1], made)
return done({place and place - 2 or 0, made, used})
`,
  TRYING,
);

/** Arguments: the collection, how the id was found, its key, and the highest before. */
const RELEASE = script(`${WRITING}${BELOW}
local member, field = ARGV[1] .. '\\0' .. ARGV[3], 'highest:' .. ARGV[1]
local isStored = redis.call('HEXISTS', texts, member) == 1
if isStored then return 0 end
if ARGV[2] == 'tried' then
  redis.call('SREM', retired, member)
  local gap = redis.call('HGET', ids, 'gap:' .. ARGV[1])
  if gap and isBelow(ARGV[3], gap) then redis.call('HSET', ids, 'gap:' .. ARGV[1], ARGV[3]) end
elseif redis.call('HGET', ids, field) == ARGV[3] and redis.call('SISMEMBER', retired, member) == 0 then
  if ARGV[4] == '' then redis.call('HDEL', ids, field) else redis.call('HSET', ids, field, ARGV[4]) end
end
return done(1)
`);
