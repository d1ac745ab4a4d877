import { randomUUID } from 'node:crypto';
import { Refused } from '../../reach/application';
import { by, type Listing, pageByNumber } from './lists';
import { at, bodyOf, expectUnique, merged, pick } from './records';
import { type Part, PREFIX, type Stored } from './world';

const SENT = ['code', 'name', 'capacity', 'hourly_cents', 'floor', 'features'];

/** Rooms, whose list is bare and has numbered pages. */
export const rooms: Part = (world, does) => {
  const { rooms: table } = world;
  const listing: Listing = {
    filters: {
      min_capacity: ({ capacity }, value) =>
        does('the least number is exclusive') ? Number(capacity) > Number(value) : Number(capacity) >= Number(value),
      hourly_cents_max: ({ hourly_cents: cents }, value) => {
        if (does('the greatest number is exclusive')) return Number(cents) < Number(value);
        if (does('the greatest number is taken for the least')) return Number(cents) >= Number(value);
        return does('numbers are compared as texts') ? String(cents) <= value : Number(cents) <= Number(value);
      },
      floor: ({ floor }, value) =>
        floor === Number(value) || (value === '0' && does('a filter by zero leaves everything')),
    },
    order: ({
      order_by: name = does('the default order is by another member') ? 'capacity' : 'name',
      direction = 'asc',
    }) => {
      const isDescending = direction === 'desc' && !does('the direction is not looked at');
      const isText = name === 'name' || does('numbers are sorted as texts');
      return by((record) => (isText ? String(record[name]) : Number(record[name])), isDescending);
    },
  };
  const locationOf = (id: string): string => {
    if (does('the location is that of another record')) return `${PREFIX}/rooms/${[...table.keys()][0]}`;
    if (does('the location lacks what stands before the paths')) return `/rooms/${id}`;
    if (does('the location is that of the list')) return `${PREFIX}/rooms`;
    return does('the location has another host') ? `https://rooms.example/${id}` : `${PREFIX}/rooms/${id}`;
  };
  const callId = (): string => (does('each reply has the same id') ? 'call-1' : `call-${world.count()}`);
  let added: string | undefined;
  /** Other clients add rooms, and take them away again. */
  const others = (): void => {
    if (!does('other clients add rooms and remove them all the time')) return;
    if (added !== undefined) table.delete(added);
    added = added === undefined ? randomUUID() : undefined;
    const code = `OT-${String(100 + (world.count() % 900))}`;
    if (added !== undefined)
      table.set(added, {
        id: added,
        code,
        name: 'Box',
        capacity: 3,
        hourly_cents: 400,
        floor: 0,
        created_at: world.now(),
      });
  };
  return {
    listRooms: ({ query }) => {
      others();
      const { shown, left, next } = pageByNumber([...table.values()], query, listing, does);
      const kept = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== undefined && (name === 'per_page' || !does('the link to the next page loses the filters')))
          kept.set(name, value);
      kept.set('page', does('the link to the next page leads to this one') ? (query.page ?? '1') : (next ?? ''));
      const Link = `<${PREFIX}/rooms?${kept}>; rel="next"`;
      const total = does('the total header counts the page') ? shown.length : left.length;
      const hasLink = next !== undefined && !does('no page has a link to the next one');
      return {
        status: 200,
        headers: { ...(hasLink ? { Link } : {}), 'X-Total-Count': total, 'X-Call': callId() },
        body: shown,
      };
    },
    addRoom: (asked) => {
      const body = bodyOf(asked);
      expectUnique(table, 'code', body.code, undefined);
      const id = randomUUID();
      const record = {
        ...{ id, floor: does('zero is no default') ? 1 : 0, ...pick(body, SENT), created_at: world.now() },
        ...(does('a room takes its time from clients') ? pick(body, ['created_at']) : {}),
      };
      table.set(id, record);
      return { status: 201, headers: { Location: locationOf(id) }, body: record };
    },
    getRoom: (asked) => ({ status: 200, body: at(table, asked, 'roomId') }),
    changeRoom: (asked) => {
      const before = at(table, asked, 'roomId');
      const sent = pick(bodyOf(asked), SENT.slice(1));
      // An object merges to an object.
      const record = merged(before, sent, does) as Stored;
      table.set(String(record.id), record);
      return { status: 200, body: record };
    },
    removeRoom: (asked) => {
      const { id } = at(table, asked, 'roomId');
      const isHeld = (state: unknown): boolean => state !== 'cancelled' || does('a room with cancelled bookings stays');
      if ([...world.bookings.values()].some((one) => one.room_id === id && isHeld(one.state)))
        throw new Refused(409, 'The room has bookings that are not cancelled.');
      const doors = [...world.passes.values()].flatMap((one) => one.doors as readonly Stored[]);
      if (doors.some((door) => door.room_id === id) && !does('a room with passes is removed'))
        throw new Refused(409, 'The room has passes.');
      table.delete(String(id));
      return { status: 204 };
    },
  };
};
