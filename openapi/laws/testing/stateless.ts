/** Classes whose instances change only when somebody changes them, which is seen where it is done. */
export const NEW: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'URLSearchParams',
  // Begins anew with each text, since nobody gives it `stream: true`.
  'TextDecoder',
  // Of js-yaml: the description of a tag.
  'Type',
]);

/** Functions that are not the project's, and give a constant nothing that changes by itself. */
export const CALLS: ReadonlySet<string> = new Set([
  // A new plain value, worked out from the arguments alone.
  ...[
    'BigInt',
    'Buffer.from',
    'Date.parse',
    'JSON.parse',
    'Object.entries',
    'Object.fromEntries',
    'Object.keys',
    'Symbol',
  ],
  // Where files of the package lie, and what stands in them: nobody writes them while a program runs.
  ...['dirname', 'join', 'readFileSync', 'require.resolve'],
  // Of js-yaml: a new schema; the one that it is made from stays as it is.
  'CORE_SCHEMA.extend',
  // Of Preact: the key to a value that components get from above, not the value.
  'createContext',
  // Of Playwright Test: a new `test`; the one that it is made from stays as it is.
  'base.extend',
  // The element of the page that its script draws into: the page is the state, and each page has a script of its own.
  'document.getElementById',
]);

/** Methods that give something new, and leave what they are called on as it is. */
export const METHODS: ReadonlySet<string> = new Set(['filter', 'flatMap', 'map', 'repeat']);

/** What is worked out once from something that never changes; the tests there hold it to that. */
export const MEMO = 'openapi/contract/memo/';
