import { Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, listedFrom, pageByCursor } from './lists';
import { at, bodyOf, expectUnique, merged, onceByKey, pick } from './records';
import { expectTag, isCurrent, noteChange, tagOf } from './tags';
import { newId, type Part, PREFIX, type Stored } from './world';

const SENT = ['name', 'email', 'tier', 'newsletter', 'phone', 'address', 'tags'];

/** Members, whose records have entity tags and passwords. */
export const members: Part = (world, does) => {
  const { members: table, secrets } = world;
  const tagged = (record: Stored): string => tagOf(world, record, does);
  const shown = (record: Stored, tag = tagged(record)): Reply => ({
    status: 200,
    headers: { ETag: does('the tag has no quotes') ? tag.replaceAll('"', '') : tag },
    body: record,
  });
  /** With what is never shown, where this server shows it. */
  const revealed = (
    record: Stored,
    where: 'when a member is made' | 'of a member' | 'in lists' | 'after a patch',
  ): Stored => {
    const password = secrets.get(String(record.id));
    if (password === undefined) return record;
    if (does(`the password is shown ${where}`)) return { ...record, password };
    if (where === 'of a member' && does('the password is shown under another name'))
      return { ...record, login: { secret: password } };
    return record;
  };
  /** @returns the tag that the reply to the change shows */
  const changed = (record: Stored, change: 'replacement' | 'patch'): string => {
    const before = tagged(record);
    if (!does(`the tag is the same after a ${change}`)) noteChange(world, record);
    return does('the reply to a change has the tag of before') ? before : tagged(record);
  };
  const taken = (): number => (does('a taken address is a 422') ? 422 : 409);
  const defaultsOf = (): Stored => ({
    tier: does('another tier is the default') ? 'plus' : 'basic',
    newsletter: does('a flag is on by default'),
  });
  const keep = (sent: Stored, body: Stored): void => {
    const record = does('texts are trimmed')
      ? mapped(sent, (text) => text.trim())
      : does('texts lose their upper case')
        ? mapped(sent, (text) => text.toLowerCase())
        : does('texts are cut')
          ? mapped(sent, (text) => text.slice(0, 40))
          : sent;
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
        if (does('the search takes a sign for any letter'))
          return new RegExp(part.replaceAll(/[^\w@ -]/g, '\\$&').replaceAll('_', '.'), 'i').test(text);
        return text.toLowerCase().includes(part.toLowerCase());
      },
    },
    order: ({ sort = does('the default order is the ascending one') ? 'createdAt' : '-createdAt' }) => {
      const isDescending = sort.startsWith('-') && !does('a minus in the order is not looked at');
      return sort.endsWith('name')
        ? by(
            ({ name }) => (does('names are sorted without case') ? String(name).toLowerCase() : String(name)),
            isDescending,
          )
        : by(({ createdAt }) => instant(createdAt), isDescending);
    },
  };

  const listed = listedFrom(does);
  return {
    listMembers: ({ query }) => {
      const { shown: data, left, next = null } = pageByCursor(listed([...table.values()]), query, listing, {}, does);
      let totalCount = left.length;
      if (does('the total is that of the page')) totalCount = data.length;
      if (does('the total counts what the filters leave out')) totalCount = table.size;
      return {
        status: 200,
        body: { data: data.map((one) => revealed(one, 'in lists')), nextCursor: next, totalCount },
      };
    },
    addMember: (asked) =>
      onceByKey(
        asked,
        world,
        'addMember',
        422,
        () => {
          const body = bodyOf(asked);
          if (does('a length counts units of UTF-16') && String(body.name).length > 60)
            throw new Refused(422, 'The name is too long.', '/name');
          if (!does('an address may come twice')) expectUnique(table, 'email', body.email, undefined, taken());
          const id = newId('mem');
          const defaults = defaultsOf();
          const record = { id, ...defaults, ...pick(body, SENT), createdAt: world.now() };
          keep(record, body);
          const tag = does('a new record is shown with another tag than it has') ? '"new"' : tagged(record);
          return {
            ...{ status: 201, body: revealed(record, 'when a member is made') },
            headers: {
              ...(does('a new member has no tag') ? {} : { ETag: tag }),
              Location: `${PREFIX}/members/${id}`,
              ...(does('the password is in a header') ? { 'X-Debug': `made ${body.name} ${body.password}` } : {}),
            },
          };
        },
        does,
      ),
    getMember: (asked) => {
      const record = at(table, asked, 'memberId');
      const tags = asked.headers['if-none-match'];
      const tag = tagged(record);
      if (tags === undefined || !isCurrent(tags, tag, does))
        return { ...shown(record, tag), body: revealed(record, 'of a member') };
      return { status: 304, headers: does('a 304 has no tag') ? {} : { ETag: tag } };
    },
    replaceMember: (asked) => {
      const before = at(table, asked, 'memberId');
      const body = bodyOf(asked);
      expectTag(asked, before, world, does, 'replacement');
      if (!does('a replacement may take the address of another')) expectUnique(table, 'email', body.email, before.id);
      const defaults = defaultsOf();
      const record = { id: before.id, ...defaults, ...pick(body, SENT), createdAt: before.createdAt };
      keep(record, body);
      return shown(record, changed(record, 'replacement'));
    },
    changeMember: (asked) => {
      const before = at(table, asked, 'memberId');
      const body = bodyOf(asked);
      // An object merges to an object.
      const record = merged(before, pick(body, SENT), does) as Stored;
      if (does('a change is made, and refused')) keep(record, body);
      expectTag(asked, before, world, does, 'patch');
      if (!does('a patch may take the address of another')) expectUnique(table, 'email', record.email, before.id);
      const { street, town } = (record.address ?? { street: '', town: '' }) as Stored;
      if (street === undefined || town === undefined)
        throw new Refused(422, 'An address has a street and a town.', '/address');
      const moved = does('a change moves the time of the making') ? { ...record, createdAt: world.now() } : record;
      keep(moved, body);
      return { ...shown(moved, changed(moved, 'patch')), body: revealed(moved, 'after a patch') };
    },
    removeMember: (asked) => {
      const record = at(table, asked, 'memberId');
      expectTag(asked, record, world, does, 'deletion');
      const has = [...world.bookings.values()].some((one) => one.member_id === record.id && one.state !== 'cancelled');
      const isKept = has && !does('a member with bookings is removed');
      if (isKept || does('a member without bookings stays'))
        throw new Refused(409, 'The member has bookings that are not cancelled.');
      table.delete(String(record.id));
      return { status: 204 };
    },
  };
};

/** With another text in the place of each. */
const mapped = (record: Stored, change: (text: string) => string): Stored => ({
  ...record,
  ...Object.fromEntries(
    ['name', 'phone'].flatMap((name) => (typeof record[name] === 'string' ? [[name, change(record[name])]] : [])),
  ),
});
