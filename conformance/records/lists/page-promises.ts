/** What the words beside what names other pages say of these. */
import { keywordOf, type Operation, type Paging, type Position, sentencesAround } from '../../../openapi/contract';
import { SAYS_LAST_HAS_NONE, SAYS_MORE_FOLLOW, SAYS_NEXT_PAGE } from './list-words';

/** The words beside what names other pages, in the query and in the reply. */
export const wordsOfPages = ({ positions, members, headers, told }: Paging): readonly string[] => [
  ...positions.map(({ parameter }) => parameter.description),
  ...told.filter((text) => members.some(({ at }) => text.includes(`\`${at.at(-1)}\``))),
  ...members.map(({ schema }) => String(keywordOf(schema, 'description') ?? '')),
  ...headers.map(({ description }) => description),
];

/** Whether the words say that pages follow each other, in one way alone; else it is known by names, or depends on which way is chosen. */
export const saysPages = (paging: Paging): boolean =>
  paging.positions.filter(({ kind }) => kind !== 'before').length <= 1 &&
  wordsOfPages(paging).some((said) => SAYS_NEXT_PAGE.test(said));

/** Whether the words say that the last page alone names no next one. */
export const saysLastHasNone = ({ members, headers, told }: Paging): boolean =>
  wordsOfPages({
    size: undefined,
    positions: [],
    members: members.filter(({ fact }) => fact === 'next'),
    headers,
    told,
  }).some((said) => SAYS_LAST_HAS_NONE.test(said));

/** Whether words beside a flag say that it tells of further records. */
export const saysMoreFollow = ({ members }: Paging): boolean =>
  members.some(
    ({ fact, schema }) => fact === 'hasNext' && SAYS_MORE_FOLLOW.test(String(keywordOf(schema, 'description') ?? '')),
  );

/** Whether words say so of pages, beside the list or around it. */
export const isSaidOfPages = (list: Operation, { size, ...paging }: Paging, words: Pick<RegExp, 'test'>): boolean =>
  [size?.description ?? '', ...wordsOfPages({ size, ...paging }), ...sentencesAround(list)].some((said) =>
    words.test(asPages(said)),
  );

/** A text in which a page has no other name. */
export const asPages = (text: string): string => text.replaceAll(OTHER_PAGES, 'page$1');
const OTHER_PAGES = /\bbatch(?:e?(s))?\b/gi;

/** Whether the document itself says which number the first page or record has. */
export const isBaseTold = ({ base, parameter: { schema } }: Position): boolean =>
  schema.default === base || schema.minimum === base;
