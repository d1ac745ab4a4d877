import { type Asked, Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, type Page, pageByCursor, type Question } from './lists';
import { at, bodyOf, expectThere, merged, onceByKey, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const SENT = ['member_id', 'room_id', 'starts_at', 'hours', 'guests', 'note', 'extras'];

/** Bookings with their states, and the comments below them. */
export const bookings: Part = (world, does) => {
  const { bookings: table, comments } = world;
  const timeOf = ({ starts_at: at }: Stored): number => instant(at);
  const listing: Listing = {
    filters: {
      state: ({ state }, value) => state === value,
      member_id: ({ member_id: id }, value) => id === value || does('the filter of members is not looked at'),
      from: (record, value) =>
        does('the start of a range is exclusive') ? timeOf(record) > instant(value) : timeOf(record) >= instant(value),
      until: (record, value) => {
        if (does('the end of a range is inclusive')) return timeOf(record) <= instant(value);
        return does('times of filters are compared as texts')
          ? String(record.starts_at) < value
          : timeOf(record) < instant(value);
      },
      min_guests: ({ guests }, value) =>
        does('a filter by a least number asks for that number')
          ? Number(guests) === Number(value)
          : Number(guests) >= Number(value),
    },
    order: ({ sort = does('the default order is the descending one') ? 'starts_at:desc' : 'starts_at:asc' }) => {
      const [name = '', direction] = sort.split(':');
      const isDescending = direction === 'desc' && !does('a descending order is an ascending one');
      if (name === 'guests') return by(({ guests }) => Number(guests), isDescending);
      return by(does('times are sorted as texts') ? ({ starts_at: at }) => String(at) : timeOf, isDescending);
    },
  };
  const asMade: Listing = {
    filters: { state: ({ state }, value) => state === value },
    order: () => by(({ created_at: at }) => instant(at)),
  };
  const newest: Listing = {
    filters: {},
    order: () => by(({ created_at: at }) => instant(at), !does('the oldest comment comes first')),
  };

  const expanded = (record: Stored, names: string | undefined): Stored => {
    const wanted = does('nothing is expanded') ? [] : (names ?? '').split(',');
    const all = does('the first name of expand counts alone') ? wanted.slice(0, 1) : wanted;
    if (does('everything is expanded unasked')) all.push('member', 'room', 'comments');
    const memberId = does('another member is expanded') ? [...world.members.keys()][0] : String(record.member_id);
    const [member, room] = [world.members.get(memberId ?? ''), world.rooms.get(String(record.room_id))];
    const { id } = record;
    const isCut = does('what is expanded is its id');
    const below = [...comments.values()].filter(
      (one) => one.booking_id === id || does('comments of others are put in'),
    );
    return {
      ...record,
      ...(all.includes('member') && member !== undefined ? { member: isCut ? { id: member.id } : member } : {}),
      ...(all.includes('room') && room !== undefined ? { room } : {}),
      ...(all.includes('comments')
        ? { comments: does('the first comment alone is put in') ? below.slice(0, 1) : below }
        : {}),
      id,
    };
  };
  const pageOf = (path: string, { shown, next, limit }: Page, { expand }: Question): Reply => {
    const query = new URLSearchParams({ cursor: next ?? '', limit: String(limit), ...(expand ? { expand } : {}) });
    const paging = { next: next === undefined ? null : `${PREFIX}${path}?${query}` };
    return { status: 200, body: { bookings: shown.map((one) => expanded(one, expand)), paging } };
  };
  const set = (record: Stored): Reply => {
    table.set(String(record.id), record);
    return { status: 200, body: record };
  };
  const initial = (): string => (does('a new booking is confirmed') ? 'confirmed' : 'hold');
  /** A refusal changes nothing. */
  const refuse = (record: Stored, message: string, changes: Stored, fault: string): never => {
    if (does(fault)) set({ ...record, ...changes });
    throw new Refused(does('a refusal is not a 409') ? 422 : 409, message);
  };
  const commentAt = (asked: Asked): Stored => {
    const { id } = at(table, asked, 'bookingId');
    const comment = at(comments, asked, 'commentId');
    if (comment.booking_id !== id && !does('a comment is found below any booking'))
      throw new Refused(404, 'There is no such comment below this booking.');
    return comment;
  };
  /** A parent has to be there. */
  const expectBooking = (asked: Asked, fault: string): void => {
    if (!does(fault)) at(table, asked, 'bookingId');
  };

  return {
    listBookings: ({ query }) => {
      const { from, until } = query;
      const isReversed = from !== undefined && until !== undefined && instant(until) < instant(from);
      if (isReversed && !does('a range that ends before it begins is taken'))
        throw new Refused(400, 'The time is before the one from which bookings are asked for.');
      return pageOf('/bookings', pageByCursor([...table.values()], query, listing, {}, does), query);
    },
    listBookingsOfMember: (asked) => {
      if (!does('the bookings of a member that is not there are an empty list')) at(world.members, asked, 'memberId');
      const { memberId = '' } = asked.path;
      const isAll =
        does('the bookings of a member are those of all') ||
        (asked.query.state !== undefined && does('the bookings of a member by their state are those of all')) ||
        (asked.query.cursor !== undefined && does('further bookings of a member are those of all'));
      const own = [...table.values()].filter((one) => isAll || one.member_id === memberId);
      return pageOf(`/members/${memberId}/bookings`, pageByCursor(own, asked.query, asMade, {}, does), asked.query);
    },
    addBooking: (asked) =>
      onceByKey(
        asked,
        world,
        'addBooking',
        422,
        () => {
          const body = bodyOf(asked);
          if (!does('a booking is made for a member that is not there')) expectThere(world.members, body.member_id);
          if (!does('a booking is made for a room that is not there')) expectThere(world.rooms, body.room_id);
          const id = newId('bkg');
          set({ id, ...pick(body, SENT), state: initial(), created_at: world.now() });
          return { status: 201, headers: { Location: `${PREFIX}/bookings/${id}` }, body: table.get(id) };
        },
        does,
      ),
    getBooking: (asked) => ({ status: 200, body: expanded(at(table, asked, 'bookingId'), asked.query.expand) }),
    changeBooking: (asked) => {
      const before = at(table, asked, 'bookingId');
      if (before.state === 'cancelled' && !does('a cancelled booking is changed'))
        throw new Refused(409, 'A cancelled booking does not change.');
      // An object merges to an object.
      return set(merged(before, bodyOf(asked), does) as Stored);
    },
    confirmBooking: (asked) => {
      const before = at(table, asked, 'bookingId');
      const isTaken =
        before.state === 'hold' ||
        (before.state === 'cancelled' && does('a cancelled booking is confirmed')) ||
        (before.state === 'confirmed' && does('a confirmed booking is confirmed again'));
      if (!isTaken && does('a refused confirmation is noted in the record')) set({ ...before, refused: world.now() });
      if (!isTaken)
        refuse(before, `It is ${before.state}.`, { state: 'cancelled' }, 'a refused confirmation cancels the booking');
      const after = { ...before, state: 'confirmed' };
      if (does('a confirmation is in its reply alone')) return { status: 200, body: after };
      if (does('the reply to a confirmation is as it was before')) set(after);
      if (does('the reply to a confirmation is as it was before')) return { status: 200, body: before };
      return set(does('confirming leaves the booking on hold') ? before : after);
    },
    cancelBooking: (asked) => {
      const before = at(table, asked, 'bookingId');
      const sent = pick(bodyOf(asked), ['reason']);
      if (before.state === 'cancelled' && !does('a cancelled booking is cancelled again'))
        refuse(before, 'It is cancelled already.', sent, 'a refused cancellation takes its reason');
      const state = does('cancelling confirms the booking') ? 'confirmed' : 'cancelled';
      for (const [id, one] of world.charges)
        if (one.booking_id === before.id && !does('a cancellation keeps the charges'))
          world.charges.set(id, { ...one, status: 'refunded' });
      return set({ ...before, ...(does('cancelling loses its reason') ? {} : sent), state });
    },

    sendBooking: (asked) => {
      const booking = at(table, asked, 'bookingId');
      const isBare = ![...comments.values()].some((one) => one.booking_id === booking.id);
      if (booking.state !== 'confirmed') throw new Refused(409, `It is ${booking.state}.`);
      if (isBare && !does('a booking without comments is sent')) throw new Refused(409, 'It has no comments.');
      return { status: 200, body: booking };
    },

    listComments: (asked) => {
      expectBooking(asked, 'the comments of a booking that is not there are an empty list');
      const { bookingId } = asked.path;
      const isAll = does('the comments of a booking are those of all');
      const own = [...comments.values()].filter((one) => isAll || one.booking_id === bookingId);
      const { shown, next } = pageByCursor(own, asked.query, newest, {}, does);
      return { status: 200, body: { comments: shown, ...(next === undefined ? {} : { next_cursor: next }) } };
    },
    addComment: (asked) => {
      expectBooking(asked, 'a comment is made below a booking that is not there');
      const { bookingId } = asked.path;
      const other = [...table.keys()].find((id) => id !== bookingId);
      const id = world.count();
      const record = {
        ...{ id, booking_id: does('a comment is kept below another booking') ? other : bookingId },
        ...{ author: 'staff', ...pick(bodyOf(asked), ['text', 'author']), created_at: world.now() },
      };
      comments.set(String(id), record);
      const Location = `${PREFIX}/bookings/${bookingId}/comments/${id}`;
      return { status: 201, headers: { Location }, body: { ...record, booking_id: bookingId } };
    },
    getComment: (asked) => ({ status: 200, body: commentAt(asked) }),
    removeComment: (asked) => {
      const isAny = does('a comment is deleted below any booking');
      comments.delete(String((isAny ? at(comments, asked, 'commentId') : commentAt(asked)).id));
      return { status: 204 };
    },
  };
};
