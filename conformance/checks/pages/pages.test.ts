import type { Contract } from '../../../openapi/contract';
import { startLibrary } from '../../../tools/selftest/library/ground';
import { lawfulLibraries } from '../../../tools/selftest/library/lawful';
import { pages } from '../../../tools/selftest/library/pages';
import type { Behaviour, Stored } from '../../../tools/selftest/server/model';
import { beside, page } from '../../../tools/selftest/server/records';
import { Refused } from '../../../tools/selftest/server/refused';
import { run } from '../../run/run';
import { libraryContract } from '../../testing/contract';
import { optionsFor } from '../../testing/options';
import { listPages } from './pages';

let contract: Contract;
beforeAll(async () => {
  contract = await libraryContract();
});

/** What following the pages of a library comes to: for each list its outcome, and what was found or why nothing was judged. */
async function followed(behaviour: Behaviour): Promise<readonly (readonly string[])[]> {
  const server = await startLibrary(behaviour);
  const options = optionsFor(server.baseUrl, { keys: { main: server.keys.main, limit: undefined } });
  const { findings, cells } = await run(contract, [listPages], options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  return cells
    .filter(({ check }) => check === 'list.pages')
    .map(({ operation, outcome, reasons }) => [
      operation,
      outcome,
      ...findings
        .filter((one) => one.check === 'list.pages' && one.operation === operation)
        .map(({ actual }) => actual),
      ...reasons,
    ]);
}

const PASSED = [
  ['listBranches', 'pass'],
  ['listBooks', 'pass'],
];

test.each<readonly [string, 'listBranches' | 'listBooks', RegExp]>([
  ['a further page of branches begins with the last one of the page before', 'listBranches', /^on page 2 .* again$/],
  ['a further page of branches leaves one out', 'listBranches', /^pages that end without the record /],
  ['the offset is not looked at', 'listBranches', /^on page 2 the records of an earlier page, and no others$/],
  ['the total is what the page shows', 'listBranches', /^a count of 2$/],
  ['the total is one above what is there', 'listBranches', /^a count of \d+$/],
  ['a token of books is not looked at', 'listBooks', /^on page 2 the records of an earlier page, and no others$/],
  ['a further page of books leaves one out', 'listBooks', /^pages that end without the record 90/],
  [
    'a further page of books begins with the last one of the page before',
    'listBooks',
    /^on page 2 the record 90\d+ again$/,
  ],
  ['a further page of books shows the first one, too', 'listBooks', /^on page 2 the record 90\d+ again$/],
  ['the last page of books leads back to the first', 'listBooks', /^on page 3 the records of an earlier page/],
  ['each page of books leads on, an empty one to itself', 'listBooks', /^the next page that is named is one that was/],
  ['no page of books leads on but a long one', 'listBooks', /^pages that end without 2 of them, such as 90/],
])('a library is warned of where %s', async (name, operation, found) => {
  const { behaviour } = pages.find((one) => one.name === name) ?? {};
  const [other, judged] = (await followed(behaviour ?? {})).toSorted(([one]) => (one === operation ? 1 : -1));
  expect(judged?.slice(0, 3)).toEqual([operation, 'warn', expect.stringMatching(found)]);
  expect(other?.[1]).toBe('pass');
});

test('each of those faults is tried', () => {
  expect(pages).toHaveLength(12);
});

const turned = (records: readonly Stored[], by: number): readonly Stored[] => {
  const place = records.length === 0 ? 0 : by % records.length;
  return [...records.slice(place), ...records.slice(0, place)];
};

test.each<readonly [string, Behaviour]>([
  ['keeps every sentence', {}],
  ['has nothing at the start', { opening: () => [] }],
  ['has two hundred books more', lawfulLibraries.find(({ name }) => name.startsWith('two hundred'))?.behaviour ?? {}],
  ['has other clients', lawfulLibraries.find(({ name }) => name.startsWith('others make'))?.behaviour ?? {}],
  ['shows the newest first', lawfulLibraries.find(({ name }) => name.startsWith('the newest'))?.behaviour ?? {}],
  [
    'has pages of three at least',
    {
      page: (records, limit, asked) => page(records, Math.max(3, limit), asked),
    },
  ],
])('a library passes that %s', async (_, behaviour) => {
  expect(await followed(behaviour)).toEqual(PASSED);
});

test('pages are not judged that begin from a value of the last record, that one included', async () => {
  const fromIsbn: Behaviour = {
    page: (records, limit, asked) => {
      const isbn = asked.query.get('after');
      if (asked.kind !== 'books' || isbn === null) return page(records, limit, asked);
      const from = records.findIndex(({ members }) => members.isbn === isbn);
      return records.slice(from, from + limit);
    },
    beside: (records, shown, asked) => {
      const said = beside(records, shown, asked);
      const isMore = asked.kind === 'books' && said.next !== null;
      return isMore ? { next: shown.at(-1)?.members.isbn ?? null } : said;
    },
  };
  const [, books] = await followed(fromIsbn);
  expect(books?.slice(1)).toEqual(['inconclusive', expect.stringMatching(/^each page begins from a value/)]);
});

const anOddPage = 'the list, or its order, changed while its pages were read';

test.each<readonly [string, Behaviour, string]>([
  [
    'begins each list elsewhere',
    { page: (records, limit, asked) => page(turned(records, asked.world.seen), limit, asked) },
    anOddPage,
  ],
  [
    'gets further branches from others all the time',
    {
      meanwhile: (world) => {
        const [first] = world.records;
        if (first === undefined || world.seen < 2) return;
        const id = `${String(first.id).slice(0, -5)}${String(99_999 - world.seen).padStart(5, '0')}`;
        world.records = [{ ...first, id }, ...world.records];
      },
    },
    anOddPage,
  ],
  [
    'refuses every further page',
    {
      page: (records, limit, asked) => {
        if ((asked.query.get('offset') ?? '0') !== '0' || asked.query.has('after'))
          throw new Refused(400, 'gone', 'Too late.');
        return page(records, limit, asked);
      },
    },
    'a further page was not served',
  ],
])('a library is not judged that %s', async (_, behaviour, reason) => {
  const judged = await followed(behaviour);
  expect(judged.filter(([, outcome]) => outcome === 'warn')).toEqual([]);
  expect(judged[0]).toEqual(['listBranches', 'inconclusive', reason]);
});
