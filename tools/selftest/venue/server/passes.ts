import { type Asked, Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, pageByNumber } from './lists';
import { at, bodyOf, expectThere, onceByKey, pick } from './records';
import { expectTag, noteChange, tagOf } from './tags';
import { newId, type Part, PREFIX, type Stored } from './world';

const SENT = ['label', 'remark', 'kind', 'rank', 'holder_id', 'doors', 'voucher'];

/** Passes, whose bodies name records at every depth, and the stamps below them. */
export const passes: Part = (world, does) => {
  const { passes: table, stamps } = world;
  const listing: Listing = {
    filters: {
      blocked: ({ blocked }, value) => {
        if (does('the flag of passes is turned round')) return String(blocked) !== value;
        return (value === 'false' && does('a flag that is off leaves everything')) || String(blocked) === value;
      },
      kind: ({ kind }, value) => {
        const all = value.split(',');
        return (does('of several kinds the first one counts alone') ? all.slice(0, 1) : all).includes(String(kind));
      },
      label: ({ label }, value) => {
        const all = value.split(',');
        return (does('of several labels the last one counts alone') ? all.slice(-1) : all).includes(String(label));
      },
      find: ({ label, remark = '' }, value) => {
        const texts = does('the search of passes skips remarks') ? [label] : [label, remark];
        const isExact = does('the search of passes minds the case');
        const turn = (text: unknown): string => (isExact ? String(text) : String(text).toLowerCase());
        return texts.some((text) => turn(text).includes(turn(value)));
      },
      holder_id: ({ holder_id: id }, value) => id === value,
      rank_above: ({ rank }, value) =>
        does('a number that does not count counts') ? Number(rank) >= Number(value) : Number(rank) > Number(value),
    },
    order: ({ order: asked = does('passes begin with the lowest rank') ? 'rank' : '-rank' }) => {
      const isDescending = asked.startsWith('-');
      if (asked.endsWith('label')) return by(({ label }) => String(label), isDescending);
      return by(({ rank }) => (does('ranks are sorted as texts') ? String(rank) : Number(rank)), isDescending);
    },
  };
  const shown = (record: Stored, status = 200): Reply => ({
    status,
    headers: {
      ETag: tagOf(world, record, does),
      ...(status === 201 ? { Location: `${PREFIX}/passes/${record.id}` } : {}),
    },
    body: record,
  });
  /** What the body names has to be there. */
  const expectNamed = (make: () => void): void => {
    try {
      make();
    } catch {
      throw new Refused(422, 'There is no such record.');
    }
  };
  const once = (asked: Asked, operation: string, make: () => Reply): Reply =>
    onceByKey(asked, world, does('a key counts for all operations') ? 'any' : operation, 422, make, does);
  return {
    listPasses: ({ query }) => {
      const { shown: left, left: all } = pageByNumber(
        [...table.values()],
        { ...query, per_page: query.limit ?? '20' },
        listing,
        does,
      );
      const count = does('the count of passes is that of all') ? table.size : all.length;
      return { status: 200, body: { passes: left, count } };
    },
    addPass: (asked) =>
      once(asked, 'addPass', () => {
        const body = bodyOf(asked);
        expectNamed(() => {
          if (!does('a pass has a holder who is not there')) expectThere(world.members, body.holder_id);
          if (!does('a pass has a door to no room'))
            for (const { room_id: id } of body.doors as readonly Stored[]) expectThere(world.rooms, id);
          if (!does('a pass is vouched for by nobody')) expectThere(world.members, (body.voucher as Stored).member_id);
        });
        const id = newId('pas');
        const record = { id, ...pick(body, SENT), blocked: false, stamps: 0, made_at: world.now() };
        table.set(id, record);
        const reply = shown(record, 201);
        return does('a new pass shows its pin') ? { ...reply, body: { ...record, pin: body.pin } } : reply;
      }),
    getPass: (asked) => shown(at(table, asked, 'passId')),
    blockPass: (asked) => {
      const before = at(table, asked, 'passId');
      if (asked.headers['if-match'] === undefined && !does('a pass is blocked without a condition'))
        throw new Refused(428, 'If-Match is needed.');
      expectTag(asked, before, world, does, 'block');
      const record: Stored = { ...before, blocked: true };
      table.set(String(record.id), record);
      if (!does('the tag is the same after a block')) noteChange(world, record);
      return shown(record);
    },
    listStamps: (asked) => {
      if (!does('the stamps of a pass that is not there are an empty list')) at(table, asked, 'passId');
      const own = [...stamps.values()].filter(
        ({ pass_id: id }) => id === asked.path.passId || does('the stamps of a pass are those of all'),
      );
      return { status: 200, body: own.toSorted(by(({ made_at: time }) => instant(time), true)) };
    },
    addStamp: (asked) =>
      once(asked, `addStamp ${asked.path.passId}`, () => {
        const pass = does('a stamp is made below no pass')
          ? (table.get(asked.path.passId ?? '') ?? {})
          : at(table, asked, 'passId');
        const body = bodyOf(asked);
        expectNamed(() => {
          if (!does('a stamp is made in no room')) expectThere(world.rooms, body.room_id);
        });
        const id = world.count();
        const record = { id, pass_id: asked.path.passId, ...pick(body, ['room_id', 'text']), made_at: world.now() };
        stamps.set(String(id), record);
        if (pass.id !== undefined) {
          const after: Stored = { ...pass, stamps: Number(pass.stamps) + 1 };
          table.set(String(pass.id), after);
          if (!does('the tag is the same after a stamp')) noteChange(world, after);
        }
        return { status: 201, body: record };
      }),
  };
};
