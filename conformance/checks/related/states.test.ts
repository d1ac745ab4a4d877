import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { relatedStates } from './states';

const BOOK = {
  type: 'object',
  required: ['id', 'title', 'withdrawn'],
  properties: { id: TEXT, title: TEXT, withdrawn: { type: 'boolean' } },
};
const LOAN = textsOf('id', 'bookId');

test('of a catalogue that nothing adds to, a listed record in a wrong state is named', async () => {
  const books = [
    { id: 'b1', title: 'Emma', withdrawn: false },
    { id: 'b2', title: 'Ulysses', withdrawn: true },
  ];
  const paths = {
    '/books': { get: gives(200, { type: 'array', items: BOOK }) },
    '/books/{bookId}': { parameters: [inPath('bookId')], get: gives(200, BOOK, 404) },
    '/loans': {
      post: {
        description: 'Lends a book. A withdrawn book is refused with 409.',
        ...takes(textsOf('bookId')),
        ...gives(201, LOAN, 409, 422),
      },
    },
  };
  const judged = async (isLent: boolean) => {
    const { findings, cells } = await judgedByOne(relatedStates, paths, ({ steps: [kind, id], sent }) => {
      if (kind === 'books') return id === undefined ? [200, books] : [200, books.find((one) => one.id === id)];
      const book = books.find((one) => one.id === sent.bookId);
      if (book === undefined) return [422];
      return book.withdrawn && !isLent ? [409] : [201, { id: 'l1', bookId: book.id }];
    });
    return [cells.map(({ outcome }) => outcome), findings.map(({ actual }) => actual)];
  };
  expect(await judged(false)).toEqual([['pass'], []]);
  expect(await judged(true)).toEqual([['fail'], ['the status 201']]);
});
