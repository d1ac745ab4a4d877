import { failureLines } from './failures';

/** What runners print, shortened: the passing run, the failing one, and what is shown of it. */
const RUNNERS: Readonly<Record<string, readonly [passing: string, failing: string, shown: readonly string[]]>> = {
  Vitest: [
    ' ✓ app.test.jsx (3 tests) 44ms\n   Duration  1.69s',
    ` ❯ app.test.jsx (3 tests | 3 failed) 1332ms
     × shows the first pet 1019ms
     × shows the heading 12ms
     ✓ shows nothing 1ms
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  app.test.jsx > the shop > shows the first pet
 FAIL  app.test.jsx > the shop > shows the second pet
TestingLibraryElementError: Unable to find an element with the text: /Biscuit/.

Ignored nodes: comments, script, style
<body>
  <div />
</body>
 ❯ waitForWrapper ../node_modules/@testing-library/dom/dist/wait-for.js:163:27
      7|     await screen.findByText(/Biscuit/);

 FAIL  app.test.jsx > the shop > shows the heading
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
+ Received

- 2
+ 1

 ❯ app.test.jsx:9:5
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
Vitest caught 1 unhandled error during the test run.
⎯⎯⎯⎯⎯ Uncaught Exception ⎯⎯⎯⎯⎯
TypeError: Cannot read properties of undefined (reading 'toUpperCase')
 ❯ App ../app/App.jsx:11:96`,
    [
      'app.test.jsx > the shop > shows the first pet',
      'app.test.jsx > the shop > shows the second pet',
      '  TestingLibraryElementError: Unable to find an element with the text: /Biscuit/.',
      'app.test.jsx > the shop > shows the heading',
      '  AssertionError: expected 1 to be 2 // Object.is equality',
      '  - Expected',
      '  + Received',
      '  - 2',
      'Uncaught Exception',
      "  TypeError: Cannot read properties of undefined (reading 'toUpperCase')",
    ],
  ],
  Jest: [
    'PASS ./shop.test.js\n  ● Console\n\n    console.log\n      asked\nTests: 2 passed, 2 total',
    `FAIL ./shop.test.js
  ● Console

    console.log
      asked

  ● the shop › begins with Biscuit

    expect(received).toBe(expected) // Object.is equality

    Expected: "Biscuit"
    Received: "Rex"

      20 | test('Biscuit', async () => {
    > 22 |   expect(list[0].name).toBe('Biscuit');
         |                        ^
      at Object.toBe (shop.test.js:22:24)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 passed, 2 total
Ran all test suites.`,
    [
      'the shop › begins with Biscuit',
      '  expect(received).toBe(expected) // Object.is equality',
      '  Expected: "Biscuit"',
      '  Received: "Rex"',
    ],
  ],
  Playwright: [
    '  1 passed (1.2s)',
    `Running 1 test using 1 worker
  ✘  1 [chromium] › shop.spec.js:3:1 › the first pet is Biscuit (2.6s)

  1) [chromium] › shop.spec.js:3:1 › the first pet is Biscuit ──────────────

    Error: expect(locator).toHaveText(expected) failed

    Locator:  getByRole('listitem').first()
    Expected: "Biscuit"
    Received: "Rex"
    Timeout:  2000ms

    Call log:
      - waiting for getByRole('listitem').first()
  1 failed
    [chromium] › shop.spec.js:3:1 › the first pet is Biscuit ─────────────────`,
    [
      '[chromium] › shop.spec.js:3:1 › the first pet is Biscuit',
      '  Error: expect(locator).toHaveText(expected) failed',
      "  Locator:  getByRole('listitem').first()",
      '  Expected: "Biscuit"',
      '  Received: "Rex"',
    ],
  ],
  mocha: [
    '  the shop\n    ✔ begins with Biscuit\n  1 passing (9ms)',
    `  the shop
    1) begins with Biscuit
    ✔ is open

  1 passing (28ms)
  1 failing

  1) the shop
       begins with Biscuit:

      AssertionError [ERR_ASSERTION]: 'Rex' == 'Biscuit'
      + expected - actual

      -Rex
      +Biscuit

      at Context.<anonymous> (shop.spec.cjs:4:10)`,
    [
      'the shop',
      '  begins with Biscuit:',
      "  AssertionError [ERR_ASSERTION]: 'Rex' == 'Biscuit'",
      '  + expected - actual',
      '  -Rex',
    ],
  ],
  TAP: [
    'ok 1 - the shop\n# pass 1',
    `TAP version 13
# Subtest: the shop
    not ok 1 - the first one is Biscuit
      ---
      duration_ms: 28.385531
      location: '/shop.test.mjs:2:1'
      failureType: 'testCodeFailure'
      error: 'another pet comes first'
      code: 'ERR_ASSERTION'
      name: 'AssertionError'
      stack: |-
        TestContext.<anonymous> (file:///shop.test.mjs:3:23)
      ...
not ok 1 - the shop
  ---
  duration_ms: 30.1
  type: 'suite'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
not ok 2 - is closed # TODO later
# fail 1`,
    ['the first one is Biscuit', "  error: 'another pet comes first'"],
  ],
  'node --test': [
    '✔ the first one is Biscuit (9.1ms)\nℹ fail 0',
    `✖ the first one is Biscuit (27.998032ms)
  TypeError [Error]: fetch failed
      at node:internal/deps/undici/undici:14976:13
ℹ tests 1
ℹ fail 1

✖ failing tests:

test at shop.test.mjs:2:1
✖ the first one is Biscuit (27.998032ms)
  TypeError [Error]: fetch failed
      at node:internal/deps/undici/undici:14976:13`,
    ['the first one is Biscuit', '  TypeError [Error]: fetch failed'],
  ],
  AVA: [
    '  ✔ loads page 1\n  ✔ loads page 2\n  2 tests passed',
    `  ✖ loads page 1
  Error: not the first page
  ✖ loads page 2
  2 tests failed`,
    ['loads page 1', '  Error: not the first page', 'loads page 2'],
  ],
  'node --test with a suite': [
    '▶ the shop\n  ✔ is open (9.1ms)\n✔ the shop (9.2ms)',
    `▶ the shop
  ✖ is open (27.9ms)
✖ the shop (28ms)
✖ failing tests:

test at shop.test.mjs:2:1
✖ is open (27.9ms)
  Error: it is closed`,
    ['is open', '  Error: it is closed'],
  ],
  pytest: [
    '1 passed in 0.05s',
    `>       assert first["name"] == "Biscuit"
E       AssertionError: assert 'Rex' == 'Biscuit'
tests/test_shop.py:6: AssertionError
FAILED tests/test_shop.py::test_first - AssertionError: assert 'Rex' == 'Biscuit'
1 failed in 0.07s`,
    ["tests/test_shop.py::test_first - AssertionError: assert 'Rex' == 'Biscuit'"],
  ],
  Go: [
    'ok  \texample.test/shop\t0.012s',
    `--- FAIL: TestFirst (0.00s)
    shop_test.go:12: first is "Rex", want "Biscuit"
FAIL
FAIL\texample.test/shop\t0.012s`,
    ['TestFirst', '  shop_test.go:12: first is "Rex", want "Biscuit"'],
  ],
};

test.each(Object.entries(RUNNERS))('of %s the failed tests are named, with why', (_, [passing, failing, shown]) => {
  expect(failureLines(failing, passing)).toEqual(shown);
});

test('of another program the last lines are shown that it did not print when it passed', () => {
  const passing = 'begun at 12:00:01\nport 4010\nend';
  expect(failureLines('begun at 12:30:59\nport 40123\nthe order is wrong\nend', passing)).toEqual([
    'the order is wrong',
  ]);
  expect(failureLines('begun at 12:30:59\n', passing)).toEqual(['begun at 12:30:59']);
});

test('of many failed tests the names are shown, and of names and lines no more than people read', () => {
  const failing = Array.from({ length: 30 }, (_, nth) => `  ● test ${'x'.repeat(nth * 9)}\n\n    TypeError: ${nth}\n`);
  const shown = failureLines(failing.join('\n'), '');
  expect(shown).toHaveLength(13);
  expect([shown[0], shown.at(-1)]).toEqual(['test', 'and 18 more']);
  expect(Math.max(...failureLines('x'.repeat(9999), '').map((line) => line.length))).toBe(160);
});
