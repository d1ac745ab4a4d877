import { loadContract } from '../../openapi/contract';
import { withGivenMembers } from '../requests/given';
import { LIBRARY_DOCUMENT } from '../selftest/library/document';
import { operationOf } from '../testing/contract';
import { readExamples } from './examples';

const library = () => loadContract(LIBRARY_DOCUMENT);

test('parameters of path and query and members of bodies can be named, each for its operation', async () => {
  const { given, examplesGiven } = readExamples(
    [
      { operation: 'getBook', property: 'bookId', value: 7 },
      { operation: 'listBooks', property: 'limit', value: 5 },
      { operation: 'addBook', property: 'title', value: 1984 },
      { operation: 'addBook', property: 'title', value: 'Emma' },
    ],
    await library(),
  );
  expect([...given]).toEqual([
    ['getBook bookId', [7]],
    ['listBooks limit', [5]],
    // What is no value of the schema is the text that it was written as.
    ['addBook title', ['1984', 'Emma']],
  ]);
  // A path's parameter is of its operation alone.
  expect([...examplesGiven.keys()]).toEqual(['limit', 'title']);
});

test('what lies within a member stands wherever a body has that member', async () => {
  const addBook = operationOf(await library(), 'addBook');
  const given = new Map([
    ['addBook place.room', [3]],
    ['addBook authors.name', ['Austen']],
    ['getBook place.shelf', ['other']],
  ]);
  expect(
    withGivenMembers(given, addBook, { title: 'Emma', place: { room: 1, shelf: 'A' }, authors: [{}, { name: 'X' }] }),
  ).toEqual({
    title: 'Emma',
    place: { room: 3, shelf: 'A' },
    authors: [{ name: 'Austen' }, { name: 'Austen' }],
  });
  expect(withGivenMembers(given, addBook, { title: 'Emma' })).toEqual({ title: 'Emma' });
});

test.each([
  [{ operation: 'noSuch', property: 'a', value: 1 }, /no operation "noSuch"; none of the 17 known names is like it$/],
  [
    { operation: 'noSuch', property: 'a', value: 1, place: 'FILE#/example' },
    /^FILE#\/example noSuch\.a: the contract has no/,
  ],
  [{ operation: 'addBook', property: 'colour', value: 1 }, /addBook takes no "colour"; it takes .*title/],
  [{ operation: 'getBook', property: 'bookId', value: null }, /getBook\.bookId: null breaks the contract/],
])('what the contract does not have is refused: %j', async (example, message) => {
  const contract = await library();
  expect(() => readExamples([example], contract)).toThrow(message);
});
