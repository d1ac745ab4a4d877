import { Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, pageByNumber, type Question } from './lists';
import { at, bodyOf, isObject, merged, pick } from './records';
import { type Does, id, newId, type Part, PREFIX, type Stored, type Table } from './world';

const PARAMETERS = [
  ...['page', 'page_size', 'sort', 'closed_on', 'made_on', 'cause', 'find', 'prefix', 'ref'],
  ...['include_lifted', 'min_crew', 'shift'],
];
const SENT = ['ref', 'cause', 'first_day', 'last_day', 'note', 'crew'];

/** Days on which rooms are closed: lists by days, within members and by several values, and rules of which of two days is first. */
export const closures: Part = (world, does) => {
  const table: Table = new Map(SEEDS.map((one) => [one.id, one]));
  const listing = listingOf(does);
  /** @throws Refused where the days are in the wrong order */
  const kept = (record: Stored, how: string, sent: Stored): Stored => {
    const isPart = how === 'PATCH' && Object.keys(sent).filter((name) => name.endsWith('_day')).length === 1;
    const isSpared =
      does(`the days of a ${how} are in any order`) || (isPart && does('a day by itself is not looked at'));
    const [first, last] = [String(record.first_day), String(record.last_day)];
    const isWrong = does('a closure of one day is refused') ? last <= first : last < first;
    if (isWrong && !isSpared) throw new Refused(422, 'The last day is before the first one.', '/last_day');
    table.set(String(record.id), record);
    return record;
  };
  return {
    listClosures: ({ query }) => listed([...table.values()], query, listing, does),
    addClosure: (asked) => {
      const body = bodyOf(asked);
      const record = { id: newId('clo'), ...pick(body, SENT), lifted: false, made_at: world.now() };
      return { status: 201, body: kept(record, 'POST', body) };
    },
    getClosure: (asked) => ({ status: 200, body: at(table, asked, 'closureId') }),
    putClosure: (asked) => {
      const before = at(table, asked, 'closureId');
      const body = bodyOf(asked);
      return {
        status: 200,
        body: kept({ ...pick(before, ['id', 'lifted', 'made_at']), ...pick(body, SENT) }, 'PUT', body),
      };
    },
    changeClosure: (asked) => {
      const before = at(table, asked, 'closureId');
      const body = bodyOf(asked);
      // An object merges to an object.
      return { status: 200, body: kept(merged(before, body, does) as Stored, 'PATCH', body) };
    },
    removeClosure: (asked) => {
      table.delete(String(at(table, asked, 'closureId').id));
      return { status: 204 };
    },
  };
};

const SEEDS = [3, 1, 9, 5, 7, 1, 11, 4].map((day, nth) => ({
  id: id('clo', nth + 1),
  ref: `${['AB', 'CB', 'AC'][nth % 3]}-${String(210 + nth * 31)}`,
  cause: ['repair', 'cleaning', 'event'][nth % 3],
  first_day: `2026-05-${String(day).padStart(2, '0')}`,
  last_day: `2026-05-${String(day + (nth % 3) * 6).padStart(2, '0')}`,
  ...(nth % 2 === 0 ? { note: ['Wet floor', 'New Lamps', 'Choir meets', 'Harbour fair'][nth / 2] } : {}),
  ...(nth % 3 === 0 ? {} : { crew: { size: nth + 1, shift: nth % 2 === 0 ? 'day' : 'night' } }),
  lifted: nth % 4 === 3,
  made_at: `2026-02-1${nth}T23:30:00Z`,
}));

function listingOf(does: Does): Listing {
  const crewOf = ({ crew }: Stored): Stored => (isObject(crew) ? crew : {});
  return {
    filters: {
      closed_on: ({ first_day: first, last_day: last }, day) => {
        const isBegun = does('the first day is not in force') ? String(first) < day : String(first) <= day;
        const isOver = does('the last day is not in force') ? String(last) <= day : String(last) < day;
        return (isBegun || does('what begins later is in force')) && (!isOver || does('what has ended is in force'));
      },
      made_on: ({ made_at: time }, day) =>
        does('what was made later was made on the day')
          ? String(time).slice(0, 10) >= day
          : String(time).slice(0, 10) === day,
      cause: ({ cause }, value) => {
        const all = value.split(',');
        return (does('of several causes the last one counts alone') ? all.slice(-1) : all).includes(String(cause));
      },
      find: ({ ref, note = '' }, value) => {
        const turn = (text: unknown): string =>
          does('the search of closures minds the case') ? String(text) : String(text).toLowerCase();
        const texts = does('the search of closures skips notes') ? [ref] : [ref, note];
        return texts.some((text) => turn(text).includes(turn(value)));
      },
      ref: ({ ref }, value) =>
        does('a ref is found by its beginning') ? String(ref).startsWith(value) : ref === value,
      prefix: ({ ref }, value) =>
        does('a prefix may stand anywhere') ? String(ref).includes(value) : String(ref).startsWith(value),
      include_lifted: ({ lifted }, value) => {
        if (value !== 'true') return lifted !== true || does('lifted closures are listed unasked');
        return lifted === true || !does('lifted closures are listed alone');
      },
      min_crew: (one, value) => {
        const size = Number(crewOf(one).size ?? 0);
        return does('the least crew is exclusive') ? size > Number(value) : size >= Number(value);
      },
      shift: (one, value) => crewOf(one).shift === value || does('the shift is not looked at'),
    },
    order: ({ sort = 'first_day' }) => {
      const name = sort.replace('-', '');
      return by((one) => (name === 'ref' ? String(one.ref) : instant(one.first_day)), sort.startsWith('-'));
    },
  };
}

/** A page, what stands beside it, and its links. */
function listed(all: readonly Stored[], query: Question, listing: Listing, does: Does): Reply {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined && !does('an unknown parameter is passed over'))
    throw new Refused(400, `There is no parameter "${unknown}".`);
  const asked = {
    include_lifted: 'false',
    ...query,
    page: String(Math.max(1, Number(query.page ?? 1))),
    per_page: String(Math.min(40, Number(query.page_size ?? 10))),
  };
  const { shown, left, limit } = pageByNumber(all, asked, listing, does);
  const [page, last] = [Number(asked.page), Math.max(1, Math.ceil(left.length / limit))];
  const linkTo = (relation: string, number: number): string => {
    const kept = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) kept.set(name, value);
    kept.set('page', String(number));
    return `<${PREFIX}/closures?${kept}>; rel="${relation}"`;
  };
  const numbers: readonly (readonly [string, number | undefined])[] = [
    ['first', 1],
    ['prev', page > 1 ? page - (does('the link back leads to this page') ? 0 : 1) : undefined],
    ['next', page < last && !(page === 2 && does('the second page has no next one')) ? page + 1 : undefined],
    ['last', last + (does('the last page is one too far') ? 1 : 0)],
  ];
  const links = numbers.flatMap(([relation, number]) => (number === undefined ? [] : [linkTo(relation, number)]));
  return {
    status: 200,
    headers: { Link: links.join(', ') },
    body: {
      closures: shown,
      page: does('each page is said to be the first') ? 1 : page,
      page_size: does('the usual page size is told') ? 10 : limit,
      total: left.length,
      pages: does('a full last page counts as two')
        ? Math.floor(left.length / limit) + 1
        : Math.ceil(left.length / limit),
    },
  };
}
