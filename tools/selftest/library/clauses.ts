/** Sentences of the library's contract, for the faults that break them. */
export const clause = {
  replaced: '200: The branch is as it was sent; this replaces the whole of it. 204: The copy is as it was sent.',
  changed: '200: The book, changed. PATCH takes an application/merge-patch+json.',
  gone: '204: The book is gone. 204: The branch is gone, and all that lay below it.',
  below: '/branches/{branchId}/books: the books of one branch.',
  notFound: '404: There is no such record, or none that it should lie below.',
  conflict: '409: Another record stands in the way. No two books of the library have the same ISBN.',
  readOnly: 'Branch: id (uuid) and createdAt (date-time) are readOnly.',
  invalid: '422: A member of the body breaks its schema.',
  problem: 'Every error is an application/problem+json with title and status.',
  key: '401: The key is missing or wrong; that is said whatever else is wrong. It comes in X-Library-Key.',
  list: '200: A page of branches, of books; the copies of the book.',
} as const;
