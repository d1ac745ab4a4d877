import type { LawfulRow } from './rows';

/** Unusual lists. */
export const lawfulLists: readonly LawfulRow[] = [
  ['records of the same value come by falling ids', 'Which of two with the same value comes first is not said.'],
  ['names are sorted without case', 'By which collation texts are sorted is not said.'],
  ['the last page is an empty one', 'The last page is the one that names no next one.'],
  ['no page is longer than four records', 'A limit is how many records a page has at most.'],
  ['a list is made of a copy that is a second old', 'Nothing says that a list shows a change at once.'],
  ['other clients add rooms and remove them all the time', 'Others may use the service.'],
];
