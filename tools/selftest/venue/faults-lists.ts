import { about } from './rows';

/** Lists that show other records than were asked for, or in another order. */
export const listFaults = about('lists', [
  [
    'The cursor that the page before has named; null on the last page.',
    ['list.pages'],
    [
      'a further page begins with the last record of the page before',
      'a further page leaves its first record out',
      'a cursor leads to the first page',
      'the last page leads back to the first',
      'the second page says that it is the last',
      'each page is sorted by itself',
      'all but the first page is unsorted',
      'what stands like the last of a page is skipped',
    ],
  ],
  [
    'A cursor keeps the filters and the order with which the first page was asked for.',
    ['list.pages'],
    ['a cursor loses its filters', 'a cursor loses its order'],
  ],
  [
    'What is made or deleted meanwhile makes no other record be skipped or shown twice.',
    ['list.pages'],
    ['a cursor counts records'],
  ],
  [
    'Send the other parameters again with a token. It is good only for the filters and the sort that it was given for.',
    ['list.pages'],
    ['the second page forgets its filters'],
  ],
  ['With others the reply is a 400.', ['list.cursor'], ['a token is good for any query']],
  ['A token may be used again.', ['list.cursor'], ['a token is used up by its page']],
  [
    'has_more: whether there is another page.',
    ['list.pages'],
    ['no page says that there is more', 'each page says that there is more'],
  ],
  [
    'A cursor that this service has not given is refused with a 400.',
    ['list.cursor'],
    ['an unknown cursor is the first page', 'an unknown cursor is an empty page'],
  ],
  ['400: no 5xx.', ['reply.no-5xx'], ['an unknown cursor breaks the service']],
  [
    'page: the number of the page, from 1; the last page has no link to a next one.',
    ['list.pages'],
    [
      'behind the last page comes the last page again',
      'pages are numbered from 0',
      'the number of the page is not looked at',
      'no page has a link to the next one',
      'the link to the next page leads to this one',
      'the link to the next page loses the filters',
    ],
  ],
  [
    'How many records a page has at most.',
    ['list.page-size'],
    ['the page size is not looked at', 'a page is one record longer than was asked for'],
  ],
  [
    'How many records the filters leave, on all pages.',
    ['list.total'],
    [
      'the total is that of the page',
      'the total counts what the filters leave out',
      'the total header counts the page',
      'the total of gear is that of the page',
      'the total of gear is that of everything',
    ],
  ],
  ['`total` is only there when `with_total` is true.', ['list.total'], ['a total is told unasked', 'no total is told']],
  [
    'max_results: the most pieces of a page; 12 unless another number is given.',
    ['list.default-page-size'],
    ['a page has ten pieces unless another number is given'],
  ],
  [
    'Pieces are sorted by `label` (case-sensitive, by code point). Where two are the same, the one with the lower `id` comes first.',
    ['list.order'],
    [
      'gear comes by its price',
      'labels are sorted without case',
      'prices are sorted as texts',
      'services are sorted as texts',
      'records of the same value come by falling ids',
      'the second key of an order is not looked at',
    ],
  ],
  [
    'sort: the order of the records, and its default.',
    ['list.order'],
    [
      'nothing is sorted',
      'the default order is the ascending one',
      'the default order is the descending one',
      'the default order is by another member',
      'passes begin with the lowest rank',
      'ranks are sorted as texts',
      'a minus in the order is not looked at',
      'the direction is not looked at',
      'a descending order is an ascending one',
      'numbers are sorted as texts',
      'times are sorted as texts',
      'the oldest comment comes first',
      'the oldest charge comes first',
    ],
  ],
]);

/** Filters that leave other records than they say. */
export const filterFaults = about('filters', [
  [
    'Only records of this value.',
    ['list.filter'],
    [
      'the filter of tiers is not looked at',
      'the filter of members is not looked at',
      'a filter by zero leaves everything',
      'of two filters the first one counts alone',
      'two filters leave what either of them leaves',
      'an order makes filters lost',
    ],
  ],
  [
    'A range, inclusive or exclusive as its words say.',
    ['list.range'],
    [
      'the least time is exclusive',
      'the latest time is exclusive',
      'the latest time is not looked at',
      'the least number is exclusive',
      'the greatest number is exclusive',
      'the greatest number is taken for the least',
      'numbers are compared as texts',
      'the start of a range is exclusive',
      'the end of a range is inclusive',
      'times of filters are compared as texts',
      'a filter by a least number asks for that number',
      'the least amount is exclusive',
      'the greatest amount is not looked at',
      'an exclusive start is inclusive',
      'an exclusive end is inclusive',
    ],
  ],
  [
    'until: A time before `from` is refused with a 400.',
    ['input.query-refused'],
    ['a range that ends before it begins is taken'],
  ],
  ['sort: Any other value is refused with a 400.', ['input.query-refused'], ['an unknown order is passed over']],
  [
    'Only members whose name contains this text; case does not matter.',
    ['list.range'],
    ['the search minds the case', 'the search looks at the beginning alone', 'the search takes a sign for any letter'],
  ],
  [
    'Only passes whose label or remark contains this text. Upper and lower case count as the same.',
    ['list.range'],
    ['the search of passes skips remarks', 'the search of passes minds the case'],
  ],
  [
    'Only passes that are blocked (`true`), or only those that are not (`false`).',
    ['list.range'],
    ['the flag of passes is turned round', 'a flag that is off leaves everything'],
  ],
  [
    'Only passes of one of these kinds; whose rank is greater than this.',
    ['list.range'],
    [
      'of several kinds the first one counts alone',
      'of several labels the last one counts alone',
      'a number that does not count counts',
    ],
  ],
  [
    'Whether retired pieces are included: they are not by default. Only fragile pieces when true.',
    ['list.range'],
    [
      'retired gear is listed unasked',
      'retired gear is listed alone',
      'retired gear is in no list',
      'only fragile gear is not looked at',
    ],
  ],
  [
    'Pieces with this tag among their `tags`; in any of several conditions.',
    ['list.range'],
    [
      'a tag counts where it is the first one',
      'a tag counts by a part of it',
      'of several conditions the first one counts alone',
    ],
  ],
  [
    'Pieces of exactly this maker.',
    ['list.filter'],
    ['a maker is found by its beginning', 'a maker is found in any case'],
  ],
  [
    'serviced_at[gte], serviced_at[lt], price_cents[min], price_cents[max].',
    ['list.range'],
    [
      'what is serviced at the very time is left out',
      'offsets of services are not looked at',
      'the latest service is not looked at',
      'the least price is exclusive',
      'the greatest price is not looked at',
    ],
  ],
  [
    'Free text, looked for in `label` and `maker`, ignoring case.',
    ['list.range'],
    ['the search of gear skips makers', 'the search of gear minds the case'],
  ],
  [
    'Records to put into the reply whole, as `keeper` and `room`. They are only there when asked for.',
    ['records.expanded'],
    ['keeper and room are there unasked', 'one record is included alone', 'nothing is included on the second page'],
  ],
  ['Gear.keeper is a Member.', ['reply.schema'], ['a keeper lacks the tier']],
  ['Member.password is writeOnly.', ['secrets.hidden'], ['a keeper is shown with the password']],
  [
    'expand puts the whole record into the member of the same name, which is otherwise left out.',
    ['records.expanded'],
    [
      'nothing is expanded',
      'the first name of expand counts alone',
      'everything is expanded unasked',
      'another member is expanded',
      'the first comment alone is put in',
      'comments of others are put in',
    ],
  ],
  ['Booking.member is a Member.', ['reply.schema'], ['what is expanded is its id']],
]);

/** Records below others, and those that name others. */
export const ownershipFaults = about('ownership', [
  [
    'A page of the bookings of this member; of the comments of this booking.',
    ['below.own'],
    [
      'the bookings of a member are those of all',
      'the bookings of a member by their state are those of all',
      'further bookings of a member are those of all',
      'the comments of a booking are those of all',
    ],
  ],
  [
    '404: There is no such record at this path.',
    ['missing.not-found'],
    [
      'the bookings of a member that is not there are an empty list',
      'the comments of a booking that is not there are an empty list',
    ],
  ],
  [
    '404: There is no such record at this path.',
    ['below.nothing-made'],
    ['a comment is made below a booking that is not there'],
  ],
  [
    'The path leads to what lies below its record.',
    ['below.apart'],
    [
      'a comment is kept below another booking',
      'a comment is deleted below any booking',
      'a comment is found below any booking',
      'a payment bounces below any bill',
    ],
  ],
  [
    '404: There is no such member, room or booking.',
    ['input.references'],
    [
      'a booking is made for a member that is not there',
      'a booking is made for a room that is not there',
      'a charge is made for a booking that is not there',
    ],
  ],
  [
    'Its holder, each room of its doors and the member who vouches for it must exist.',
    ['input.references'],
    ['a pass has a holder who is not there', 'a pass has a door to no room', 'a pass is vouched for by nobody'],
  ],
  ['Or its room is not there.', ['input.references'], ['a stamp is made in no room']],
]);
