import { Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, type Order, pageByCursor, type Question } from './lists';
import { at, bodyOf, expectThere, merged, pick } from './records';
import { type Does, id, newId, type Part, PREFIX, type Stored, type Table, type World } from './world';

type Body = ReturnType<typeof bodyOf>;

const SENT = ['label', 'maker', 'condition', 'tags', 'price_cents', 'serviced_at', 'fragile', 'keeper_id', 'room_id'];

/** Gear, whose list is asked for in most of the ways that there are, and whose tokens are good for the same query alone. */
export const gear: Part = (world, does) => {
  const table: Table = new Map(seeds(world).map((one) => [String(one.id), one]));
  const listing = listingOf(does);
  const used = new Set<string>();
  return {
    listGear: ({ query }) => {
      const token = query.page_token;
      if (token !== undefined && used.has(token)) throw new Refused(400, 'The token was used.');
      if (token !== undefined && does('a token is used up by its page')) used.add(token);
      return listed(world, [...table.values()], query, listing, does);
    },
    addGear: (asked) => {
      const body = bodyOf(asked);
      const refusal = refusalOf(body, does);
      if (refusal !== undefined)
        throw new Refused(422, 'The gear is not taken.', refusal, {}, undefined, [{ pointer: refusal, says: 'wrong' }]);
      if (body.keeper_id !== undefined) expectThere(world.members, body.keeper_id);
      if (body.room_id !== undefined) expectThere(world.rooms, body.room_id);
      const record = { id: newId('gea'), tags: [], fragile: false, ...pick(body, SENT), retired: false };
      table.set(record.id, record);
      return { status: 201, headers: { Location: `${PREFIX}/gear/${record.id}` }, body: record };
    },
    getGear: (asked) => ({ status: 200, body: at(table, asked, 'gearId') }),
    changeGear: (asked) => {
      // An object merges to an object.
      const record = merged(at(table, asked, 'gearId'), bodyOf(asked), does) as Stored;
      table.set(String(record.id), record);
      return { status: 200, body: record };
    },
  };
};

/** What is wrong with new gear beside its schema. */
function refusalOf({ id: given, condition, price_cents: price, tags = [] }: Body, does: Does): string | undefined {
  const isRepeated = Array.isArray(tags) && new Set(tags).size < tags.length;
  if (isRepeated && !does('a tag of gear may come twice')) return '/tags';
  if (given !== undefined && does('an id of gear is refused')) return '/id';
  if (condition === 'broken' && does('broken gear is refused')) return '/condition';
  return price === 0 && does('gear for nothing is refused') ? '/price_cents' : undefined;
}

const seeds = ({ members, rooms }: World): readonly Stored[] =>
  ['Mixer', 'amp', 'Dimmer', 'cable', 'Speaker', 'Amp', 'fog'].map((label, nth) => ({
    id: id('gea', nth + 1),
    label,
    ...(nth % 3 === 2 ? {} : { maker: ['Norda', 'Nord', 'Lumen'][nth % 3] }),
    condition: ['good', 'worn', 'broken'][nth % 3],
    tags: [['stage', 'loud'], ['stage'], ['light'], []][nth % 4],
    price_cents: [90000, 1500, 90000, 700, 25000, 8900, 12000][nth],
    ...(nth % 4 === 3
      ? {}
      : { serviced_at: nth % 2 === 0 ? `2026-03-0${9 - nth}T08:00:00Z` : `2026-03-0${9 - nth}T01:30:00-09:00` }),
    fragile: nth % 3 === 1,
    retired: nth === 4,
    ...(nth % 2 === 0 ? { keeper_id: [...members.keys()][nth % 3] } : {}),
    ...(nth % 3 === 0 ? { room_id: [...rooms.keys()][nth % 4] } : {}),
  }));

function listingOf(does: Does): Listing {
  const low = (text: unknown): string => String(text ?? '').toLowerCase();
  return {
    filters: {
      retired: ({ retired }, value) => {
        if (does('retired gear is in no list')) return retired !== true;
        if (value === 'true') return retired === true || !does('retired gear is listed alone');
        return retired !== true || does('retired gear is listed unasked');
      },
      only_fragile: ({ fragile }, value) =>
        value !== 'true' || fragile === true || does('only fragile gear is not looked at'),
      tag: ({ tags }, value) => {
        const all = (tags as readonly string[]).slice(
          0,
          does('a tag counts where it is the first one') ? 1 : undefined,
        );
        if (does('a tag is found in any case')) return all.map(low).includes(low(value));
        return does('a tag counts by a part of it') ? all.join().includes(value) : all.includes(value);
      },
      maker: ({ maker }, value) => {
        if (does('a maker is found in any case')) return low(maker) === low(value);
        return does('a maker is found by its beginning') ? String(maker ?? '').startsWith(value) : maker === value;
      },
      condition: ({ condition }, value) => {
        const all = value.split(',');
        return (does('of several conditions the first one counts alone') ? all.slice(0, 1) : all).includes(
          String(condition),
        );
      },
      'serviced_at[gte]': ({ serviced_at: time }, value) => {
        if (time === undefined) return false;
        if (does('what is serviced at the very time is left out')) return instant(time) > instant(value);
        return does('offsets of services are not looked at')
          ? String(time).slice(0, 19) >= value.slice(0, 19)
          : instant(time) >= instant(value);
      },
      'serviced_at[lt]': ({ serviced_at: time }, value) =>
        does('the latest service is not looked at') || (time !== undefined && instant(time) < instant(value)),
      'price_cents[min]': ({ price_cents: cents }, value) =>
        does('the least price is exclusive') ? Number(cents) > Number(value) : Number(cents) >= Number(value),
      'price_cents[max]': ({ price_cents: cents }, value) =>
        does('the greatest price is not looked at') || Number(cents) <= Number(value),
      search: ({ label, maker }, value) => {
        const texts = does('the search of gear skips makers') ? [label] : [label, maker];
        return texts.some((text) =>
          does('the search of gear minds the case')
            ? String(text ?? '').includes(value)
            : low(text).includes(low(value)),
        );
      },
    },
    order: ({ sort = does('gear comes by its price') ? 'price_cents' : 'label' }) => {
      const keys = sort.split(',').slice(0, does('the second key of an order is not looked at') ? 1 : undefined);
      const orders = keys.map((key) => orderBy(key, does));
      return (one, other) => orders.map((order) => order(one, other)).find((order) => order !== 0) ?? 0;
    },
  };
}

function orderBy(key: string, does: Does): Order {
  const name = key.replace('-', '');
  const isDescending = key.startsWith('-');
  if (name === 'label')
    return by(
      ({ label }) => (does('labels are sorted without case') ? String(label).toLowerCase() : String(label)),
      isDescending,
    );
  if (name === 'price_cents')
    return by(
      ({ price_cents: cents }) => (does('prices are sorted as texts') ? String(cents) : Number(cents)),
      isDescending,
    );
  const never = isDescending === does('what was never serviced comes last') ? 0 : Number.MAX_SAFE_INTEGER;
  return by(
    ({ serviced_at: time }) =>
      does('services are sorted as texts') ? String(time ?? '') : time === undefined ? never : instant(time),
    isDescending,
  );
}

function listed(world: World, all: readonly Stored[], query: Question, listing: Listing, does: Does): Reply {
  const { max_results: limit, page_token: cursor, with_total: counts, include, ...others } = query;
  const usual = does('a page has ten pieces unless another number is given') ? 10 : 12;
  const asked: Question = {
    retired: 'false',
    ...others,
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const isKnown = /^-?(?:label|price_cents|serviced_at)(?:,-?(?:label|price_cents|serviced_at))*$/.test(
    query.sort ?? 'label',
  );
  if (!isKnown && !does('an unknown order is passed over')) throw new Refused(400, 'There is no such order.');
  const { shown, left, next } = pageByCursor(all, asked, listing, { most: 100, usual, isBound: true }, does);
  const isCounted = does('a total is told unasked') || counts === 'true';
  const wanted = does('one record is included alone')
    ? (include ?? '').split(',').slice(0, 1)
    : (include ?? '').split(',');
  const isLater = cursor !== undefined && does('nothing is included on the second page');
  return {
    status: 200,
    body: {
      gear: shown.map((one) => withWhole(world, one, isLater ? [] : wanted, does)),
      ...(next === undefined ? {} : { next }),
      ...(isCounted && !does('no total is told')
        ? {
            total: does('the total of gear is that of everything')
              ? all.length
              : does('the total of gear is that of the page')
                ? shown.length
                : left.length,
          }
        : {}),
    },
  };
}

function withWhole({ members, rooms, secrets }: World, record: Stored, wanted: readonly string[], does: Does): Stored {
  const isAll = does('keeper and room are there unasked');
  const keeper = wanted.includes('keeper') || isAll ? members.get(String(record.keeper_id)) : undefined;
  const room = wanted.includes('room') || isAll ? rooms.get(String(record.room_id)) : undefined;
  const isShown = does('a keeper is shown with the password');
  return {
    ...record,
    ...(keeper === undefined
      ? {}
      : {
          keeper: isShown
            ? { ...keeper, password: secrets.get(String(keeper.id)) ?? 'hunter2-hunter2' }
            : does('a keeper lacks the tier')
              ? Object.fromEntries(Object.entries(keeper).filter(([name]) => name !== 'tier'))
              : keeper,
        }),
    ...(room === undefined ? {} : { room }),
  };
}
