import type { LawfulRow } from './rows';

/** Unusual lists. */
export const lawfulLists: readonly LawfulRow[] = [
  ['names are sorted without case', 'By which collation texts are sorted is not said.'],
  ['the last page is an empty one', 'The last page is the one that names no next one.'],
  ['a tag is found in any case', 'Whether case matters in a tag is not said.'],
  ['what was never serviced comes last', 'Where what has no such time stands in an order is not said.'],
  ['no page is longer than four records', 'A limit is how many records a page has at most.'],
  ['a list is made of a copy that is a second old', 'Nothing says that a list shows a change at once.'],
  ['other clients add rooms and remove them all the time', 'Others may use the service.'],
];
