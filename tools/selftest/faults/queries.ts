import type { Asked, Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { failsOn, hangsOn, hangsUpOn, type Test } from '../server/failing';
import { readLimit } from '../server/input';
import type { Operation } from '../server/model';
import { catalogue, page } from '../server/records';
import { clause } from './clauses';

const fault = (name: string, caughtBy: CheckId, behaviour: Behaviour, breaks: string = clause.list): Fault => ({
  name,
  breaks,
  caughtBy: [caughtBy],
  behaviour,
});

const KNOWN = ['limit', 'status'];
const queryOf = ({ target }: Asked): string => target.split('?')[1] ?? '';
const asks =
  (pattern: RegExp, operation?: Operation): Test =>
  (asked) =>
    (operation === undefined || operation === asked.operation) && pattern.test(queryOf(asked));
const hasUnknown: Test = ({ query }) => [...query.keys()].some((name) => !KNOWN.includes(name));

/** Pages of another length, where the test says so of the size and of how many records there are. */
const pages = (length: (limit: number, all: number) => number): Behaviour => ({
  page: (animals, limit) => page(animals, length(limit, animals.length)),
});

/** Rare queries that a server falls over, or takes for something else, and pages of some sizes. */
export const queries: readonly Fault[] = [
  fault('a parameter that nobody knows leaves no record', 'input.query', {
    filter: (animals, status, asked) =>
      hasUnknown(asked) ? [] : animals.filter((animal) => status === undefined || animal.status === status),
  }),
  fault('500 on a parameter that nobody knows', 'reply.no-5xx', failsOn(hasUnknown)),
  fault(
    '500 on a parameter that nobody knows, for a create',
    'reply.no-5xx',
    failsOn(({ operation, query }) => operation === 'create' && query.size > 0),
  ),
  fault('500 on a parameter hasOwnProperty', 'reply.no-5xx', failsOn(asks(/hasOwnProperty/))),
  fault('500 on a parameter with brackets', 'reply.no-5xx', failsOn(asks(/\]\[/))),
  fault('500 on a parameter without a name', 'reply.no-5xx', failsOn(asks(/(^|&)=/))),
  fault('500 on a percent sign in a query that encodes nothing', 'reply.no-5xx', failsOn(asks(/%zz/))),
  fault('the connection is cut on a byte in a query that is no UTF-8', 'reply.arrives', hangsUpOn(asks(/%ff/i))),
  fault('500 on a NUL in a query', 'reply.no-5xx', failsOn(asks(/%00/, 'list'))),
  fault(
    '500 on a query of more than 1,000 characters',
    'reply.no-5xx',
    failsOn((asked) => queryOf(asked).length > 1_000),
  ),
  fault(
    'no reply to a query of more than 2,000 characters',
    'reply.arrives',
    hangsOn((asked) => queryOf(asked).length > 2_000),
  ),
  fault('500 on a page size that comes twice', 'reply.no-5xx', failsOn(asks(/limit=.*limit=/))),
  fault('a page size that comes twice is none', 'input.query', {
    catalogue: () => catalogue(150),
    readLimit: (values) => (values.length > 1 ? 1_000 : readLimit(values)),
  }),
  fault('an empty page size is none', 'input.query', {
    catalogue: () => catalogue(150),
    readLimit: (values) => (values[0] === '' ? 1_000 : readLimit(values)),
  }),
  fault('500 on a filter that comes twice', 'reply.no-5xx', failsOn(asks(/status=.*status=/))),
  fault('500 on an empty filter', 'reply.no-5xx', failsOn(asks(/status=(&|$)/))),
  fault('500 on an empty page size', 'reply.no-5xx', failsOn(asks(/limit=(&|$)/))),
  fault('500 on a filter that is a list', 'reply.no-5xx', failsOn(asks(/status\[\]=/))),
  fault(
    'percent-encoded names of parameters are not decoded',
    'list.page-size',
    {
      page: (animals, limit, asked) => page(animals, asks(/%6c%69/)(asked) ? 20 : limit),
    },
    clause.limit,
  ),
  fault(
    'percent-encoded values of a filter are not decoded',
    'input.accepted',
    {
      rewrite: (reply, asked) =>
        asks(/(status|%73%74%61%74%75%73)=%/)(asked) && reply.status === 200
          ? { ...reply, status: 400, body: { code: 'invalid', message: 'There is no such status.', status: 400 } }
          : reply,
    },
    clause.filter,
  ),
  fault(
    'a path parameter is overridden by the query',
    'input.query',
    {
      rewrite: (reply, asked) => {
        const other = asked.query.get('petId');
        const animal = asked.world.animals.find(({ id }) => String(id) === other);
        return asked.operation !== 'read' || animal === undefined || reply.status !== 200
          ? reply
          : { ...reply, body: asked.world.behaviour.show(animal, asked) };
      },
    },
    clause.found,
  ),
  fault(
    'a member of the body is overridden by the query',
    'input.query',
    {
      adjust: (sent, { query }) => ({ ...sent, name: query.get('name') ?? sent.name }),
    },
    clause.created,
  ),

  fault(
    'a page of three has two',
    'list.page-size',
    pages((limit) => (limit === 3 ? 2 : limit)),
    clause.limit,
  ),
  fault(
    'a page of five has six',
    'list.page-size',
    pages((limit) => (limit === 5 ? 6 : limit)),
    clause.limit,
  ),
  fault(
    'page sizes of two digits are read as one',
    'list.page-size',
    pages((limit) => (limit >= 10 && limit < 20 ? 1 : limit)),
    clause.limit,
  ),
  fault(
    'a page of nine is a default page',
    'list.page-size',
    pages((limit) => (limit === 9 ? 20 : limit)),
    clause.limit,
  ),
  fault(
    'a page one larger than the default is the default page',
    'list.page-size',
    pages((limit) => (limit === 21 ? 20 : limit)),
    clause.limit,
  ),
  fault(
    'a page as long as all records lacks the last',
    'list.page-size',
    pages((limit, all) => (limit === all ? limit - 1 : limit)),
    clause.limit,
  ),
  fault(
    'a filter in a page size of one is not read',
    'list.filter',
    {
      filter: (animals, status, { query }) =>
        animals.filter((animal) => status === undefined || query.get('limit') === '1' || animal.status === status),
    },
    clause.filter,
  ),
];
