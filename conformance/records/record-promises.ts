import type { Promised } from './list-words';

/** Which words count as saying what records and requests are held to (`action-words.ts`, `states.ts`, `request-name.ts`), for the docs. */
export const RECORD_PROMISES: readonly Promised[] = [
  {
    promise: 'the same request with the same key again is not done again',
    names: '`Idempotency-Key` and whatever has *idempoten* in its name; any other header by words',
    words:
      'idempotent, safe to retry, retried safely, exactly once; of another header in the paragraph that names it, or the section that begins with it, its tables as well: a repetition is harmless, comes again, repeated, retried, twice, beside nothing is done, not done again, gets (receives) the first reply',
  },
  {
    promise: 'it is answered by the first reply',
    names: 'that header',
    words:
      'the same, original, first, stored, cached reply (response, result); the response again; replayed. Even when (if) the record has changed (been deleted) since, whatever happened meanwhile: then also when it has; at the same time, at once, in parallel, under way: then at once, too, and not beside a refusal. With `X-Replayed: true`: that header, and absent from (not in, otherwise absent) first replies',
  },
  {
    promise: 'a key with another body is refused',
    names: 'that header, or a 400, 409 or 422',
    words:
      'different, other, changed body (payload, request, parameters), mismatch, beside refused, rejected, error, a status',
  },
  {
    promise: 'a key that one path has had is refused at another',
    names: 'that header',
    words: 'on (at, for, with) another path (endpoint, operation, URL), beside refused, rejected, error, a status',
  },
  {
    promise: 'a key that one operation has had is a new one at another',
    names: 'that header',
    words: 'within an operation (endpoint, path), per operation; the same key at another operation is another request',
  },
  {
    promise: 'the state that an action leads to',
    names:
      'a choice of texts called state, status, stage or phase that no client sets (of `status` and `payment_status` the one that is called just so, or by the noun of the record); the last word of the path (`cancel`: `cancelled`)',
    words:
      'becomes x, moves to x, marks it as x, so that its state is x; a 200 of *the x order*. By its name alone: another state than before',
  },
  {
    promise: 'the states in which an action is done, and in which it is refused by its documented 409',
    names: 'any',
    words:
      'ships a paid order, only a paid order can be, must be paid, requires the status paid, allowed (possible, accepted) while it is paid, the order is not paid; is already x, is x, a x order cannot be (no longer), does not accept, before it is x, unless it is x; 409 for orders in another state, for other orders; discards a draft; beside a create below a record likewise. Paid (settled, covered) in full, with must, only, requires: by all that is left of its total; likewise *needs full payment, balance of 0* in a table of moves',
  },
  {
    promise: 'what alone can be changed in a state',
    names: 'a PATCH, and members by their names',
    words:
      'once (when, while) it is x only `a` and `b` can (may be changed), nothing but `a` may be changed, x orders can only have `a` changed',
  },
  {
    promise: 'a change is done in a state, too',
    names: 'a PATCH or PUT',
    words: 'x orders can be changed (edited, updated, patched), like any other, as well, too',
  },
  {
    promise: 'null does not remove what is required',
    names: 'a PATCH of merge patches, and what its create requires',
    words: 'required, mandatory beside cannot be removed (cleared, null), or null of it is refused, 422',
  },
  {
    promise: 'a figure comes to what is worked out of others',
    names: 'a number, or a text of decimal digits, of any reply',
    words:
      'x plus (less, times) y, sum of x times y over all z, all z together, the percent (basis points) that x is of y, or of what remains of y after z; twice, doubled; half (a cent) rounded up, rounded half up, rounded down (up), to the nearest',
  },
  {
    promise: 'null takes a member back to its default',
    names: 'a PATCH of merge patches, and a default in the create',
    words: 'null … takes it back to (resets to, restores, means) its default',
  },
  {
    promise: 'a member that a schema does not name is refused',
    names: 'any body whose schema is open',
    words:
      'unknown (other, additional, undocumented) members (fields, properties) … are refused (rejected), lead to a 400 or 422; of POST, PUT or PATCH alone where a sentence names some of them',
  },
  {
    promise: 'a time of a new record is the same as another one',
    names: 'any member of the record',
    words: 'at first (initially, in the beginning) the same as (equal to) `x`; the same as `x` until it is changed',
  },
  {
    promise: 'what is made below a record adds up to its total',
    names:
      'the one number that a create must have, and a number of the record above: total, outstanding, balance, due, left',
    words:
      'as soon as they reach (cover, equal, in full) the total it becomes x; below (less than, partly) it is x; beside the state: x when all is, in between y; must not exceed, together cannot exceed, more than is left beside a refusal; has to be (must equal, match) the total: then that is sent',
  },
  {
    promise: 'a member belongs to a state',
    names: 'any member of the record',
    words:
      'beside it, or around the operations with its name: set (present, filled, given, included) once (when, as soon as) it is x; when it was x; of a moment also set (stamped, recorded) on (upon, at, by) what leads to x, when it xs, such as *set on cancellation*; 100 when (and only when, exactly when) it is x; `a` and `b` are null until it is x or y, each its own; null (absent, empty, not set) until x, unless x, only once (when, after, if, while) x: then not before, too. Not beside may, can, optional, if known',
  },
  {
    promise: 'the result of a job',
    names: 'a GET right below its record, with a 409',
    words: 'as for actions; number of, count of, how many, beside a figure with the name of the path',
  },
  {
    promise: 'a figure of a job never falls',
    names: 'any number of its record',
    words: 'never (does not) fall, decrease, go back, shrink; monotonic',
  },
  {
    promise: 'a job tells when to look again',
    names: '`Retry-After` of its read',
    words:
      'as long as, while it is not done (is running, queued), until it is done; only, none afterwards: then not at its end',
  },
  {
    promise: 'an action is refused without something below its record',
    names: 'a path right below that of the record',
    words:
      'a 409 of has no x, have no x, without x, with the name of the path; *needs at least one x*, *needs an x* of what a create may leave out, in a column (needs, requires, condition, only if) of a table of moves, where a row without an action goes on with the one above',
  },
  {
    promise: 'a record is not deleted while others belong to it',
    names: 'what is made at a path right below it, or names it in its body; a 400, 409, 422 or 423 of the DELETE',
    words:
      'has (still has, contains, is used by, is referenced by) x; while an x has a line with it, one that an x goes to cannot be deleted; x that are (not) open, open x (which they are: x that are draft or sent are called open), unless all its x are closed; of no other x; only owners without (with no) x can be, cancelled ones included; an owner that any x refers to, whatever its status. Where it is refused for nothing else, it is deleted without them',
  },
  {
    promise: 'what belongs to a record goes with it, or stays, when it is deleted',
    names: 'what names it in its body, and has a place of its own',
    words:
      'deletes the owner and its x, takes its x along, x are deleted with it (too, as well); x stay (remain, are kept, are not deleted), x in a state stay, and keep their `owner_id`. Not beside may, can, if, later',
  },
  {
    promise: 'what belongs to a record comes into a state with it',
    names: 'an action, and a resource whose records name its record or lie below it',
    words:
      'its x (payments that are x) are (become, also, automatically) y, cancels its open payments; not beside may, can, if, when, unless, later',
  },
  {
    promise: 'no more records belong to another',
    names: 'the same; a 400, 403, 409, 422 or 429 of the create',
    words:
      'at most 8 x, no more than, up to, a maximum (limit) of, has 8 x already; around the create, after a sentence about x: an owner has at most 8; to twenty-five, and not per page, at a time',
  },
  {
    promise: 'of what belongs to a record one is marked',
    names: 'a flag that a create takes: default, primary, main, preferred, by its name or its words',
    words:
      'beside the flag, or around with its name as code, or as *default x*: exactly one, always one; only one, at most one, takes it from the former one; the first one is it; where it is deleted, the oldest (newest, latest) one',
  },
  {
    promise: 'a number or a sum of a record follows what belongs to it',
    names: 'a number of the record that no client sets',
    words:
      'number of x, count of x, how many x it has (at present), how many x name it; of any state, in state y, how many x of the owner (of its x) are y or z; sum (total) of the amounts of its x, of `a` times `b` over its x; x that are (not) open. Not beside tax, discount, rounding, average and the like',
  },
  {
    promise: 'what is done to a record counts in a number of those that it names',
    names:
      'a whole number of what a member such as `product_id` names, in the record or in its items: `stock`, `on_hand`, `seats_left`; beside it `quantity`, `seats` and the like',
    words:
      'the stock goes down by (is reduced by, falls by) the quantity; takes (deducts, removes) the quantities from the stock; puts (adds, gives) them back to the stock, its quantities return to stock, gives the quantities back; by one. That of a confirmed order, if it had been confirmed: of others nothing comes back. Too little (few) stock, not enough, less (fewer) than it needs, insufficient, beside a 409 or 422: then nothing is taken, and all that there is may be. Stock is not touched: by that operation. Not beside may, can, if, unless, later',
  },
  {
    promise: 'what a body names below another record that it names is one of that',
    names: 'a member such as `address_id` beside `customer_id`; in a change the same, of the record that is changed',
    words:
      'of (to, from) the same owner, must belong, beside the member; the address has to be (must be) one of that (the) owner, of the operation; belongs to another owner, is not of the owner, of a refusal. Of a change its own words, or the same rules as (limits are those of) a new one',
  },
  {
    promise: 'what is named has to be in a state',
    names: 'a member such as `owner_id`, with a 409 or 422',
    words:
      'the owner is not active, is closed; the owner must be (has to be) active, only for an active owner; must exist and (not) be x, each of several that are owed; needs an owner who is (not) x, in a table of moves; and so does (is) a closed owner, behind what else is refused; its state, or a choice or a flag that clients set. Of what is made below it, around the owner: closed owners can neither … nor be given x (409)',
  },
  {
    promise: 'the moves of a state',
    names: 'that choice',
    words:
      '`draft → placed → paid or void`, `void from draft, placed`, in a sentence that says no more of them; a table or a list of action, from and to beside the tag, or in the text of the whole',
  },
  {
    promise: 'a member lists the actions that are done in the present state',
    names: 'an array of choices, each of which has a line in such a table or list',
    words:
      'the actions (moves, transitions, operations, steps, what) that the state has, allows, that are allowed (possible, permitted) in its state, beside the member, or around with the name of the member as code. Not beside a role, a caller, a permission, such as, usually',
  },
  {
    promise: 'the state of a new record',
    names: 'that choice',
    words: 'is x, starts as x, made in x, creates a x order; its default',
  },
  {
    promise: 'the number of a new record is greater than all before',
    names: 'a whole number, or a text of digits, that no client sets',
    words:
      'greater (higher) than all before (any earlier, the previous), running number, sequential number, strictly increasing; not per day (month, year), and not of versions, attempts or positions',
  },
  {
    promise: 'items that name records stay in their order',
    names: 'an array of objects in a create',
    words: 'kept (stays, shown, returned) in the order, in the order sent (given, in which), preserves the order',
  },
  {
    promise: 'no two records have the same value',
    names: 'a text or whole number of a create',
    words:
      'is (must be) unique, unique within (across, among, per …), no two, no other, must not be taken; a 409 of another, already, taken, in use, beside the name; of a sentence about the operation or a tag what stands before *is unique*, *already in use*, *must not be used*, or behind *one x per*, *no two … have the same*; of a create so for a change with a 409. Not beside not unique. Of what the server gives: unique, beside a member that each record has, not below another record. In any case: case-insensitive, regardless of case, case is ignored, upper and lower case are the same (not told apart). Otherwise another case is another value: case-sensitive, case matters, upper and lower case are different. Of each account by itself: within (of, in, per) an account, tenant, organization',
  },
  {
    promise: 'a member of a record never changes',
    names: 'any; one that may be null or missing as soon as it is there',
    words:
      'never changes, does not change, immutable, stays the same for ever, set (written, given) once, fixed (frozen, unchanged) from then on (afterwards, thereafter, for good), beside it, or around the operations with its name. Not set once it is …, nor beside unless, except, if, may, usually',
  },
  {
    promise: 'another value of a member is refused by a change, and not passed over',
    names: 'a member of a PATCH, as code in its description, or by its own words',
    words:
      'cannot (may not, must not) be changed, immutable; another (a different, a new) value beside change, immutable, the present, the same, it has; each beside 400, 409, 422, refused, rejected, violation. Not while, if, unless, until',
  },
  {
    promise: 'a text comes back otherwise than it was sent',
    names: 'the member by its words, or all texts',
    words:
      'trimmed, white space around it (at both ends) is cut (removed, lost): then it has to be, but beside may, can, ignored; spaces collapsed; stored (returned, converted) in lower case, upper case; NFC, Unicode-normalised. Not beside not, never',
  },
  {
    promise: 'how long a text may be is counted in code points',
    names: 'any `maxLength` of 8 or more',
    words: 'length, long, limit beside code points, Unicode characters',
  },
  {
    promise: 'no other media type is taken for a body',
    names: 'the 415 of an operation, or a sentence at the head of the document with 415',
    words:
      'type, media type, content type, format, a type by its name, beside other, another, only, nothing else, not, must be; anything else is a 415; plain JSON for a patch, too',
  },
  {
    promise: 'one member of a body comes after another, or is greater',
    names: 'two dates, two times or two numbers, by their names, or *the end* for `ends_at`',
    words:
      'after `x`, (must) not (be) before `x`, later than, at least, beside the member; `y` must be after `x`, of the operation; `y` is before `x`, of a refusal. Both the same is refused where it is after, before, later or greater that they must be; else two dates or numbers may be the same. Of the members of a record in replies, by words beside one that say nothing else',
  },
  {
    promise: 'a format such as `email` or `uri` is looked at',
    names: 'a member with that format',
    words: 'valid, well-formed, format, a number of an RFC; a 400 or 422 that speaks of formats',
  },
  {
    promise: 'what a replacement leaves out is gone, or has its default; elsewhere that it stays is a warning',
    names: 'a PUT',
    words:
      'replaces, overwrites, whole, entire, in full; omitted, left out, absent, not sent, beside cleared, removed, reset, gone, default',
  },
  {
    promise: 'which of two credentials counts, or that both are refused',
    names: 'any, at the head of the document',
    words:
      'both, two credentials, more than one way beside: the token (bearer, key, Authorization header) alone decides, counts, wins, takes precedence, is used; refused, rejected with a status',
  },
  {
    promise: 'what is told first, where several things are wrong',
    names: 'any, at the head of the document',
    words:
      'the order is, the first of these is reported, precedence, first … then, before statuses or what is looked at: credentials, role, record in the path, media type, JSON, query, preconditions, content, state, duplicates. Without credentials every path answers 401',
  },
  {
    promise: 'a method that a path does not have is refused with 405; HEAD is served',
    names: 'any, at the head of the document',
    words:
      'method that … not, other (unsupported) methods, beside 405; HEAD works (is served) where GET is, with the same headers (the same response without a body)',
  },
  {
    promise: 'entity tags are strong, stand on each reply, and a weak one never fits `If-Match`',
    names: 'the header, `If-Match`, or around all',
    words:
      'a strong `ETag`; sent with every reply, every response carries, except when `x` is used; weak tags never fit (match), are refused',
  },
  {
    promise: 'the id that a request has comes back',
    names: '`Request-Id`, `Correlation-Id`, `Trace-Id` of a reply, or around all',
    words:
      'given (sent, passed) back, echoed, the same as sent, taken from the request; your request has one beside we use (keep) it, it is used. Not beside may, can',
  },
  {
    promise: 'an error has a member, or one code of few',
    names:
      'the members of its schema; of codes a choice called code, error, reason, type or title, or an address that ends with one',
    words:
      'there is (it has, carries, contains) `x` beside statuses, each with a code or without; for a code there is `x`, the member `x` lists; present (given, included) with a code, beside the member; `x` is `…` followed by `y`, `x` is `…{y}`; 400 a, b; 401 c beside the member of codes; `x` is `…` followed by one of, above a table of statuses and codes; without it the answer is 400 `a`, beside a header; `x` repeats (equals, is the same as) the header. Not beside may, can, unless',
  },
  {
    promise: 'a secret that the server makes is in one reply alone',
    names: 'a member called secret, token, key or password of the reply to a POST, and of no record',
    words:
      'shown (returned, given, included) once, in this answer (response, reply) only, only at creation; never shown (returned) again: beside the POST or its replies',
  },
  {
    promise: 'what a new record is made with has it begin in another state',
    names: 'a flag, or a choice, of a create; the states of what it makes',
    words: 'a state, or the verb of one, beside the member, or in a sentence of the create that names it',
  },
  {
    promise: 'an item of a record is changed or removed alone, and in some states',
    names:
      'a PUT, PATCH or DELETE of one within a list of the record by its id, which has no read of its own; a 404 for what is in another record',
    words: 'those of the states of what is done to a record',
  },
  {
    promise: 'a member of a body is as in the record that the body or the path names',
    names: 'a member of both records',
    words:
      'must (has to) be (match, equal) that of the record, its x, the same as; beside the member also same as, any other; a refusal of an x other than (different from, not matching) the record or its x, an x mismatch. Not beside may, usually, default, unless, except, converted',
  },
  {
    promise: 'a good credential of one kind is refused by 403',
    names: 'an operation with a 403, where the document has several schemes',
    words:
      'keys (tokens, or the name of the scheme) get (are answered, refused with) 403, in a sentence about the path or its first noun; with (by, for) keys only, only for keys, requires a token. Not of read-only keys',
  },
  {
    promise:
      'what a job makes has a row for each record that was there, with its members, and no others than were asked for',
    names:
      'the resource that the body names by one of its choices; columns that are called as members; times of which a name has from, since, after, to, until, before; members within filter, criteria, range, period',
    words:
      'rows (records, lines, elements, file) beside all, every, each, that exist, as they were; only records created since (until) x, only, within, between, inclusive, exclusive beside the name of a time; only at the beginning of the description of a member',
  },
  {
    promise: 'a refusal names what is wrong: some of it, or all',
    names:
      'a list in the body of a 400 or 422, whose items have a JSON pointer or the name of a parameter; also around all',
    words:
      'always, with the status; names (lists, contains) each (every, all, everything), one for each (per), all are listed, beside wrong, invalid, error, violation. Not beside may, can',
  },
  {
    promise: 'a body is refused by the one status, and what is no JSON by another',
    names: 'a 400 or 422, or a sentence about bodies around the operations with one of them',
    words: 'schema, validation, does not fit, breaks; malformed, unreadable, not JSON, cannot be parsed',
  },
  {
    promise: 'what a record has copied from another one stays when that changes',
    names: 'a record that names another one in its body, itself or in the items of a list; a PUT or PATCH of that one',
    words:
      'copied (frozen, a snapshot) from the x; the x’s … at that time (of ordering, when the y was made, on the day it was put), or at this moment, beside the operation that makes it; later (new) … do not touch (affect, change) it, leave it alone; does not follow changes: beside the member, or around with its name and the x. Not beside may, usually, until, except, current, read, recalculated, nor of some of them alone',
  },
  {
    promise: 'the records of another account are not there',
    names: 'any, with a key of another account',
    words:
      'other (another) account, tenant, organization, workspace, merchant, company, or the noun behind *each key belongs to one …*, beside 404, not found, does not exist, never; sees its own records and no others; to everybody else it does not exist',
  },
  {
    promise: 'a change that makes no difference leaves the time of the last change',
    names: 'a PUT or PATCH of a record with such a time',
    words:
      'alters nothing, makes no difference, beside leaves it alone, stays, does not move; with the name of the time',
  },
  {
    promise: 'a text is a figure: in ranges, orders and sums',
    names: 'a text of the format `decimal`, or with a pattern of digits, a point and a bounded number of digits',
    words: 'none',
  },
  {
    promise: 'a read is kept from keys that may only read',
    names: 'a GET with a 403',
    words:
      'forbidden (not open) for read-only keys, readers, viewers; in a sentence of the operation or its tag by itself: only for (reserved for, restricted to, requires) the role (scope) full, admin, write; *no* in the row of a table, read `x`, under read-only, reader, viewer; *yes* in a row, request (create, start) `x`, opens a POST without a 403',
  },
  {
    promise: 'a key is taken from no query',
    names: 'a security scheme; the description of the document',
    words:
      'not (never) taken (accepted, read) from the query, ignored (refused, of no use, gets nowhere) in the query or URL, in headers only',
  },
  {
    promise: 'a new record has a `Location`',
    names: 'that header of a 201',
    words:
      'where, address, location, URL, link, path; that it leads to the record (job, resource) itself, or is polled (looked at, followed) until its state is some: then not to a file or a result of it',
  },
];
