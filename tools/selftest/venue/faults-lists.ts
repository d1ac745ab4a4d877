import { about } from './rows';

/** Lists that show other records than were asked for, or in another order. */
export const listFaults = about('lists', [
  [
    'The cursor that the page before has named.',
    ['list.pages'],
    [
      'a further page begins with the last record of the page before',
      'a further page leaves its first record out',
      'a cursor leads to the first page',
      'the last page leads back to the first',
      'the second page says that it is the last',
      'a cursor loses its filters',
      'a cursor loses its order',
      'no page says that there is more',
      'each page says that there is more',
    ],
  ],
]);

/** Lists and records below others. */
export const ownershipFaults = about('ownership', []);
