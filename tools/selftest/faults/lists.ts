import { failsOn, failure, hangsOn, hangsUpOn, keeping, replying, showing, type Test } from '../server/altering';
import { catalogue, statuses } from '../server/animals';
import { breaking, type CaughtBy, type Fault } from '../server/cases';
import { readLimit } from '../server/input';
import type { Asked, Behaviour, Operation, Stages, Stored } from '../server/model';
import { filter, page, textOf, whole } from '../server/records';
import { noneSold, READ } from './alterations';
import { clause } from './clauses';

/** A page of another length, among 150 records. */
const sized = (alter: (limit: number, asked: Asked) => number): Behaviour => ({
  page: (records, limit, asked) => page(records, alter(limit, asked), asked),
});
const paged = (alter: (records: readonly Stored[], limit: number) => readonly Stored[]): Behaviour => ({
  page: (records, limit) => alter(records, limit),
});

const unread = (limit: number): Behaviour => ({
  readLimit: (values, asked) => (values.length === 0 ? limit : readLimit(values, asked)),
});
/** Such a page size is not refused, so more than the maximum must not come. */
const lenient = (test: (value: string) => boolean, limit?: number): Behaviour => ({
  readLimit: (values, asked) => {
    const [value] = values;
    return value !== undefined && test(value) ? (limit ?? Number(value)) : readLimit(values, asked);
  },
});

const defaults: CaughtBy = ['list.default-page-size', 'list.page-size'];
const sizes: CaughtBy = ['list.page-size', 'list.default-page-size'];
const parameters: CaughtBy = ['input.parameters-refused', 'list.page-size'];
const REFUSED = { operation: 'list', status: 400 } as const;
const plainText = { text: 'Bad limit', headers: { 'Content-Type': 'text/plain' } };

/** Page sizes that are not kept to. */
const pageSizes: readonly Fault[] = breaking(['list.page-size'], clause.limit, [
  ['the page size is ignored: always 20', sized(() => 20)],
  ['the page size is ignored: always everything', sized(() => 1_000), sizes],
  ['one record more than the page size', sized((limit) => limit + 1)],
  ['one record less than the page size', sized((limit) => limit - 1), sizes],
  ['one record more where the page size is the maximum', sized((limit) => (limit === 100 ? 101 : limit))],
  ['a page size of one gives two', sized((limit) => (limit === 1 ? 2 : limit))],
  ['at least ten records', sized((limit) => Math.max(10, limit))],
  [
    'the page size does not count with a filter',
    sized((limit, { query }) => (query.has('status') ? 1_000 : limit)),
    sizes,
  ],
  ['the page size counts only with a filter', sized((limit, { query }) => (query.has('status') ? limit : 20))],
  ['25 records by default', unread(25), defaults],
  ['50 records by default', unread(50), defaults],
  ['21 records by default', unread(21), defaults],
  ['100 records by default', unread(100), defaults],
  ['10 records by default', unread(10), defaults],
  ['everything by default', unread(1_000), defaults],
  [
    '25 records by default, with a filter alone',
    sized((limit, { query }) => (query.has('status') && !query.has('limit') ? 25 : limit)),
    [...defaults, 'list.filter'],
  ],
  ['a page size of 101 is served', lenient((value) => value === '101'), parameters],
  ['any page size is served', lenient((value) => /^\d+$/.test(value)), parameters],
  ['a page size of zero means everything', lenient((value) => value === '0', 1_000), parameters],
  ['a negative page size means everything', lenient((value) => value.startsWith('-'), 1_000), parameters],
  [
    'a page size that is no number means everything',
    lenient((value) => Number.isNaN(Number(value)), 1_000),
    parameters,
  ],
  [
    'a bad page size is refused in plain text',
    replying(REFUSED, plainText),
    ['reply.media-type', 'error.envelope', 'reply.json', 'input.parameters-refused'],
  ],
  [
    'a bad filter is refused with 200 and an Error body',
    replying(REFUSED, { status: 200 }),
    ['reply.schema', 'input.parameters-refused'],
  ],
]);

/** Records that come twice. */
const doubled: readonly Fault[] = breaking(['list.no-duplicates', 'list.page-size'], clause.list, [
  ['the first record is listed twice', paged((all, limit) => [...all.slice(0, 1), ...all].slice(0, limit))],
  ['every record is listed twice', paged((all, limit) => all.flatMap((one) => [one, one]).slice(0, limit))],
  [
    'the last record is repeated until the page is full',
    paged((all, limit) => [...all, ...Array.from({ length: limit }, () => all.at(-1) ?? [])].flat().slice(0, limit)),
  ],
  [
    'with a filter the first match is listed twice',
    {
      filter: (all, status, asked) => {
        const matching = filter(all, status, asked);
        return status === undefined ? all : [...matching.slice(0, 1), ...matching];
      },
    },
  ],
  [
    'the page ends where it began',
    paged((all, limit) => (limit > 2 ? [...all.slice(0, limit - 1), ...all.slice(0, 1)] : all.slice(0, limit))),
  ],
]);

const KNOWN = ['limit', 'status'];
const queryOf = ({ target }: Asked): string => target.split('?')[1] ?? '';
const asks =
  (pattern: RegExp, operation?: Operation): Test =>
  (asked) =>
    (operation === undefined || operation === asked.operation) && pattern.test(queryOf(asked));
const hasUnknown: Test = ({ query }) => [...query.keys()].some((name) => !KNOWN.includes(name));
const isLonger =
  (most: number): Test =>
  (asked) =>
    queryOf(asked).length > most;

/** A page size that the test likes is none, among more records than a page may have. */
const boundless = (test: (values: readonly string[]) => boolean): Behaviour => ({
  opening: () => catalogue(150),
  readLimit: (values, asked) => (test(values) ? 1_000 : readLimit(values, asked)),
});

const undecodedFilter = asks(/(status|%73%74%61%74%75%73)=%/);

/** Rare queries that a server falls over, or takes for something else. */
const rare: readonly Fault[] = breaking(['reply.no-5xx'], clause.list, [
  [
    'a parameter that nobody knows leaves no record',
    { filter: (all, status, asked) => (hasUnknown(asked) ? [] : filter(all, status, asked)) },
    ['input.query'],
  ],
  ['500 on a parameter that nobody knows', failsOn(hasUnknown)],
  [
    '500 on a parameter that nobody knows, for a create',
    failsOn(({ operation, query }) => operation === 'create' && query.size > 0),
  ],
  ['500 on a parameter hasOwnProperty', failsOn(asks(/hasOwnProperty/))],
  ['500 on a parameter with brackets', failsOn(asks(/\]\[/))],
  ['500 on a parameter without a name', failsOn(asks(/(^|&)=/))],
  ['500 on a percent sign in a query that encodes nothing', failsOn(asks(/%zz/))],
  ['the connection is cut on a byte in a query that is no UTF-8', hangsUpOn(asks(/%ff/i)), ['reply.arrives']],
  ['500 on a NUL in a query', failsOn(asks(/%00/, 'list'))],
  ['500 on a query of more than 1,000 characters', failsOn(isLonger(1_000))],
  ['no reply to a query of more than 2,000 characters', hangsOn(isLonger(2_000)), ['reply.arrives']],
  ['500 on a page size that comes twice', failsOn(asks(/limit=.*limit=/))],
  ['a page size that comes twice is none', boundless((values) => values.length > 1), ['input.query']],
  ['an empty page size is none', boundless(([value]) => value === ''), ['input.query']],
  ['500 on a filter that comes twice', failsOn(asks(/status=.*status=/))],
  ['500 on an empty filter', failsOn(asks(/status=(&|$)/))],
  ['500 on an empty page size', failsOn(asks(/limit=(&|$)/))],
  ['500 on a filter that is a list', failsOn(asks(/status\[\]=/))],
  [
    'percent-encoded names of parameters are not decoded',
    sized((limit, asked) => (asks(/%6c%69/)(asked) ? 20 : limit)),
    clause.limit,
    ['list.page-size'],
  ],
  [
    'percent-encoded values of a filter are not decoded',
    replying({ status: 200 }, (_, asked) => (undecodedFilter(asked) ? failure(400) : {})),
    clause.filter,
    ['input.accepted'],
    { isWarning: true },
  ],
  [
    'a path parameter is overridden by the query',
    replying(READ, (_, asked) => {
      const other = asked.world.records.find(({ id }) => String(id) === asked.query.get('petId'));
      return other === undefined ? {} : { body: asked.world.behaviour.show(other, asked) };
    }),
    clause.found,
    ['input.query'],
  ],
  [
    'a member of the body is overridden by the query',
    keeping(({ name }, { query }) => ({ name: query.get('name') ?? name })),
    clause.created,
    ['input.query'],
  ],
]);

/** Pages of some sizes that are of another one. */
const odd: readonly Fault[] = breaking(['list.page-size'], clause.limit, [
  ['a page of three has two', sized((limit) => (limit === 3 ? 2 : limit))],
  ['a page of five has six', sized((limit) => (limit === 5 ? 6 : limit))],
  ['page sizes of two digits are read as one', sized((limit) => (limit >= 10 && limit < 20 ? 1 : limit))],
  ['a page of nine is a default page', sized((limit) => (limit === 9 ? 20 : limit))],
  ['a page one larger than the default is the default page', sized((limit) => (limit === 21 ? 20 : limit))],
  [
    'a page as long as all records lacks the last',
    paged((all, limit) => all.slice(0, limit === all.length ? limit - 1 : limit)),
  ],
  [
    'a filter in a page size of one is not read',
    { filter: (all, status, asked) => (asked.query.get('limit') === '1' ? all : filter(all, status, asked)) },
    clause.filter,
    ['list.filter'],
  ],
]);

const filtering = (alter: Stages['filter']): Behaviour => ({ filter: alter });
/** Which records a filter leaves. */
const where = (test: (record: Stored, status: string) => boolean): Behaviour =>
  filtering((all, status) => (status === undefined ? all : all.filter((record) => test(record, status))));

const statusOf = ({ members: { status } }: Stored): string => textOf(status);

/** Lists that show other records than those of the status asked for. */
const filters: readonly Fault[] = breaking(['list.filter', 'created.listed', 'sequence.model'], clause.filter, [
  ['the filter is ignored', filtering((all) => all)],
  [
    'the filter is ignored beside a page size',
    filtering((all, status, asked) => (asked.query.has('limit') ? all : filter(all, status, asked))),
  ],
  [
    'the filter counts only beside a page size',
    filtering((all, status, asked) => (asked.query.has('limit') ? filter(all, status, asked) : all)),
  ],
  ['the filter pending is ignored', where((one, status) => status === 'pending' || statusOf(one) === status)],
  [
    'the filter sold gives the pending',
    where((one, status) => statusOf(one) === (status === 'sold' ? 'pending' : status)),
  ],
  ['the filter gives all others', where((one, status) => statusOf(one) !== status)],
  ['the filter gives records without a status, too', where((one, status) => ['', status].includes(statusOf(one)))],
  [
    'the filter gives the statuses after it, too',
    where((one, status) => statuses.indexOf(statusOf(one)) >= statuses.indexOf(status)),
  ],
  [
    'the filter finds names, too',
    where((one, status) => statusOf(one) === status || textOf(one.members.name).includes('a')),
  ],
  [
    'the filter goes over the first page alone',
    filtering((all, status, asked) => filter(all.slice(0, 20), status, asked)),
  ],
  ['the filter finds nothing', where(() => false)],
  [
    'the filter finds one record at most',
    filtering((all, status, asked) => filter(all, status, asked).slice(0, status === undefined ? undefined : 1)),
  ],
  [
    'the filter goes after the page',
    {
      filter: (all) => all,
      page: (all, limit, asked) => filter(page(all, limit, asked), asked.query.get('status') ?? undefined, asked),
    },
  ],
  [
    'the filter drops every second match',
    where((one, status) => statusOf(one) === status && whole(one.id) % 2n === 0n),
  ],
  [
    'the filter is stamped on whatever is listed',
    {
      filter: (all) => all,
      ...showing(({ members: { status } }, { query }) => ({ status: query.get('status') ?? status })),
    },
  ],
  [
    'everything where nothing matches',
    {
      opening: noneSold,
      filter: (all, status, asked) => {
        const matching = filter(all, status, asked);
        return matching.length > 0 ? matching : all;
      },
    },
  ],
  [
    'sold records are listed only when asked for',
    filtering((all, status, asked) =>
      status === undefined ? all.filter((one) => statusOf(one) !== 'sold') : filter(all, status, asked),
    ),
  ],
]);

const among150 = (fault: Fault): Fault => ({
  ...fault,
  behaviour: { opening: () => catalogue(150), ...fault.behaviour },
});

/** Lists that show too many, too few or other records, and queries that are taken for something else. */
export const lists: readonly Fault[] = [...pageSizes.map(among150), ...doubled, ...rare, ...odd, ...filters];
