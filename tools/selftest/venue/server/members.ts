import { Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, pageByCursor } from './lists';
import { at, bodyOf, changed, expectTag, expectUnique, hasTag, merged, onceByKey, pick, tagOf } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const SENT = ['name', 'email', 'tier', 'newsletter', 'phone', 'address', 'tags'];

/** Members, whose records have entity tags and passwords. */
export const members: Part = (world, does) => {
  const { members: table, secrets } = world;
  const shown = (record: Stored): Reply => ({ status: 200, headers: { ETag: tagOf(world, record) }, body: record });
  const keep = (record: Stored, body: Stored): void => {
    table.set(String(record.id), record);
    if (body.password !== undefined) secrets.set(String(record.id), body.password);
  };

  const listing: Listing = {
    filters: {
      tier: ({ tier }, value) => tier === value || does('the filter of tiers is not looked at'),
      createdFrom: ({ createdAt }, value) =>
        does('the least time is exclusive')
          ? instant(createdAt) > instant(value)
          : instant(createdAt) >= instant(value),
      createdUntil: ({ createdAt }, value) =>
        does('the latest time is not looked at') ||
        (does('the latest time is exclusive')
          ? instant(createdAt) < instant(value)
          : instant(createdAt) <= instant(value)),
      q: ({ name }, value) => {
        const [text, part] = [String(name), value];
        if (does('the search minds the case')) return text.includes(part);
        if (does('the search looks at the beginning alone')) return text.toLowerCase().startsWith(part.toLowerCase());
        return text.toLowerCase().includes(part.toLowerCase());
      },
    },
    order: ({ sort = does('the default order is the ascending one') ? 'createdAt' : '-createdAt' }) => {
      const isDescending = sort.startsWith('-') && !does('a minus in the order is not looked at');
      return sort.endsWith('name')
        ? by(({ name }) => String(name), isDescending)
        : by(({ createdAt }) => instant(createdAt), isDescending);
    },
  };

  return {
    listMembers: ({ query }) => {
      const { shown: data, left, next = null } = pageByCursor([...table.values()], query, listing, {}, does);
      let totalCount = left.length;
      if (does('the total is that of the page')) totalCount = data.length;
      if (does('the total counts what the filters leave out')) totalCount = table.size;
      return { status: 200, body: { data, nextCursor: next, totalCount } };
    },
    addMember: (asked) =>
      onceByKey(asked, world, 'addMember', 422, () => {
        const body = bodyOf(asked);
        expectUnique(table, 'email', body.email, undefined);
        const id = newId('mem');
        const defaults = { tier: 'basic', newsletter: false };
        const record = { id, ...defaults, ...pick(body, SENT), createdAt: world.now() };
        keep(record, body);
        return {
          ...shown(record),
          status: 201,
          headers: { ETag: tagOf(world, record), Location: `${PREFIX}/members/${id}` },
        };
      }),
    getMember: (asked) => {
      const record = at(table, asked, 'memberId');
      const tags = asked.headers['if-none-match'];
      const tag = tagOf(world, record);
      if (tags !== undefined && hasTag(tags, tag, true)) return { status: 304, headers: { ETag: tag } };
      return shown(record);
    },
    replaceMember: (asked) => {
      const before = at(table, asked, 'memberId');
      const body = bodyOf(asked);
      expectTag(asked, before, world);
      expectUnique(table, 'email', body.email, before.id);
      const defaults = { tier: 'basic', newsletter: false };
      const record = { id: before.id, ...defaults, ...pick(body, SENT), createdAt: before.createdAt };
      keep(record, body);
      changed(world, record);
      return shown(record);
    },
    changeMember: (asked) => {
      const before = at(table, asked, 'memberId');
      const body = bodyOf(asked);
      expectTag(asked, before, world);
      // An object merges to an object.
      const record = merged(before, pick(body, SENT), does) as Stored;
      expectUnique(table, 'email', record.email, before.id);
      const { street, town } = (record.address ?? { street: '', town: '' }) as Stored;
      if (street === undefined || town === undefined)
        throw new Refused(422, 'An address has a street and a town.', '/address');
      keep(record, body);
      changed(world, record);
      return shown(record);
    },
    removeMember: (asked) => {
      const record = at(table, asked, 'memberId');
      expectTag(asked, record, world);
      const has = [...world.bookings.values()].some((one) => one.member_id === record.id && one.state !== 'cancelled');
      if (has) throw new Refused(409, 'The member has bookings that are not cancelled.');
      table.delete(String(record.id));
      return { status: 204 };
    },
  };
};
