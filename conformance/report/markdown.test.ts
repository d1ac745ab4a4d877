import fc from 'fast-check';
import { judged } from '../testing/judged';
import { block, code, markdownReport, plain } from './markdown';

// The package's own entry is an ES module, which Jest does not load by require.
const { marked } = jest.requireActual<typeof import('marked')>('../../node_modules/marked/lib/marked.umd.js');

let context: Awaited<ReturnType<typeof judged>>;

beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
});

test('the verdict comes first, then the causes, each with its evidence folded away, then what was covered', () => {
  const text = markdownReport(context, {});
  expect(text).toMatch(/^## FAIL: 1 violation,/);
  expect(text).toMatch(
    /^\| 1 \| Violation \| <code>list\.filter<\/code> \| <code>listPets<\/code> \| <code>one whose /m,
  );
  expect(text).toMatch(/^<details><summary>1\. Violation: A filter leaves .*\(<code>list\.filter<\/code>, MUST\)/m);
  expect(text).toContain('- expected: <code>records whose status is');
  expect(text).toMatch(/^GET \/pets\?.*\n→ 200\n\[\{"id":/m);
  expect(text).toContain('curl -i -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"');
  expect(text).toMatch(/^\| <code>listPets<\/code> \| \d+ \| 200, 400, 401 \| 429 \| \d+ \| 1 \| 0 \| \d+ \|$/m);
  expect(text).toMatch(/^\| the budget of requests .* was used up before \| \d+ \| <code>list\.page-size listPets, /m);
  expect(text).not.toContain(context.options.keys.main);
});

test('of more than fits, the first stands there, and what is left out is told', () => {
  const [finding] = context.result.findings;
  if (finding === undefined) throw new Error('Nothing was found.');
  const findings = Array.from({ length: 500 }, (_, index) => ({
    ...finding,
    actual: '\u{1F415}`|<b>'.repeat(500),
    key: `${index}`,
    topic: {},
    symptoms: new Set<string>(),
    exchanges: [],
  }));
  const text = markdownReport({ ...context, result: { ...context.result, findings } }, {});
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  expect(text).toMatch(/^\d+ more findings are left out here: the other reports have all of them\.$/m);
  expect(text).toMatch(/^\d+ more rows are left out here\.$/m);
  expect(text).toContain('### Coverage');
});

test('no text is taken for Markdown or HTML, wherever it stands', () => {
  const nasty = fc.constantFrom(
    '`',
    '```',
    '~~~',
    '|',
    '\\',
    '<img src=x>',
    '</code>',
    '</details>',
    '\n',
    '\n\n# x\n',
    '&lt;',
    '*a*',
    '[x](javascript:a)',
    'http://x.example',
    'www.x.example',
    '\u202e',
    '\ud83d',
    '@all ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string()), { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const page = marked.parse(
        `| a | b |\n|---|---|\n| ${code(text)} | ${plain(text)} |\n\n${block('', text)}\n\nend`,
        {
          async: false,
        },
      );
      expect(page.match(/<\/?(?!(?:table|thead|tbody|tr|th|td|code|pre|p)\b)[a-z]/gi)).toBeNull();
      expect(page.match(/<td>/g)).toHaveLength(2);
      expect(page).toMatch(/<p>end<\/p>\n$/);
    }),
  );
});
